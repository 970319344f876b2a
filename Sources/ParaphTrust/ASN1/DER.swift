/// Writes DER (X.690 §10).
enum DER {
    /// NULL.
    static let null: [UInt8] = [Tag.null, 0]

    /// A tag, the length and the content.
    static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count + 6)
        bytes.append(tag)
        let count = content.count
        if count < 0x80 {
            bytes.append(UInt8(count))
        } else {
            let octets = (count.bitWidth - count.leadingZeroBitCount + 7) / 8
            bytes.append(0x80 | UInt8(octets))
            for octet in (0..<octets).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * octet))) }
        }
        bytes += content
        return bytes
    }

    /// A SEQUENCE of what is encoded already.
    static func sequence(_ parts: [UInt8]...) -> [UInt8] { element(Tag.sequence, Array(parts.joined())) }

    /// The content of a SET OF: what is encoded already, in the order of X.690 §11.6.
    static func sorted(_ parts: [[UInt8]]) -> [UInt8] {
        Array(parts.sorted { $0.lexicographicallyPrecedes($1) }.joined())
    }

    /// A SET OF what is encoded already.
    static func set(_ parts: [[UInt8]]) -> [UInt8] { element(Tag.set, sorted(parts)) }

    /// An INTEGER that is not negative.
    static func integer(_ value: Int) -> [UInt8] {
        var octets: [UInt8] = []
        var rest = value
        repeat {
            octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        } while rest > 0
        return unsigned(octets)
    }

    /// An INTEGER that is not negative, of its octets in order.
    static func unsigned(_ octets: some Collection<UInt8>) -> [UInt8] {
        var content = Array(octets.drop { $0 == 0 })
        if content.first.map({ $0 >= 0x80 }) ?? true { content.insert(0, at: 0) }
        return element(Tag.integer, content)
    }

    /// An OCTET STRING.
    static func octets(_ content: some Collection<UInt8>) -> [UInt8] { element(Tag.octetString, content) }

    /// BOOLEAN true.
    static let yes: [UInt8] = [Tag.boolean, 1, 0xff]
}
