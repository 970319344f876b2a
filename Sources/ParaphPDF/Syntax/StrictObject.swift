/// Reads indirect objects as ISO 32000-2 has them written and in no other way.
enum StrictObject {
    /// The start of an object.
    static func head(_ file: PDFFile, at position: Int) throws(PDFError) -> PDFReference {
        var parser = StrictParser(file.bytes, at: position, limits: file.limits, budget: file.budget)
        return try parser.head()
    }

    /// Reads an object from its number to `endobj`; the parser ends behind it.
    static func read(_ parser: inout StrictParser, in file: PDFFile) throws(PDFError) -> (PDFReference, PDFObject) {
        let reference = try parser.head()
        var object = try parser.object()
        parser.skipSpace()
        if case .dictionary(let dictionary) = object, parser.bytes.has("stream", at: parser.position) {
            object = .stream(PDFStream(dictionary, data: try data(of: dictionary, reference, &parser, in: file), reference: reference))
            parser.skipSpace()
        }
        guard parser.skip("endobj") else { throw parser.fault("it does not end with endobj") }
        return (reference, object)
    }

    /// The data of a stream, which are exactly as long as it says, or longer by white space where `mayMiscount` says so.
    static func data(
        of dictionary: PDFDictionary,
        _ reference: PDFReference,
        _ parser: inout StrictParser,
        in file: PDFFile,
        mayMiscount: Bool = false
    ) throws(PDFError) -> PDFBytes {
        let bytes = parser.bytes
        parser.position += 6
        // A carriage return alone is taken for the end of the line by some, for data by others.
        if bytes.peek(parser.position) == 13 { parser.position += 1 }
        guard bytes.peek(parser.position) == 10 else { throw parser.fault("the word stream does not end its line") }
        parser.position += 1
        let start = parser.position
        guard case .integer(let length) = try file.resolve(dictionary["Length"]), length >= 0, length <= bytes.count - start else {
            throw parser.fault("its stream has no length")
        }
        parser.position = start + length
        if bytes.peek(parser.position) == 13 { parser.position += 1 }
        if bytes.peek(parser.position) == 10 { parser.position += 1 }
        if mayMiscount {
            while StrictParser.isSpace(bytes.peek(parser.position)) { parser.position += 1 }
            try file.budget.spend((parser.position - start - length) >> 3)
        }
        guard parser.skip("endstream") else { throw parser.fault("its stream is longer or shorter than it says") }
        let data = bytes.part(start..<start + length)
        try file.checkPadding(of: data, dictionary, reference)
        return data
    }

    /// Keys by which the data of a stream lie elsewhere, or are coded by a name that few programs know.
    static let elsewhere: [StaticString] = ["F", "FFilter", "FDecodeParms", "DP"]

    /// Checks that the data of a stream stand in it, and that it names its filters as every program knows them.
    static func checkCoding(_ dictionary: PDFDictionary, in file: PDFFile) throws(PDFError) {
        for key in elsewhere where dictionary[key] != nil { throw PDFError(.malformed, "its data lie elsewhere") }
        try checkFilters(dictionary, in: file)
    }

    /// Checks that a stream names its filters as every program knows them.
    static func checkFilters(_ dictionary: PDFDictionary, in file: PDFFile) throws(PDFError) {
        let value = try file.resolve(dictionary["Filter"])
        if value.isNull { return }
        for item in value.array ?? [value] {
            guard let name = try file.resolve(item).name, isKnown(name) else {
                throw PDFError(.malformed, "its filter is unknown")
            }
        }
        // One filter has one dictionary, a list of filters a list of these: some programs pass over anything else.
        let parameters = try file.resolve(dictionary["DecodeParms"])
        if parameters.isNull { return }
        for (index, item) in (parameters.array ?? [parameters]).enumerated() {
            let filter = value.array.map { index < $0.count ? $0[index] : .null } ?? value
            if let own = try file.resolve(item).dictionary { try check(own, of: file.resolve(filter).name) }
        }
        let count = value.array?.count
        guard parameters.array?.count == count, count != nil || parameters.dictionary != nil else {
            throw PDFError(.malformed, "what its filters need is not where it should be")
        }
    }

    /// What a stream's filters hide, where nothing of it is damaged.
    ///
    /// - Throws: ``PDFError``: `unsupported` for the filters of pictures, and what the limits say.
    static func decoded(_ stream: PDFStream, in file: PDFFile) throws(PDFError) -> PDFBytes {
        var data = try file.decrypted(stream)
        for filter in try file.filters(of: stream.dictionary) {
            var bare = filter
            bare.predictor = 1
            let next = try bare.decode(data, limit: file.limits.decodedBytes, budget: file.budget)
            guard next.isComplete && isPlain(data, filter.kind) || data.count == 0 else {
                throw PDFError(.malformed, "its data are damaged")
            }
            data = next.bytes
            guard filter.kind == .flate || filter.kind == .lzw, let predictor = try Predictor(filter) else { continue }
            try file.budget.spend(data.count >> 4)
            guard predictor.isRegular(data) else { throw PDFError(.malformed, "its data are damaged") }
            data = try predictor.undo(data, budget: file.budget)
        }
        return data
    }

    /// Checks what Flate and LZW are told (table 8): whole numbers that are in every program's range, without references.
    private static func check(_ parameters: PDFDictionary, of filter: PDFName?) throws(PDFError) {
        guard let filter, filter == "FlateDecode" || filter == "LZWDecode" else { return }
        for entry in parameters.entries {
            guard case .integer(let value) = entry.value else { throw PDFError(.malformed, "what its filters need is no number") }
            let isUsual: Bool
            if entry.key == "Predictor" {
                isUsual = value == 1 || value == 2 || (10...15).contains(value)
            } else if entry.key == "Colors" {
                isUsual = (1...32).contains(value)
            } else if entry.key == "BitsPerComponent" {
                isUsual = [1, 2, 4, 8, 16].contains(value)
            } else if entry.key == "Columns" {
                isUsual = (1...1 << 20).contains(value)
            } else {
                isUsual = entry.key == "EarlyChange" && (0...1).contains(value)
            }
            guard isUsual else { throw PDFError(.malformed, "what its filters need is out of range") }
        }
    }

    /// Whether all programs take what data are coded in: no window that zlib refuses (RFC 1950, 2.2), no letters that some pass over.
    private static func isPlain(_ data: PDFBytes, _ kind: FilterParameters.Kind) -> Bool {
        switch kind {
        case .flate: data.peek(0) >> 4 <= 7
        case .ascii85: !data.array.contains(UInt8(ascii: "<"))
        case .asciiHex: !data.array.contains(0)
        default: true
        }
    }

    private static func isKnown(_ name: PDFName) -> Bool {
        name == "FlateDecode" || name == "LZWDecode" || name == "ASCII85Decode" || name == "ASCIIHexDecode" || name == "RunLengthDecode"
            || name == "DCTDecode" || name == "JPXDecode" || name == "CCITTFaxDecode" || name == "JBIG2Decode" || name == "Crypt"
    }
}
