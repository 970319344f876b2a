import ParaphPDF

/// How large a page is as it is shown, in points.
nonisolated public struct PageSize: Hashable, Sendable {
    public let width: Double
    public let height: Double
}

/// What a file is, before anything is asked of it.
nonisolated struct FileFacts: Sendable {
    /// A field for a signature.
    struct Field: Hashable, Sendable {
        let name: String
        let isSigned: Bool
        let isLocked: Bool
        /// Where it is seen, if it is.
        var placement: PDFPlacement?
    }

    var pages: [PageSize] = []
    /// Whether a password protects it, so that nothing of it is known here.
    var isLocked = false
    /// Whether parts of it are damaged, so that it is not known for certain what is in it.
    var isRepaired = false
    /// What it carries by which other programs may show something else.
    var remarks: [PDFRemark] = []
    /// Whether it is a form of XFA, which is not filled here.
    var hasXFA = false
    var isCertified = false
    /// Whether its author allows no further signatures.
    var isFinal = false
    var fields: [Field] = []
    /// How many signatures there are, without timestamps; `nil` where that cannot be known.
    var signatures: Int?
    /// Whether there is anything signed, a timestamp too: then a link would be a change.
    var isSigned = false

    /// What the person should know of it all the same, by the web app's words.
    var marks: [String] {
        if isLocked { return ["locked"] }
        // What XFA means says it already.
        let more = remarks.filter { !hasXFA || $0 != .fields }
        return [(hasXFA, "xfa"), (isFinal, "final"), (isRepaired, "repaired")].filter(\.0).map(\.1) + more.map(\.rawValue)
    }

    /// Whether it is neither signed nor filled in here.
    var isClosed: Bool { hasXFA || isFinal }
}
