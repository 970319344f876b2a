/// A string of bytes (ISO 32000-2, 7.3.4); what they mean depends on where it stands.
public struct PDFString: Hashable, Sendable {
    /// The bytes, with escapes resolved and decrypted.
    public var bytes: [UInt8]
    /// Whether the file writes it in hexadecimal, and whether it will be written so.
    public var isHexadecimal: Bool

    /// Makes a string of bytes.
    public init(_ bytes: [UInt8], isHexadecimal: Bool = false) {
        self.bytes = bytes
        self.isHexadecimal = isHexadecimal
    }

    /// Strings are equal where their bytes are.
    public static func == (left: PDFString, right: PDFString) -> Bool { left.bytes == right.bytes }

    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
