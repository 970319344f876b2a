/// JSON (RFC 8259) as browsers write it into client data: bounded, and no name twice in an object.
package indirect enum ClientDataJSON: Hashable, Sendable {
    case string(String)
    case bool(Bool)
    case object([String: ClientDataJSON])
    /// An array, a number or null, which nothing asks for.
    case other

    /// The longest text that is read, in bytes.
    package static let lengthLimit = 8_192
    /// How deep arrays and objects may nest.
    package static let depthLimit = 8

    /// Reads a text.
    package init(_ bytes: [UInt8]) throws(PasskeyError) {
        guard bytes.count <= Self.lengthLimit else {
            throw PasskeyError(.malformed, "The client data is longer than \(Self.lengthLimit) bytes.")
        }
        // "UTF-8 decode" of the Encoding Standard takes a byte order mark away (section 7.1, step 5).
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard String(validating: bytes[start...], as: UTF8.self) != nil else {
            throw PasskeyError(.malformed, "The client data is not UTF-8.")
        }
        var reader = ClientDataReader(bytes: bytes, position: start)
        self = try reader.value(depth: 0)
        try reader.finish()
    }

    /// The member of an object; `nil` where this is none or has none of the name.
    package subscript(name: String) -> ClientDataJSON? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The text that this is.
    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}

/// Reads the text of ``ClientDataJSON``, which is UTF-8.
private struct ClientDataReader {
    let bytes: [UInt8]
    var position: Int

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private var fault: PasskeyError { PasskeyError(.malformed, "The client data is not JSON at byte \(position) (RFC 8259).") }

    mutating func finish() throws(PasskeyError) {
        skipSpace()
        guard next == nil else { throw fault }
    }

    mutating func value(depth: Int) throws(PasskeyError) -> ClientDataJSON {
        guard depth <= ClientDataJSON.depthLimit else { throw fault }
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .other)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(PasskeyError) -> [String: ClientDataJSON] {
        var members: [String: ClientDataJSON] = [:]
        position += 1
        skipSpace()
        if take("}") { return members }
        repeat {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault }
            let name = try string()
            skipSpace()
            guard take(":"), members[name] == nil else { throw fault }
            members[name] = try value(depth: depth + 1)
            skipSpace()
        } while take(",")
        guard take("}") else { throw fault }
        return members
    }

    private mutating func array(depth: Int) throws(PasskeyError) -> ClientDataJSON {
        position += 1
        skipSpace()
        if take("]") { return .other }
        repeat {
            _ = try value(depth: depth + 1)
            skipSpace()
        } while take(",")
        guard take("]") else { throw fault }
        return .other
    }

    private mutating func string() throws(PasskeyError) -> String {
        position += 1
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: content, as: UTF8.self)
            case UInt8(ascii: "\\"): content += Array(String(try escape()).utf8)
            case ..<0x20: throw fault
            default: content.append(byte)
            }
        }
        throw fault
    }

    private mutating func escape() throws(PasskeyError) -> Unicode.Scalar {
        guard let byte = next else { throw fault }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try hexadecimal()
            if let scalar = Unicode.Scalar(unit) { return scalar }
            // A pair of surrogates; one alone is no character.
            guard unit < 0xDC00, take("\\"), take("u") else { throw fault }
            let second = try hexadecimal()
            guard (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(0x1_0000 + (unit - 0xD800) << 10 + (second - 0xDC00))
            else {
                throw fault
            }
            return scalar
        default: throw fault
        }
    }

    private mutating func hexadecimal() throws(PasskeyError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw fault }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }

    private mutating func number() throws(PasskeyError) -> ClientDataJSON {
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            try digits()
        }
        return .other
    }

    private mutating func digits() throws(PasskeyError) {
        let start = position
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw fault }
    }

    private mutating func word(_ word: String, _ value: ClientDataJSON) throws(PasskeyError) -> ClientDataJSON {
        guard bytes[position...].starts(with: word.utf8) else { throw fault }
        position += word.utf8.count
        return value
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(truncatingIfNeeded: character.value) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
