import ParaphInk
import ParaphWire
import ServerKit

/// What a certificate tells: a history as its reader may see it, and who says so.
struct Evidence: Sendable {
    var history: DocumentHistory
    /// Whether every version is in it.
    var isComplete = true
    /// Whether photos, places and devices are shown to everybody who holds the link.
    var showsDetails = false
    /// The pictures of signatures, by the signature's id.
    var pictures: [String: SignatoryPicture]
    /// How signatures look, by the signature's id.
    var drawings: [String: InkDrawing] = [:]
    /// The public address of the instance, or its name.
    var registry: String
    /// Where the history is shown; `nil` where the instance has no public address.
    var address: String?
    /// Whom the seal's certificate names.
    var authority: String
    /// SHA-256 of the root's certificate, in hexadecimal.
    var root: String
    var madeAt: Timestamp
    var language: Language

    /// A word in the language of the certificate.
    func word(_ word: EvidenceWord, _ values: [String: String] = [:]) -> String { word.text(language, values) }

    /// A moment with its zone, in a form that no country reads otherwise.
    static func moment(_ moment: Timestamp) -> String {
        let text = moment.text
        return "\(text.prefix(10)) \(text.dropFirst(11).prefix(8)) UTC"
    }

    /// Whether a signature counts as the person's own, as the history page says it.
    func verdict(_ signature: DocumentHistory.Signature) -> String {
        if let refusal = signature.refusal { return word(refusal == SampleRefusal.replay ? .replayed : .notCompared) }
        return word(signature.isMatch ? .matches : .differs)
    }

    /// What is known of a signature, by what it is called; what is not known or not for the reader is left out.
    func facts(_ signature: DocumentHistory.Signature, of version: DocumentHistory.Version) -> [(EvidenceWord, String)] {
        let circumstances = signature.circumstances
        let place = [circumstances?.address, circumstances?.city, circumstances?.country(in: language)].compactMap { $0 }.joined(
            separator: ", "
        )
        let device = [circumstances?.deviceVersion, circumstances?.osVersion].compactMap { $0 }.joined(separator: " · ")
        var position: String?
        if let latitude = circumstances?.latitude, let longitude = circumstances?.longitude {
            position = "\(latitude.degrees), \(longitude.degrees)"
        }
        let facts: [(EvidenceWord, String?)] = [
            (.when, Self.moment(signature.at)), (.deviceTime, circumstances?.clientTime), (.place, place), (.position, position),
            (.device, device), (.app, signature.application), (.onVersion, stands(version)), (.id, signature.id),
        ]
        return facts.compactMap { word, value in value.flatMap { $0.isEmpty ? nil : (word, $0) } }
    }

    /// What is said of a signature's photo and drawing where they are not shown; nothing of what is not for the reader.
    func absences(_ signature: DocumentHistory.Signature, hasPicture: Bool) -> [EvidenceWord] {
        var words: [EvidenceWord] = []
        if signature.photoOrientation != nil, !hasPicture { words.append(.photoLeftOut) }
        if let hasInk = signature.hasInk, drawings[signature.id] == nil { words.append(hasInk ? .inkLeftOut : .inkNotKept) }
        return words
    }

    /// Which version it is and what it was made from.
    func stands(_ version: DocumentHistory.Version) -> String {
        let number = word(.version, ["number": String(version.number)])
        guard let previous = version.previous else { return number }
        return "\(number), \(word(forks.contains(previous) ? .branch : .madeFrom, ["previous": String(previous)]))"
    }

    /// The versions on which more than one was saved.
    var forks: Set<Int> {
        var seen: Set<Int> = []
        return Set(history.versions.compactMap(\.previous).filter { !seen.insert($0).inserted })
    }

    /// What the reader must know of the history as a whole: where it branches, and what is not told.
    var notices: [EvidenceWord] {
        var notices: [EvidenceWord] = []
        if history.isForked { notices.append(.forked) }
        if !isComplete { notices.append(.notAll) }
        if history.versions.contains(where: { $0.hash == nil }) { notices.append(showsDetails ? .noHashes : .partly) }
        return notices
    }

    /// What the certificate means, as far as it is about what is in it.
    var meanings: [EvidenceWord] {
        let hasShortHash = history.versions.contains { $0.hash.map { $0.utf8.count < 64 } ?? false }
        return EvidenceWord.meanings.filter { $0 != .meansShortHash || hasShortHash }
    }
}
