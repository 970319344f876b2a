/// A name without its slash and escapes (ISO 32000-2, 7.3.5).
///
/// Names are bytes: equal where these are.
public struct PDFName: Hashable, Sendable {
    /// The bytes, UTF-8 by custom.
    public var bytes: [UInt8]

    /// Makes a name of bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Makes a name of a literal.
    public init(_ text: StaticString) {
        bytes = text.withUTF8Buffer { Array($0) }
    }

    /// Whether the name is a literal's.
    @inline(__always)
    public static func == (name: PDFName, text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard name.bytes.count == length else { return false }
        for index in 0..<length where name.bytes[index] != text.utf8Start[index] { return false }
        return true
    }

    /// Whether the name is another than a literal's.
    public static func != (name: PDFName, text: StaticString) -> Bool { !(name == text) }
}

extension PDFName: CustomStringConvertible {
    /// The name as text; bytes that are not UTF-8 are replaced.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
