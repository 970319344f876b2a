public import Foundation
import ParaphWire

/// A signature on a document, as a page of its history tells of it.
nonisolated public struct SignatureOnDocument: Identifiable, Hashable, Sendable {
    /// Something that is known of it.
    public struct Fact: Hashable, Sendable {
        public let label: String
        public let value: String
    }

    public let id: String
    /// `Signature 1 of 3`.
    public let place: String
    public let name: String
    /// What the signer does, and for whom.
    public let work: String?
    public let at: Date
    /// How like the signer's own it is, in words and as a number.
    public let verdict: String
    public let similarity: String
    public let isMatch: Bool
    /// Where it was given, on what, and for which version.
    public let facts: [Fact]
    /// How its picture is to be turned, as EXIF numbers it; `nil` where there is none: ``HistoryModel/photo(of:)``.
    public let photoOrientation: Int?
    /// Whether there is a drawing of it: ``HistoryModel/ink(of:)``.
    public let hasInk: Bool
    /// Why there is no drawing, where there should be one.
    public let inkMissing: String?
    /// What VoiceOver says of the picture and the drawing.
    public let photoLabel: String
    public let inkLabel: String
    /// Where and on what it was drawn, in a line.
    public let whereabouts: String

    init(_ signature: DocumentHistory.Signature, of version: DocumentHistory.Version, _ number: Int, of total: Int, _ words: Words) {
        id = signature.id
        place = words("history.place", ["number": words.number(number), "total": words.number(total)])
        name = words.shown(name: signature.userName)
        let does = [signature.position, signature.companyName].compactMap(\.self).joined(separator: ", ")
        work = does.isEmpty ? nil : does
        at = Date(signature.at)
        if let refusal = signature.refusal {
            verdict = words(refusal == .replay ? "history.replayed" : "history.notCompared")
        } else {
            verdict = words(signature.isMatch ? "history.matches" : "history.differs")
        }
        (similarity, isMatch) = (words.similarity(signature.similarity), signature.isMatch)
        (photoOrientation, hasInk) = (signature.photoOrientation, signature.hasInk == true)
        inkMissing = signature.hasInk == false ? words("history.inkMissing") : nil
        photoLabel = words("history.photoOf", ["name": name])
        inkLabel = words("history.inkOf", ["name": name])
        facts = Self.facts(signature, of: version, words)
        let seen = signature.circumstances
        let known = [seen?.city, seen.flatMap(words.country), seen?.deviceVersion, Self.drawnFor(signature, words)]
        whereabouts = known.compactMap(\.self).joined(separator: " · ")
    }

    private static func facts(_ signature: DocumentHistory.Signature, of version: DocumentHistory.Version, _ words: Words) -> [Fact] {
        let seen = signature.circumstances
        let place = [seen?.address, seen?.city, seen.flatMap(words.country)].compactMap(\.self).joined(separator: ", ")
        var position = ""
        if let latitude = seen?.latitude, let longitude = seen?.longitude {
            position = "\(words.degrees(latitude)), \(words.degrees(longitude))"
        }
        let device = [seen?.deviceVersion, seen?.osVersion].compactMap(\.self).joined(separator: " · ")
        let stands =
            version.previous.map { words("history.madeFrom", ["number": words.number(version.number), "previous": words.number($0)]) }
            ?? words("history.version", ["number": words.number(version.number)])
        let facts: [(label: String, value: String)] = [
            (words("history.where"), place), (words("history.position"), position), (words("history.device"), device),
            (words("history.app"), signature.application ?? ""),
            (words("history.file"), [stands, drawnFor(signature, words)].compactMap(\.self).joined(separator: " · ")),
        ]
        return facts.filter { !$0.value.isEmpty }.map { Fact(label: $0.label, value: $0.value) }
    }

    /// The version that a signature was drawn for, where others signed in between.
    private static func drawnFor(_ signature: DocumentHistory.Signature, _ words: Words) -> String? {
        signature.drawnFor.map { words("history.drawnFor", ["number": words.number($0)]) }
    }
}
