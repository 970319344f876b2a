import ParaphWire

/// How far a document is signed.
nonisolated public enum DocumentState: Hashable, Sendable, CaseIterable {
    // In the order of a list by status: what waits comes first.
    case forMe, changed, unsigned, forOthers, mineForOthers, signed, mine, all

    /// The state of a file that the server keeps; `nil` where it is unknown.
    init?(_ file: StoredFile) {
        let unsigned = file.unsigned ?? 0
        if !file.isOwn, !file.isSignedByMe {
            self = .forMe
        } else if file.isChanged == true {
            self = .changed
        } else if unsigned > 0 {
            self = file.isSignedByMe ? .mineForOthers : .forOthers
        } else if (file.invited ?? 0) > 0 {
            self = .all
        } else if (file.signatures ?? 0) > 0 || file.signerName != nil {
            // One person may sign often, and what has no field never asked for more: signatures are not people, nor all that are wanted.
            self = file.isSignedByMe ? .mine : .signed
        } else if file.signatures != nil {
            self = .unsigned
        } else {
            return nil
        }
    }

    /// Whether a document waits for no signature.
    func isDone(_ file: StoredFile) -> Bool {
        switch self {
        case .all: true
        case .mine, .signed: file.openFields == 0
        default: false
        }
    }
}
