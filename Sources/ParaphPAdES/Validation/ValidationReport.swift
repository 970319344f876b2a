public import ParaphPDF

/// What the signatures of a document are worth: each for itself, and all together.
public struct ValidationReport: Codable, Sendable {
    /// How all together are judged.
    public enum Verdict: String, Codable, Sendable {
        /// All signatures are whole, trusted, and nothing was changed that they do not allow.
        case valid
        /// Something was altered, or changed against what a signature allows, or a signer's certificate was revoked.
        case invalid
        /// Nothing is known to be wrong, but not all is known to be right.
        case indeterminate
        /// There is no signature.
        case unsigned
    }

    /// How all together are judged.
    public var verdict: Verdict
    /// The signatures and document timestamps, in the order of signing.
    public var signatures: [SignatureReport]

    /// Makes a report of what was found for each signature.
    init(_ signatures: [SignatureReport]) {
        self.signatures = signatures
        if signatures.isEmpty {
            verdict = .unsigned
        } else if signatures.contains(where: { $0.verdict == .invalid }) {
            verdict = .invalid
        } else {
            verdict = signatures.allSatisfy { $0.verdict == .valid } ? .valid : .indeterminate
        }
    }
}

/// What one signature or document timestamp is worth.
public struct SignatureReport: Codable, Sendable {
    /// What a signature says of the document.
    public enum Kind: String, Codable, Sendable {
        case approval, certification, timestamp
    }

    /// Whether what was signed and the signature belong together.
    public enum Integrity: String, Codable, Sendable {
        case intact
        /// They do not: something was altered, or is not there.
        case broken
        /// Nothing here shows whether they do, as where the algorithm is unknown, which a problem names.
        case unknown
    }

    /// How much of the file was signed.
    public enum Coverage: String, Codable, Sendable {
        /// All of it.
        case document
        /// An earlier revision, or less.
        case revision
    }

    /// Whether the signer's certificate can be trusted.
    public enum Trust: String, Codable, Sendable {
        case trusted, untrusted, unknown
    }

    /// What was changed afterwards.
    public struct Changes: Codable, Sendable {
        /// The worst of all changes: `none`, `allowed`, `suspicious` or `forbidden`; `unknown` where limits or the clock ended the check.
        public var verdict: String
        /// The changes, in the order in which they were made.
        public var items: [Change]

        /// The verdict where nothing is known.
        static let unknown = "unknown"
        /// Whether limits or the clock ended the check.
        public var isUnknown: Bool { verdict == Self.unknown }
    }

    /// One change.
    public struct Change: Codable, Sendable {
        /// What was changed.
        public var kind: String
        /// The page that shows it, from 1.
        public var page: Int?
        /// What happened, in words.
        public var detail: String
        /// How this change is judged: `allowed`, `suspicious` or `forbidden`.
        public var verdict: String
        /// Whether it is allowed and yet worth a look: a later signature lies on text or on another signature, or could be read with the text; or a link
        /// to another site lies over most of a page.
        public var remark = false

        /// Writes what is not known as null.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kind, forKey: .kind)
            try container.encode(page, forKey: .page)
            try container.encode(detail, forKey: .detail)
            try container.encode(verdict, forKey: .verdict)
            try container.encode(remark, forKey: .remark)
        }
    }

    /// The full name of the field; empty for one that stands in no form.
    public var field: String
    /// What it says of the document.
    public var type: Kind
    /// Whom the signer's certificate names.
    public var signer: String?
    /// When it was made: proved by a timestamp where there is one, else as the signer claims; in UTC, as in RFC 3339.
    public var time: String?
    /// `B-B`, `B-T`, `B-LT`, `B-LTA` (EN 319 142-1), or `none` for what follows no baseline; nil for timestamps.
    public var level: String?
    /// Whether what was signed and the signature belong together.
    public var integrity: Integrity
    /// How much of the file was signed.
    public var coverage: Coverage
    /// Whether the signer's certificate can be trusted.
    public var trust: Trust
    /// What was changed afterwards.
    public var changes: Changes
    /// What a person should know, in sentences.
    public var problems: [String]
    /// How this one is judged.
    public internal(set) var verdict: ValidationReport.Verdict = .indeterminate
    /// Where changes were made, for pictures of pages.
    public internal(set) var places: [PDFChange] = []

    /// Writes what is not known as null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(field, forKey: .field)
        try container.encode(type, forKey: .type)
        try container.encode(signer, forKey: .signer)
        try container.encode(time, forKey: .time)
        try container.encode(level, forKey: .level)
        try container.encode(integrity, forKey: .integrity)
        try container.encode(coverage, forKey: .coverage)
        try container.encode(trust, forKey: .trust)
        try container.encode(changes, forKey: .changes)
        try container.encode(problems, forKey: .problems)
    }

    private enum CodingKeys: String, CodingKey {
        case field, type, signer, time, level, integrity, coverage, trust, changes, problems
    }
}
