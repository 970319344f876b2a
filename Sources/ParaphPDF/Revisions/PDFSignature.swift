/// A signature of a file, as the file has it: what it covers and the bytes that sign (ISO 32000-2, 12.8).
///
/// Nothing of it is believed: whoever judges it must check ``coverage`` before anything else.
public struct PDFSignature: Sendable {
    /// What a signature says of the document.
    public enum Kind: Sendable {
        case approval, certification, timestamp

        /// The word for it.
        public var name: String {
            switch self {
            case .approval: "approval"
            case .certification: "certification"
            case .timestamp: "timestamp"
            }
        }
    }

    /// Which bytes a signature covers.
    public enum Coverage: Hashable, Sendable {
        /// All of the file but its own /Contents.
        case document
        /// All of an earlier revision, of so many bytes, but its own /Contents.
        case revision(Int)
        /// Something else: the ranges are missing, overlap, leave out more than /Contents, or end in the middle of a revision.
        case broken
    }

    /// The field that holds it.
    public let field: PDFField
    /// The signature dictionary.
    public let dictionary: PDFDictionary
    /// What it says of the document.
    public let kind: Kind
    /// The numbers of /ByteRange, as many as there are.
    public let byteRange: [Int]
    /// The bytes of /Contents, without the zeros that fill them up where they are DER.
    public let contents: [UInt8]
    /// Which bytes it covers.
    public let coverage: Coverage

    /// The bytes that it signs, in two parts; nil where ``coverage`` is broken.
    public func signedParts(of file: PDFFile) -> (PDFBytes, PDFBytes)? {
        guard coverage != .broken, byteRange.count == 4 else { return nil }
        return (file.bytes.part(0..<byteRange[1]), file.bytes.part(byteRange[2]..<byteRange[2] + byteRange[3]))
    }
}

extension PDFFile {
    /// All signatures, those that cover least first, which is the order of signing.
    public func signatures() throws(PDFError) -> [PDFSignature] {
        try signatures(fields: fields(), revisionEnds: revisionEnds())
    }

    func signatures(fields: [PDFField], revisionEnds: [RevisionEnd]) throws(PDFError) -> [PDFSignature] {
        let certified = try resolve(catalog()?["Perms"]).dictionary?["DocMDP"]?.reference
        var signatures: [PDFSignature] = []
        for field in fields where field.kind == .signature {
            let value = try resolve(field["V"])
            guard let dictionary = value.dictionary else { continue }
            var byteRange: [Int] = []
            for number in try (resolve(dictionary["ByteRange"]).array ?? []).prefix(64) {
                byteRange.append(try resolve(number).integer ?? -1)
            }
            let contents = try resolve(dictionary["Contents"]).string?.bytes ?? []
            let type = try resolve(dictionary["Type"]).name
            let subFilter = try resolve(dictionary["SubFilter"]).name
            let isTimestamp = type.map { $0 == "DocTimeStamp" } ?? false || subFilter.map { $0 == "ETSI.RFC3161" } ?? false
            let isCertification = certified != nil && certified == field["V"]?.reference
            signatures.append(
                PDFSignature(
                    field: field,
                    dictionary: dictionary,
                    kind: isTimestamp ? .timestamp : isCertification ? .certification : .approval,
                    byteRange: byteRange,
                    contents: Self.withoutFilling(contents),
                    coverage: try coverage(byteRange, contents: contents, revisionEnds: revisionEnds)
                )
            )
        }
        func end(_ signature: PDFSignature) -> Int {
            signature.byteRange.count == 4 ? signature.byteRange[2].addingReportingOverflow(signature.byteRange[3]).partialValue : .max
        }
        signatures.sort { end($0) < end($1) }
        return signatures
    }

    /// The bytes of a DER value without what follows it; other bytes as they are.
    private static func withoutFilling(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 2, bytes[0] == 0x30 else { return bytes }
        if bytes[1] < 0x80 { return Array(bytes.prefix(2 + Int(bytes[1]))) }
        let width = Int(bytes[1] & 0x7F)
        guard (1...4).contains(width), bytes.count >= 2 + width else { return bytes }
        var length: Int64 = 0
        for byte in bytes[2..<2 + width] { length = length << 8 | Int64(byte) }
        return length <= Int64(bytes.count) ? Array(bytes.prefix(2 + width + Int(length))) : bytes
    }

    /// Judges /ByteRange (12.8.1): from the first byte to /Contents, and from there to the end of the file or of a revision.
    private func coverage(_ range: [Int], contents: [UInt8], revisionEnds: [RevisionEnd]) throws(PDFError) -> PDFSignature.Coverage {
        guard range.count == 4, range[0] == 0, range[1] > 0, range[2] > range[1], range[3] > 0, range[2] <= bytes.count,
            range[3] <= bytes.count - range[2], bytes.peek(range[1]) == ascii("<"), bytes.peek(range[2] - 1) == ascii(">")
        else { return .broken }
        // What is left out must be the string that was read as /Contents, and nothing else.
        var lexer = Lexer(bytes, at: range[1])
        try budget.spend(range[2] - range[1])
        guard bytes.peek(range[1] + 1) != ascii("<"), lexer.hexadecimalString().bytes == contents, lexer.position == range[2] else {
            return .broken
        }
        let end = range[2] + range[3]
        if end == bytes.count { return .document }
        return revisionEnds.contains { ($0.marker...$0.end).contains(end) } ? .revision(end) : .broken
    }
}
