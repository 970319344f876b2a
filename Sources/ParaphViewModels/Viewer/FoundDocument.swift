import ParaphPDF
import ParaphWire

/// What was found of a document: here, and by asking the server.
nonisolated struct FoundDocument: Sendable {
    var id: String?
    var changes: FileChanges
    var history: DocumentHistory?
    var verdicts: [SealVerdict]
    /// How many seals there are before those that were judged.
    var earlier: Int
    /// How many signatures the file has.
    var count: Int

    /// What it is in a word; of a file in which fields were filled in also what it is besides.
    var state: (state: DocumentVerdict.State, besides: DocumentVerdict.State?) {
        let rank = changes.rank
        // Where something on a page is new it is not as it was signed, even if that was allowed; fields that were filled in are told as such.
        let isFilled = rank == .filled
        let isIntact = rank == .none || rank == .unseen || isFilled
        let file = history?.file?.known
        // Anybody may have any file noted: that a version is known says something only where it was signed, and never more than the file itself.
        let known = history.flatMap { _ in file == .changed || !signatures.isEmpty ? file : nil }
        let isUnchecked = changes.verdict == .unknown && file != .changed
        let isBroken = (isIntact || isUnchecked) && verdicts.contains { $0.state == .invalid }
        if isUnchecked, !isBroken { return (.unchecked, nil) }
        let state: DocumentVerdict.State =
            if isBroken {
                .sealBroken
            } else if let known {
                isIntact ? Self.state(known) : .changed
            } else {
                isIntact ? .unknown : .unknownChanged
            }
        // What the server knows another version of may have lost what others signed: that stays changed.
        return isFilled && [.current, .earlier, .unknown].contains(state) ? (.filled, state) : (state, nil)
    }

    private static func state(_ file: DocumentHistory.FileState) -> DocumentVerdict.State {
        switch file {
        case .current: .current
        case .earlier: .earlier
        case .changed: .changed
        }
    }

    /// The signatures that the server knows of: of the version that the file is and those that it comes from; all where it is none of them.
    var signatures: [DocumentHistory.Signature] {
        guard let history else { return [] }
        guard let last = history.fileVersion else { return history.versions.flatMap(\.signatures) }
        let numbered = Dictionary(history.versions.map { ($0.number, $0) }) { first, _ in first }
        var (found, next): ([DocumentHistory.Version], Int?) = ([], last)
        while let number = next, let version = numbered[number], found.count <= history.versions.count {
            found.insert(version, at: 0)
            next = version.previous
        }
        return found.flatMap(\.signatures)
    }

    /// Who had signed before a field was filled in, as far as the history has each signature of the file.
    func signers(before field: FileChanges.Filled) -> [String] {
        guard signatures.count == changes.signed else { return [] }
        var names: [String] = []
        for signature in signatures.prefix(field.after) where !names.contains(signature.userName) { names.append(signature.userName) }
        return names
    }
}
