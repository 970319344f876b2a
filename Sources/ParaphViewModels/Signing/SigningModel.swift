public import Foundation
public import Observation
public import ParaphClient
import ParaphInk
import ParaphWire

/// The pad over what is to be signed: one challenge, answered with a signature that this device binds to it; says how it went and what to do.
///
/// Five tries, then it is denied; after failures in a row the person waits.
@Observable public final class SigningModel: WorkingScreen {
    /// What is signed.
    public enum Subject: Hashable, Sendable { case signIn, document, approval }

    /// What else shows who the person is.
    public enum OtherWay: Hashable, Sendable { case recoveryCode }

    public let pad: PadModel
    /// What the person agrees to, in their language: to be shown while they draw.
    ///
    /// Empty until the server told it.
    public internal(set) var purpose = ""
    /// What came of the last drawing, shown in the pad's place; `nil` while the person draws.
    public internal(set) var answer: SigningAnswer?
    /// Until when the next drawing is not looked at.
    public internal(set) var waitsUntil: Date?
    /// Whether the account does not know this device any more: offer to add it again.
    public internal(set) var isUnknownDevice = false
    /// Whether what was denied is over: nothing can be signed for it again.
    let isOnce: Bool
    /// What else can be offered to the person.
    public let otherWays: [OtherWay]

    /// The drawing that was accepted: what is placed on a document.
    var accepted: (sample: Sample, pen: InkColor)?
    let context: AppContext
    let subject: Subject
    let work = Work()
    /// Called before a drawing goes out, which is no draft from then on.
    @ObservationIgnored var willSend: () async -> Void = {}
    /// The drawing that went out, until it is sure that the server has not taken it.
    private var sent: Sample?
    private var signing: Signing?
    private let ask: () async throws -> Signing
    private let onAccepted: (Signing.Accepted) async -> Void

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - subject: What is signed.
    ///   - isOnce: Whether a denial ends what is signed.
    ///   - otherWays: What else can be offered.
    ///   - ask: Asks for the challenge, such as `begin(as:)` of `ParaphClient.signIn`; again after a denial.
    ///   - onAccepted: The signature is the person's.
    public init(
        _ context: AppContext,
        for subject: Subject,
        isOnce: Bool = false,
        otherWays: [OtherWay] = [],
        ask: @escaping () async throws -> Signing,
        onAccepted: @escaping (Signing.Accepted) async -> Void
    ) {
        self.context = context
        self.subject = subject
        self.isOnce = isOnce
        self.otherWays = otherWays
        self.ask = ask
        self.onAccepted = onAccepted
        pad = PadModel(context.words)
        pad.isLocked = true
    }

    var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    /// Asks for what is to be signed, when the screen appears.
    public func start() async {
        await work.perform(words, again: { [weak self] in await self?.start() }) { try await begin() }
    }

    func begin() async throws {
        let signing = try await ask()
        self.signing = signing
        purpose = await signing.bindingMessage
        (answer, pad.isLocked) = (nil, false)
        hold(await signing.retryAfter)
    }

    /// Sends what is drawn.
    public func send() async {
        guard let signing, let sample = pad.sample, answer == nil, isPrimaryEnabled(at: context.now()) else { return }
        pad.isLocked = true
        defer { pad.isLocked = false }
        await work.perform(words, kept: words("script.sign.kept"), again: { [weak self] in await self?.send() }, take: take) {
            sent = sample
            await willSend()
            switch try await signing.answer(sample.encoded()) {
            case .accepted(let accepted):
                self.accepted = (sample, pad.pen)
                show(SigningAnswer(accepted, words))
                await onAccepted(accepted)
            case .refused(let refused):
                show(SigningAnswer(refused, isDenied: false, self))
                hold(refused.retryAfter)
            case .denied(let refused):
                show(SigningAnswer(refused, isDenied: true, self))
            case .renewed(let mayBeSentAgain):
                purpose = await signing.bindingMessage
                if mayBeSentAgain { sent = nil } else { pad.clear() }
                work.notice = Notice(words(mayBeSentAgain ? "script.sign.renewed" : "script.sign.unanswered"))
            }
        }
    }

    private func show(_ answer: SigningAnswer) {
        pad.clear()
        self.answer = answer
    }

    /// Try again: back to the pad; after a denial with a new challenge.
    public func again() async {
        guard let answer, offersAgain else { return }
        if answer.outcome == .denied { await start() } else { self.answer = nil }
    }

    /// The person gives up.
    public func cancel() async {
        pad.clear()
        await signing?.cancel()
    }

    private func hold(_ seconds: Int?) {
        waitsUntil = seconds.map { context.now().addingTimeInterval(TimeInterval($0)) }
    }

    private func take(_ error: ClientError) -> Bool {
        if error.code != .outcomeUnknown { sent = nil }
        if error.problem?.code == .badAssertion {
            isUnknownDevice = true
        } else if error.code == .outcomeUnknown {
            // The same drawing may be given once more, and is looked at once.
            let texts = [words("script.problem.offline"), words("script.sign.kept")]
            work.offer(texts.joined(separator: " ")) { [weak self] in await self?.send() }
            return true
        } else if let seconds = error.retryAfter, !error.isTransient {
            hold(seconds)
        }
        return false
    }
}

extension SigningModel {
    /// What is on the pad, unless it went out: given for another challenge it would be a copy.
    var draft: DrawingDraft? { pad.sample == sent ? nil : pad.draft }

    /// Whether what is drawn can be sent, at a moment.
    public func isPrimaryEnabled(at moment: Date) -> Bool { !isBusy && !pad.isEmpty && secondsToWait(at: moment) == 0 }

    /// Whether the person can draw again after an answer.
    public var offersAgain: Bool {
        switch answer?.outcome {
        case .refused: true
        case .denied: !isOnce
        case .accepted, nil: false
        }
    }

    /// Whether the person can go on after an answer, at a moment.
    public func isAgainEnabled(at moment: Date) -> Bool { !isBusy && secondsToWait(at: moment) == 0 }

    /// How long the person has to wait, at a moment; it counts down.
    public func waitLabel(at moment: Date) -> String? {
        let seconds = secondsToWait(at: moment)
        return seconds > 0 ? words("script.sign.wait", ["time": words.countdown(seconds)]) : nil
    }

    private func secondsToWait(at moment: Date) -> Int {
        max(0, Int((waitsUntil ?? moment).timeIntervalSince(moment).rounded(.up)))
    }

    /// What the button says that sends the drawing.
    public var primaryLabel: String {
        words(subject == .approval ? "approval.verb" : subject == .signIn ? "sign.verb" : "script.sign.document")
    }
}
