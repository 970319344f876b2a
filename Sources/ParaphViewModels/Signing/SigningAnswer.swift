import ParaphClient
import ParaphWire

/// What came of a drawing, in words.
public struct SigningAnswer: Hashable, Sendable {
    /// What came of it.
    public enum Outcome: Hashable, Sendable { case accepted, refused, denied }

    public let outcome: Outcome
    /// How like the samples it is, 0 … 1: the ring; `nil` where it was not compared.
    public let similarity: Double?
    public let title: String
    /// What follows: how many tries are left, or what was not done.
    public let texts: [String]
    /// Why it was refused: to be folded in where ``similarity`` says enough.
    public let reasons: [String]
    /// Whether to offer the other ways first: a further signature has to wait, or the tries are used up.
    public let offersOtherWays: Bool

    init(_ accepted: Signing.Accepted, _ words: Words) {
        (outcome, similarity, texts, reasons, offersOtherWays) = (.accepted, accepted.similarity, [], [], false)
        title = words("script.sign.matches", ["similarity": accepted.similarity.map(words.similarity) ?? ""])
    }

    init(_ refused: Signing.Refused, isDenied: Bool, _ model: SigningModel) {
        let words = model.words
        let shown = refused.similarity.map(words.similarity)
        (outcome, similarity) = (isDenied ? .denied : .refused, refused.similarity)
        title =
            if shown != nil {
                words("script.sign.differs")
            } else {
                words(refused.isFree ? "script.sign.notCompared" : "script.sign.notAccepted")
            }
        var texts = shown.map { [words("script.sign.similarity", ["similarity": $0])] } ?? []
        if isDenied {
            texts.append(Self.denial(refused.retryAfter, model))
        } else {
            let left = words("script.sign.triesLeft", count: refused.attemptsLeft)
            texts.append(refused.isFree ? "\(words("script.sign.free")) \(left)" : left)
        }
        self.texts = texts
        let reasons = (refused.refusal.map { [$0.rawValue] } ?? []) + refused.reasons.map(\.rawValue)
        self.reasons = reasons.compactMap(words.explain(reason:))
        offersOtherWays = !model.otherWays.isEmpty && (isDenied || refused.retryAfter != nil)
    }

    /// What was not done, and what can be done now.
    private static func denial(_ seconds: Int?, _ model: SigningModel) -> String {
        let words = model.words
        let denied =
            switch model.subject {
            case .signIn: words("script.sign.deniedSignIn")
            case .document: words("script.sign.deniedDocument")
            case .approval: words("script.sign.denied")
            }
        guard let seconds, !model.isOnce else { return denied }
        let wait = ["seconds": words.number(seconds)]
        return "\(denied) \(model.otherWays.isEmpty ? words("script.sign.deniedWait", wait) : words("script.sign.deniedWaitOr", wait))"
    }
}
