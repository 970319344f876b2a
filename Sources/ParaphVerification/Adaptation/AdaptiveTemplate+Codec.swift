/// Layout, big endian: mark 1 (0xAD) · version 1 · day of enrolment 2 (65,535: not known) · number of additions 1 · their days 2 each ·
/// length of the anchors 4 · the anchors · the template with the additions. Nothing after the length of 0 but the template, where nothing was
/// added. Bytes that begin otherwise are a plain ``Template``.
extension AdaptiveTemplate {
    private static let mark: UInt8 = 0xAD
    private static let version: UInt8 = 1

    /// The template as bytes: about 2 kB a reference, twice where samples were added.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.mark)
        writer.append(Self.version)
        writer.append(enrolled ?? .max)
        writer.append(UInt8(days.count))
        for day in days { writer.append(day) }
        let anchors = anchorBytes ?? []
        writer.append(UInt16(anchors.count >> 16 & 0xffff))
        writer.append(UInt16(anchors.count & 0xffff))
        return writer.bytes + anchors + template.encoded()
    }

    /// Reads what ``encoded()`` wrote, or what `Template` wrote; anything else throws.
    ///
    /// `day` is the day of enrolment, in days since 1970, for bytes that do not say it.
    public init(decoding bytes: [UInt8], enrolledOn day: Int? = nil) throws(VerificationError) {
        guard bytes.first == Self.mark else {
            self.init(try Template(decoding: bytes), enrolledOn: day)
            return
        }
        let header = try Self.header(of: bytes)
        let template = try Template(decoding: Array(bytes[header.anchors.upperBound...]))
        let (days, enrolled) = (header.days, header.enrolled)
        guard days.count < template.referenceCount else { throw .malformed("more additions than references", at: 4) }
        let anchors = Array(bytes[header.anchors])
        self.init(template: template, anchorBytes: days.isEmpty ? nil : anchors, days: days, enrolled: enrolled == .max ? nil : enrolled)
    }

    /// How hard the signature is to forge, 0 … 1, as the bytes of ``encoded()`` say it; nothing of how it is drawn is read.
    ///
    /// Complexity: O(1).
    public static func complexity(decoding bytes: [UInt8]) throws(VerificationError) -> Double {
        let start = bytes.first == mark ? try header(of: bytes).anchors.upperBound : 0
        return try Template.complexity(decoding: Array(bytes[start...].prefix(Template.headerLength)))
    }

    /// What stands before the template, and where the anchors do.
    private static func header(
        of bytes: [UInt8]
    ) throws(VerificationError) -> (enrolled: UInt16, days: [UInt16], anchors: Range<Int>) {
        var reader = ByteReader(bytes)
        _ = try reader.byte()
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let enrolled = try reader.uint16()
        let count = Int(try reader.byte())
        guard count < VerificationPolicy.maximumReferenceCount else { throw .malformed("a count of \(count) additions", at: 4) }
        var days: [UInt16] = []
        for _ in 0..<count { days.append(try reader.uint16()) }
        let length = Int(try reader.uint16()) << 16 | Int(try reader.uint16())
        guard length <= bytes.count - reader.offset else { throw .truncated(at: bytes.count) }
        guard (length == 0) == days.isEmpty else {
            throw .malformed("anchors of \(length) bytes for \(count) additions", at: reader.offset)
        }
        return (enrolled, days, reader.offset..<(reader.offset + length))
    }
}
