/// An object identifier, as its octets (X.690 §8.19).
struct OID: Hashable, Sendable {
    /// The octets without tag and length.
    let octets: [UInt8]

    /// Takes the octets without tag and length, for arcs that no literal holds.
    init(octets: [UInt8]) { self.octets = octets }

    /// Reads one.
    init(_ element: Element) throws(TrustError) {
        guard element.tag == Tag.oid, let last = element.content.last, last < 0x80, element.content.count <= 64 else {
            throw TrustError(.malformed, "An object identifier cannot be read.")
        }
        octets = Array(element.content)
    }

    /// The identifier with its tag and length.
    var der: [UInt8] { DER.element(Tag.oid, octets) }
}

extension OID: ExpressibleByArrayLiteral {
    init(arrayLiteral arcs: UInt...) {
        var octets: [UInt8] = []
        for (index, arc) in arcs.enumerated() where index != 1 {
            let value = index == 0 && arcs.count > 1 ? arc * 40 + arcs[1] : arc
            var groups = [UInt8(value & 0x7f)]
            var rest = value >> 7
            while rest > 0 {
                groups.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
                rest >>= 7
            }
            octets += groups
        }
        self.octets = octets
    }
}

extension OID: CustomStringConvertible {
    /// The arcs with dots between.
    var description: String {
        var arcs: [String] = []
        var value: UInt64 = 0
        for octet in octets {
            guard value < 1 << 56 else { return "an object identifier with a huge arc" }
            value = value << 7 | UInt64(octet & 0x7f)
            guard octet < 0x80 else { continue }
            if arcs.isEmpty {
                let first = min(value / 40, 2)
                arcs.append("\(first)")
                value -= first * 40
            }
            arcs.append("\(value)")
            value = 0
        }
        return arcs.joined(separator: ".")
    }
}
