/// JSON of which a value has exactly one form: the part of RFC 8785 (JCS) that needs no fractions.
///
/// Objects, strings and whole numbers within ±(2^53 − 1). Members are sorted by the UTF-16 code units of their names; there is no white
/// space; strings escape `"`, `\` and the control characters below U+0020, these by their short form where there is one, else as `\u00xx`.
public indirect enum CanonicalJSON: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    case object([String: CanonicalJSON])

    /// The only form of this value, as UTF-8.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .string(let text):
            Self.write(text, to: &bytes)
        case .integer(let number):
            // Beyond 2^53 readers of JSON no longer agree on a number; as text it stays what it is.
            if number.magnitude < 1 << 53 { bytes += "\(number)".utf8 } else { Self.write("\(number)", to: &bytes) }
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            let sorted = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.write(member.key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                member.value.write(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0x08: bytes += "\\b".utf8
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0C: bytes += "\\f".utf8
            case 0x0D: bytes += "\\r".utf8
            case ..<0x20: bytes += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
