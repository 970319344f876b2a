import ParaphEncoding
public import ParaphWire

/// Reads `application/x-www-form-urlencoded` bodies (WHATWG URL, section 5.1).
public enum FormBody {
    /// The most fields of a form.
    public static let fieldLimit = 100

    /// The fields in the order of the body, at most `limit`; a name may come more than once.
    ///
    /// Takes time proportional to the number of bytes.
    /// - Throws: a `malformed` ``ParaphWire/Problem`` where an escape is broken, a text is not UTF-8, or there are too many fields.
    public static func decode(_ bytes: [UInt8], atMost limit: Int = fieldLimit) throws(Problem) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for part in bytes.split(separator: UInt8(ascii: "&"), maxSplits: limit) {
            guard fields.count < limit else { throw Problem.malformed("The form has more than \(limit) fields.") }
            let end = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            let name = try text(part[..<end])
            fields.append((name, end == part.endIndex ? "" : try text(part[(end + 1)...])))
        }
        return fields
    }

    private static func text(_ escaped: ArraySlice<UInt8>) throws(Problem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(escaped.count)
        var index = escaped.startIndex
        while index < escaped.endIndex {
            switch escaped[index] {
            case UInt8(ascii: "+"):
                bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard index + 2 < escaped.endIndex, let high = Hexadecimal.value(of: escaped[index + 1]),
                    let low = Hexadecimal.value(of: escaped[index + 2])
                else {
                    throw Problem.malformed("The form holds a % that two hexadecimal digits do not follow.")
                }
                bytes.append(high << 4 | low)
                index += 2
            case let byte:
                bytes.append(byte)
            }
            index += 1
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Problem.malformed("The form is not UTF-8.") }
        return text
    }
}
