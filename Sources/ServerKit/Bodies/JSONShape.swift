public import ParaphWire

/// Looks over the brackets, quotes and keys of JSON before a parser sees it, in one pass.
public struct JSONShape {
    /// Throws where arrays and objects nest deeper than so many levels, or a key comes twice in one object.
    ///
    /// Parsers take one of two equal keys in silence, and not all take the same one (RFC 8259, section 4). Keys are compared as what they say,
    /// however they are escaped, and as text: two forms of one accented letter are equal.
    public static func check(_ bytes: [UInt8], depthLimit: Int) throws(Problem) {
        var shape = JSONShape()
        let fault = bytes.withUnsafeBufferPointer { shape.fault(in: $0, depthLimit: depthLimit) }
        if let fault { throw fault }
    }

    /// An array or object that is open.
    private struct Level {
        let isObject: Bool
        /// Whether the next text is a key.
        var awaitsKey: Bool
        var keys: Set<String> = []
    }

    private var levels: [Level] = []

    private mutating func fault(in bytes: UnsafeBufferPointer<UInt8>, depthLimit: Int) -> Problem? {
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                let start = position + 1
                position = start
                while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                let top = levels.count - 1
                if top >= 0, levels[top].awaitsKey, position < bytes.count {
                    levels[top].awaitsKey = false
                    let key = Self.text(bytes[start..<position])
                    if !levels[top].keys.insert(key).inserted {
                        return .invalid(String(key.prefix(100)), .repeated, "comes twice in one object; send it once")
                    }
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard levels.count < depthLimit else { return .malformed("The body nests deeper than \(depthLimit) levels.") }
                let isObject = bytes[position] == UInt8(ascii: "{")
                levels.append(Level(isObject: isObject, awaitsKey: isObject))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = levels.popLast()
            case UInt8(ascii: ","):
                if let top = levels.indices.last { levels[top].awaitsKey = levels[top].isObject }
            default:
                break
            }
            position += 1
        }
        return nil
    }

    /// What a text says; escapes that mean nothing are left to the parser, which refuses them.
    private static func text(_ escaped: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard escaped.contains(UInt8(ascii: "\\")) else { return String(decoding: escaped, as: UTF8.self) }
        var units: [UInt16] = []
        var rest = Substring(String(decoding: escaped, as: UTF8.self)).utf16[...]
        while let unit = rest.popFirst() {
            guard unit == UInt16(UInt8(ascii: "\\")), let kind = rest.popFirst() else {
                units.append(unit)
                continue
            }
            switch UInt8(exactly: kind) {
            case UInt8(ascii: "b"): units.append(8)
            case UInt8(ascii: "f"): units.append(12)
            case UInt8(ascii: "n"): units.append(10)
            case UInt8(ascii: "r"): units.append(13)
            case UInt8(ascii: "t"): units.append(9)
            case UInt8(ascii: "u"):
                units.append(UInt16(String(decoding: rest.prefix(4), as: UTF16.self), radix: 16) ?? 0xfffd)
                rest = rest.dropFirst(4)
            default: units.append(kind)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}
