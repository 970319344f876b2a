/// A stream: a dictionary and bytes that filters encode (ISO 32000-2, 7.3.8).
public struct PDFStream: Hashable, Sendable {
    /// What the stream says of itself.
    public var dictionary: PDFDictionary
    /// The bytes as they stand in the file: encoded, and encrypted where the file is.
    public var data: PDFBytes
    /// The object it is, if it was read from a file: what its key is derived from where the file is encrypted.
    public var reference: PDFReference?

    /// Makes a stream of bytes that are encoded as its dictionary says.
    public init(_ dictionary: PDFDictionary, data: PDFBytes, reference: PDFReference? = nil) {
        self.dictionary = dictionary
        self.data = data
        self.reference = reference
    }

    /// Streams are equal where dictionary and bytes are.
    public static func == (left: PDFStream, right: PDFStream) -> Bool {
        left.dictionary == right.dictionary && left.data.hasSameBytes(as: right.data)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(dictionary)
        hasher.combine(data.count)
    }
}

extension PDFBytes {
    /// Whether both hold the same bytes.
    public func hasSameBytes(as other: PDFBytes) -> Bool {
        guard count == other.count else { return false }
        return withBytes { left in
            other.withBytes { right in
                for index in 0..<left.count where left[index] != right[index] { return false }
                return true
            }
        }
    }
}
