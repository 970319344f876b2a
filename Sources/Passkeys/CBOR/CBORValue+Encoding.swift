extension CBORValue {
    /// The value in CTAP2's canonical form: shortest integers and lengths, all lengths definite.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }

    private func encode(into bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let value): Self.head(0, value, into: &bytes)
        case .negative(let value): Self.head(1, value, into: &bytes)
        case .bytes(let content):
            Self.head(2, UInt64(content.count), into: &bytes)
            bytes += content
        case .text(let text):
            Self.head(3, UInt64(text.utf8.count), into: &bytes)
            bytes += text.utf8
        case .array(let items):
            Self.head(4, UInt64(items.count), into: &bytes)
            for item in items { item.encode(into: &bytes) }
        case .map(let entries):
            Self.head(5, UInt64(entries.count), into: &bytes)
            for entry in entries {
                entry.key.encode(into: &bytes)
                entry.value.encode(into: &bytes)
            }
        case .simple(let number): Self.head(7, UInt64(number), into: &bytes)
        }
    }

    private static func head(_ major: UInt8, _ argument: UInt64, into bytes: inout [UInt8]) {
        func big(_ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(truncatingIfNeeded: argument >> UInt64(8 * $0)) } }
        switch argument {
        case 0..<24: bytes.append(major << 5 | UInt8(argument))
        case 24...0xFF: bytes += [major << 5 | 24] + big(1)
        case 0x100...0xFFFF: bytes += [major << 5 | 25] + big(2)
        case 0x1_0000...0xFFFF_FFFF: bytes += [major << 5 | 26] + big(4)
        default: bytes += [major << 5 | 27] + big(8)
        }
    }
}
