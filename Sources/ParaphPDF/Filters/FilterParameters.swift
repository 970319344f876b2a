/// A filter of a stream and how it was used (ISO 32000-2, 7.4, tables 5 to 8), with references resolved.
public struct FilterParameters: Sendable {
    /// What the filters that reach objects are called.
    public enum Kind: Hashable, Sendable {
        case flate, lzw, ascii85, asciiHex, runLength
        /// The filter that says how a stream is encrypted: does nothing here.
        case crypt
        /// A filter for pictures, or an unknown one.
        case other
    }

    /// Which filter it is.
    public var kind: Kind
    var predictor = 1
    var colours = 1
    var bits = 8
    var columns = 1
    var earlyChange = true

    /// Makes a filter of its name and parameters.
    public init(_ name: PDFName, _ parameters: PDFDictionary?) {
        kind = Self.kind(name)
        guard let parameters else { return }
        predictor = parameters["Predictor"]?.integer ?? 1
        colours = parameters["Colors"]?.integer ?? 1
        bits = parameters["BitsPerComponent"]?.integer ?? 8
        columns = parameters["Columns"]?.integer ?? 1
        earlyChange = parameters["EarlyChange"]?.integer != 0
    }

    private static func kind(_ name: PDFName) -> Kind {
        if name == "FlateDecode" || name == "Fl" { return .flate }
        if name == "LZWDecode" || name == "LZW" { return .lzw }
        if name == "ASCII85Decode" || name == "A85" { return .ascii85 }
        if name == "ASCIIHexDecode" || name == "AHx" { return .asciiHex }
        if name == "RunLengthDecode" || name == "RL" { return .runLength }
        return name == "Crypt" ? .crypt : .other
    }

    /// Decodes bytes with one filter.
    ///
    /// - Throws: ``PDFError``: `unsupported` for a filter of pictures, `malformed` for parameters out of range, `tooLarge`, `tooMuchWork`,
    ///   `outOfTime`.
    public func decode(_ data: PDFBytes, limit: Int, budget: PDFBudget) throws(PDFError) -> Decoded {
        var decoded: Decoded
        switch kind {
        case .flate: decoded = try Inflate.decode(data, limit: limit, budget: budget)
        case .lzw: decoded = try LZW.decode(data, earlyChange: earlyChange, limit: limit, budget: budget)
        case .ascii85: return try TextFilters.decode85(data, limit: limit, budget: budget)
        case .asciiHex: return try TextFilters.decodeHexadecimal(data, limit: limit, budget: budget)
        case .runLength: return try TextFilters.decodeRuns(data, limit: limit, budget: budget)
        case .crypt: return Decoded(bytes: data, isComplete: true)
        case .other: throw PDFError(.unsupported, "A stream's filter is not one of those that hold objects")
        }
        if let predictor = try Predictor(self) { decoded.bytes = try predictor.undo(decoded.bytes, budget: budget) }
        return decoded
    }
}
