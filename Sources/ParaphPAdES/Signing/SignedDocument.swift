public import ParaphPDF

/// A document with what signing added: the bytes it had, then new ones.
public struct SignedDocument: Sendable {
    /// The file before, all of which is the start of the file after.
    public let original: PDFBytes
    /// What is added behind it.
    public internal(set) var appended: [UInt8]
    /// The name of the field that was signed last.
    public internal(set) var field: String

    /// All of the file, copied.
    public var bytes: [UInt8] {
        var whole: [UInt8] = []
        whole.reserveCapacity(original.count + appended.count)
        original.withBytes { whole.append(contentsOf: $0) }
        whole.append(contentsOf: appended)
        return whole
    }
}
