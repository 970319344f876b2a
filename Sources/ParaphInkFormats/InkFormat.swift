public import ParaphInk

/// The forms in which a signature can be read and written.
public enum InkFormat: String, CaseIterable, Hashable, Sendable {
    /// ParaphInk's compact binary form; see `Sample.encoded()`.
    case paraph = "ink"
    /// One object of Sign To Login's JSON; see ``SignToLoginFormat``.
    case signToLogin = "stl"
    /// SignPass's rows; see ``SignPassFormat``.
    case signPass = "signpass"
    /// A file of the SVC2004 competition; see ``SVC2004Format``.
    case svc2004
    /// A record of ISO/IEC 19794-7:2007; see ``ISO19794Format``.
    case iso19794

    /// The most bytes that any format reads.
    public static let longest = 4_000_000

    /// The format that bytes seem to be in, judged by their beginning; nil where it is none of these.
    public static func detect(_ bytes: [UInt8]) -> InkFormat? {
        if bytes.begin(with: Array("Ink\u{01}".utf8)) { return .paraph }
        if bytes.begin(with: ISO19794Format.magic) { return .iso19794 }
        var numbers: [Int] = []
        for (_, line) in TextRows(Array(bytes.prefix(4096))) {
            let fields = TextRows.fields(line) { !($0 > 32 && $0 < 127) || [UInt8(ascii: ","), UInt8(ascii: ";")].contains($0) }
            guard let first = fields.first?.first else { continue }
            if first == UInt8(ascii: "{") { return .signToLogin }
            if first == UInt8(ascii: "["), numbers.isEmpty {
                return bytes.prefix(4096).contains(UInt8(ascii: "{")) ? .signToLogin : .signPass
            }
            numbers.append(fields.count)
            if numbers.count == 2 { break }
        }
        switch (numbers.first, numbers.last) {
        case (1, 4), (1, 7): return .svc2004
        case (3, _): return .signPass
        default: return nil
        }
    }

    /// Reads a signature in the format that ``detect(_:)`` finds.
    ///
    /// - Throws: ``FormatError``; its code is `malformed` where the format is not known.
    public static func decode(_ bytes: [UInt8], limits: Sample.Limits = Sample.Limits()) throws(FormatError) -> Sample {
        guard let format = detect(bytes) else {
            let known = allCases.map(\.rawValue).joined(separator: ", ")
            throw FormatError(.malformed, "This is no signature in a format that is known (\(known)).", at: .byte(0))
        }
        return try format.decode(bytes, limits: limits)
    }

    /// Reads a signature in this format.
    ///
    /// - Throws: ``FormatError`` that says what is wrong and where.
    public func decode(_ bytes: [UInt8], limits: Sample.Limits = Sample.Limits()) throws(FormatError) -> Sample {
        switch self {
        case .paraph: try Self.decodeCompact(bytes, limits: limits)
        case .signToLogin: try SignToLoginFormat.decode(bytes, limits: limits)
        case .signPass: try SignPassFormat.decode(bytes, limits: limits)
        case .svc2004: try SVC2004Format.decode(bytes, limits: limits)
        case .iso19794: try ISO19794Format.decode(bytes, limits: limits)
        }
    }

    /// Writes a signature in this format, as exactly as the format can hold it.
    ///
    /// - Throws: ``FormatError`` if the sample is not valid.
    public func encode(_ sample: Sample) throws(FormatError) -> [UInt8] {
        switch self {
        case .paraph: try sample.checked(Sample.Limits()).encoded()
        case .signToLogin: try SignToLoginFormat.encode(sample)
        case .signPass: try SignPassFormat.encode(sample)
        case .svc2004: try SVC2004Format.encode(sample)
        case .iso19794: try ISO19794Format.encode(sample)
        }
    }

    private static func decodeCompact(_ bytes: [UInt8], limits: Sample.Limits) throws(FormatError) -> Sample {
        guard bytes.count <= longest else {
            throw FormatError(.tooLarge, "The file is longer than \(longest) bytes; it is not one signature.")
        }
        do throws(InkError) {
            return try Sample(decoding: bytes, limits: limits)
        } catch {
            throw FormatError(error)
        }
    }
}
