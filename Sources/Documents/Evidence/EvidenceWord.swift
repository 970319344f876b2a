import ServerKit

/// What a certificate says, in the languages that Paraph speaks; `{name}` is filled in.
enum EvidenceWord: String, CaseIterable, Sendable {
    case title, lead
    case document, registry, sealedBy, madeAt, registeredAt, versions, signatures, address
    case partly, noHashes, notAll, forked, noSignatures
    case versionsTitle, version, madeFrom, branch, savedBy, signedBy, hash, hashHidden
    case signaturesTitle, when, deviceTime, place, position, device, app, onVersion, id, similarity
    case matches, differs, replayed, notCompared, photoLeftOut, inkLeftOut, inkNotKept
    case meaningTitle, limitsTitle
    case meansRegistry, meansHash, meansShortHash, meansSimilarity, meansInk, meansSeal
    case limitsDocument, limitsNames, limitsPlaces, limitsTime, limitsLaw
    case page, seal

    /// The text in a language.
    func text(_ language: Language, _ values: [String: String] = [:]) -> String {
        let words =
            switch language {
            case .en: Self.english
            case .ru: Self.russian
            case .fr: Self.french
            }
        var rest = (words[self] ?? rawValue)[...]
        var text = ""
        // In one go, so that what is filled in is never filled in itself.
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            text += rest[..<open]
            let name = String(rest[rest.index(after: open)..<close])
            text += values[name] ?? "{\(name)}"
            rest = rest[rest.index(after: close)...]
        }
        return text + rest
    }

    /// What it means, and what it does not.
    static let meanings: [EvidenceWord] = [.meansRegistry, .meansHash, .meansShortHash, .meansSimilarity, .meansInk, .meansSeal]
    static let limits: [EvidenceWord] = [.limitsDocument, .limitsNames, .limitsPlaces, .limitsTime, .limitsLaw]
}
