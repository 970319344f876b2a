import ParaphPDF
import ParaphWire

/// A version of a file: the first so many of its parts.
struct FileVersion: Hashable, Sendable {
    let fileID: String
    /// 1 for the file as it came, one more for each signature.
    let number: Int
    let partCount: Int
    /// How many bytes it has.
    let size: Int
    /// The SHA-256 of all its bytes, in lower-case hexadecimal.
    let hash: String
    /// The signature that it came with; `nil` for the file as it came.
    let signatureID: String?
    let personID: String
    /// Who signed or uploaded, as they called themselves then.
    let person: String
    let at: Timestamp
    /// How far its file is signed; `nil` where that is not known.
    let signatureCount: PDFSignatureCount?
    /// Whether it added a signature on free paper and nothing else, so that what was read in the version before is all there is to read.
    let isOnFreePaper: Bool
    /// Whether it replaced a value of the form that an earlier signer had read.
    let isReplacing: Bool
}
