public import Foundation
public import ParaphPDF

/// What a signed document is worth: whether it is unchanged, who signed it and how like their own hand that is, and what was changed.
nonisolated public struct DocumentVerdict: Hashable, Sendable {
    /// What was found, in a word.
    public enum State: String, Hashable, Sendable {
        /// The newest version that was saved, as it was signed.
        case current
        /// An older one, as it was signed.
        case earlier
        /// Changed after it was signed.
        case changed
        /// Signed elsewhere, and as it was signed.
        case unknown
        /// Signed elsewhere, and changed after that.
        case unknownChanged
        /// Fields of a form were filled in after it was signed, and nothing else was changed.
        case filled
        /// It took too long to find out.
        case unchecked
        /// A seal is not valid.
        case sealBroken
    }

    /// How it is shown.
    public enum Tone: Hashable, Sendable { case good, warning, bad }

    /// Something that was changed, or that a later signature lies on.
    public struct Change: Hashable, Sendable {
        public let title: String
        public let note: String?
        /// The page's index, where it is seen.
        public let page: Int?
    }

    /// A signature that the server knows of.
    public struct Signer: Hashable, Sendable {
        public let name: String
        public let at: Date
        /// Whether it is like the signer's own, with how like.
        public let text: String
        public let isMatch: Bool
    }

    /// What a seal is worth.
    public struct Seal: Hashable, Sendable {
        public let title: String
        /// Why it is not valid.
        public let reason: String?
        public let sealedAt: Date?
        public let text: String
        public let tone: Tone
    }

    /// A place on a page that is outlined.
    public struct Mark: Hashable, Sendable {
        /// The page's index.
        public let page: Int
        /// Where, as the page is shown: in points, from the lower left corner.
        public let rectangle: PDFRectangle
        /// Whether nothing there is to blame.
        public let isRemark: Bool
    }

    public let state: State
    public let tone: Tone
    /// The line above the pages.
    public let title: String
    /// What else is to be said.
    public let notes: [String]
    /// What was changed, what is to blame first.
    public let changes: [Change]
    public let signers: [Signer]
    public let seals: [Seal]
    /// How many older seals were not checked yet, in words: offer ``VerdictModel/checkMore()``.
    public let unjudged: String?
    /// The document whose history the server has: offer it.
    public let historyID: String?
    public let marks: [Mark]

    /// Whether there is something to look at, so that it lies open.
    public var isOpen: Bool { tone != .good || !changes.isEmpty }
}
