/// What was changed in a file after a state of it, judged.
public struct PDFChanges: Sendable {
    /// How changes are judged, from good to bad.
    public enum Verdict: Int, Comparable, Sendable {
        /// Nothing that a reader of the file could notice.
        case none
        /// What the signature lets happen: filling in, signing, validation data.
        case allowed
        /// What the signature lets happen, but may hide or show something that the signer did not see.
        case suspicious
        /// Anything else.
        case forbidden

        /// The word for it.
        public var name: String {
            switch self {
            case .none: "none"
            case .allowed: "allowed"
            case .suspicious: "suspicious"
            case .forbidden: "forbidden"
            }
        }

        public static func < (left: Verdict, right: Verdict) -> Bool { left.rawValue < right.rawValue }
    }

    /// The worst of all.
    public private(set) var verdict = Verdict.none
    /// The changes, in the order in which they were made; no more than ``most``, the worst among them.
    public private(set) var items: [PDFChange] = []

    /// How many changes are told.
    public static let most = 500

    /// No changes.
    public init() {}

    /// Whether any change is allowed and yet worth a look.
    public var isRemarkable: Bool { items.contains { $0.isRemarkable } }

    mutating func add(_ change: PDFChange) {
        if items.count < Self.most { items.append(change) } else if change.verdict > verdict { items[Self.most - 1] = change }
        verdict = max(verdict, change.verdict)
    }
}

/// One change.
public struct PDFChange: Hashable, Sendable {
    /// What was changed.
    public enum Kind: String, Sendable {
        case signature, timestamp, validationData, metadata, extensions, formField, lockedField, form, annotation, action, appearance, font
        case pageContent, pageResources, pageGeometry, page, pages, structure, catalog, optionalContent, root, encryption, crossReference
        case hiddenObject, trailingBytes, object, certification
    }

    /// What was changed.
    public let kind: Kind
    /// The page that shows it, from 1, if one does.
    public let page: Int?
    /// What happened, in a few words of English; names of fields are the file's.
    public let detail: String
    /// Where on the page, in its units.
    public let rectangle: PDFRectangle?
    /// How this change is judged.
    public let verdict: PDFChanges.Verdict
    /// The number of the revision that made it.
    public let revision: Int
    /// Whether it is allowed and yet worth a look: a later signature that lies on text or could be read with it, a link over most of a page.
    public var isRemarkable = false
    /// What a field held that an earlier signer read, and what it holds in its place; `nil` for every other change.
    public var replaced: Replaced?

    /// What a field held and what it holds, each as text; `nil` where it is none, as of a box, where it is longer than ``longest``, and of a password.
    public struct Replaced: Hashable, Sendable {
        public let before: String?
        public let after: String?

        /// How many bytes of the file a text has at most that is told.
        public static let longest = 2000
    }
}
