import ParaphWire

/// Why a document is not saved; nothing was written.
struct SaveRefusal: Error, Hashable {
    /// Which of them, in one word, the same in both APIs.
    let code: ProblemCode
    /// The parameter that is at fault, as Sign To Login calls it.
    let parameter: String
    /// What is wrong with it, and what to do.
    let detail: String

    static let unknownDocument = SaveRefusal(
        code: .unknownDocument,
        parameter: "documentid",
        detail: "names no document; send the id that its first save answered"
    )
    static let neverSaved = SaveRefusal(
        code: .neverSaved,
        parameter: "previous_hash",
        detail: "was never saved: the file is new here, or was changed outside of the application; save it without signatures first, "
            + "as a document of its own"
    )
    static let previousMissing = SaveRefusal(
        code: .previousMissing,
        parameter: "previous_hash",
        detail: "is missing; only the first save of a document, which has no signatures, goes without it"
    )
    static let unchangedFile = SaveRefusal(
        code: .unchanged,
        parameter: "document_hash",
        detail: "is the same as previous_hash, but there are signatures: send the hash of the file that they were put on"
    )
    static let alreadySaved = SaveRefusal(
        code: .alreadySaved,
        parameter: "document_hash",
        detail: "is that of a version which was saved already, with other signatures or of another document; nothing was changed"
    )
    static let ambiguous = SaveRefusal(
        code: .ambiguous,
        parameter: "documentid",
        detail: "is needed here: several documents have a version with this previous_hash"
    )
    static let tooManyVersions = SaveRefusal(
        code: .tooManyVersions,
        parameter: "documentid",
        detail:
            "names a document with \(DocumentRegistry.signatureLimit) signatures, or one with \(DocumentRegistry.versionLimit) versions without a "
            + "signature, or with \(DocumentRegistry.personVersionLimit) of yours; register the file as a new document"
    )
    static let repeatedSignature = SaveRefusal(
        code: .repeatedSignature,
        parameter: "signatures",
        detail: "holds an id more than once"
    )

    static func unknownSignature(_ id: String) -> SaveRefusal {
        SaveRefusal(
            code: .unknownSignature,
            parameter: "signatures",
            detail: "holds \(id), which is no signature that this person gave in this app"
        )
    }

    static func usedSignature(_ id: String) -> SaveRefusal {
        SaveRefusal(
            code: .usedSignature,
            parameter: "signatures",
            detail: "holds \(id), which stands on a document already; each signature is good once"
        )
    }
}
