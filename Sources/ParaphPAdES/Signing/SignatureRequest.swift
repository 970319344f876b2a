public import Foundation
public import ParaphPDF

/// What a signature is to be: how long it lasts, what it says, where it is seen, and what it forbids.
public struct SignatureRequest: Sendable {
    /// The levels of EN 319 142-1, each with what the one before has.
    public enum Level: String, CaseIterable, Sendable, Comparable {
        /// The signature alone: good while the certificate is.
        case basic = "B-B"
        /// And a timestamp of it: when it was made is proven.
        case timestamped = "B-T"
        /// And all certificates, CRLs and OCSP answers that judging it needs.
        case longTerm = "B-LT"
        /// And a timestamp of all that, which another one may renew before it ages.
        case archival = "B-LTA"

        public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .basic: 0
            case .timestamped: 1
            case .longTerm: 2
            case .archival: 3
            }
        }
    }

    /// What may be done after a certification (ISO 32000-2, table 257).
    public enum Permission: Int, CaseIterable, Sendable {
        /// Nothing but long-term data and document timestamps.
        case nothing = 1
        /// Filling in forms and signing too.
        case filling = 2
        /// And annotations.
        case annotating = 3
    }

    /// The level that is wanted.
    public var level = Level.basic
    /// The field to sign in: one that is there and empty, or the name of a new one; nil for a new one of a free name.
    public var field: String?
    /// Where a new field is seen; nil for one that is not.
    public var placement: PDFPlacement?
    /// What is seen there, or where the field lies that is there; nil leaves the field as it is.
    public var appearance: PDFSignatureAppearance?
    /// An address of the web that a click on it opens.
    public var link: String?
    /// Fonts to embed for characters that the standard fonts have not.
    public var fonts: [TrueTypeFont] = []
    /// Who signs, in words.
    public var name: String?
    /// Why, in words.
    public var reason: String?
    /// Where, in words.
    public var location: String?
    /// What may be done afterwards, for a document's first signature; nil for one that forbids nothing.
    public var certification: Permission?
    /// When the signer says that it is.
    public var time: Date

    /// Asks for a signature of level B-B that is not seen.
    public init(time: Date = Date()) {
        self.time = time
    }
}
