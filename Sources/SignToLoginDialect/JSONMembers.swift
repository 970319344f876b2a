import ParaphInkFormats

/// Finds the members of a JSON object without reading their values, so that a large body costs little until a value is asked for.
///
/// The reader of a value checks it: only brackets and quotes are looked at here, in one pass.
enum JSONMembers {
    /// The names and the text of each value, in order; a name may come more than once.
    ///
    /// - Throws: ``FormatError`` that names the byte.
    static func read(_ bytes: [UInt8], atMost limit: Int) throws(FormatError) -> [(name: String, value: [UInt8])] {
        var members: [(name: String, value: [UInt8])] = []
        var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        skipSpace(bytes, &position)
        try take(UInt8(ascii: "{"), bytes, &position, or: "The body is not a JSON object; send {\"apikey\": …}.")
        skipSpace(bytes, &position)
        if position < bytes.count, bytes[position] == UInt8(ascii: "}") {
            position += 1
        } else {
            while true {
                guard members.count < limit else {
                    throw FormatError(.tooLarge, "The JSON object has more than \(limit) members.", at: .byte(position))
                }
                members.append(try member(bytes, &position))
                skipSpace(bytes, &position)
                guard position < bytes.count else { throw ended(bytes) }
                if bytes[position] == UInt8(ascii: "}") { break }
                try take(UInt8(ascii: ","), bytes, &position, or: "A comma is missing; send valid JSON.")
                skipSpace(bytes, &position)
            }
            position += 1
        }
        skipSpace(bytes, &position)
        guard position == bytes.count else { throw FormatError(.malformed, "Something follows the JSON object.", at: .byte(position)) }
        return members
    }

    private static func member(_ bytes: [UInt8], _ position: inout Int) throws(FormatError) -> (name: String, value: [UInt8]) {
        let start = position
        guard position < bytes.count else { throw ended(bytes) }
        guard bytes[position] == UInt8(ascii: "\"") else {
            throw FormatError(.malformed, "The name of a member is missing; send valid JSON.", at: .byte(position))
        }
        position = try end(ofValueAt: position, in: bytes)
        var cursor = JSONCursor(Array(bytes[start..<position]))
        let name = try cursor.string()
        skipSpace(bytes, &position)
        try take(UInt8(ascii: ":"), bytes, &position, or: "A colon is missing; send valid JSON.")
        skipSpace(bytes, &position)
        let valueStart = position
        position = try end(ofValueAt: position, in: bytes)
        return (name, Array(bytes[valueStart..<position]))
    }

    /// The position behind a value.
    private static func end(ofValueAt start: Int, in bytes: [UInt8]) throws(FormatError) -> Int {
        let end = bytes.withUnsafeBufferPointer { bytes -> Int? in
            var position = start
            var depth = 0
            while position < bytes.count {
                switch bytes[position] {
                case UInt8(ascii: "\""):
                    position += 1
                    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                    }
                    guard position < bytes.count else { return nil }
                    if depth == 0 { return position + 1 }
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth += 1
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    if depth == 0 { return position }
                    depth -= 1
                    if depth == 0 { return position + 1 }
                case UInt8(ascii: ","), 9, 10, 13, 32:
                    if depth == 0 { return position }
                default:
                    break
                }
                position += 1
            }
            return nil
        }
        guard let end else { throw ended(bytes) }
        guard end > start else { throw FormatError(.malformed, "A value is missing; send valid JSON.", at: .byte(start)) }
        return end
    }

    private static func skipSpace(_ bytes: [UInt8], _ position: inout Int) {
        while position < bytes.count, [9, 10, 13, 32].contains(bytes[position]) { position += 1 }
    }

    private static func take(_ byte: UInt8, _ bytes: [UInt8], _ position: inout Int, or message: String) throws(FormatError) {
        guard position < bytes.count else { throw ended(bytes) }
        guard bytes[position] == byte else { throw FormatError(.malformed, message, at: .byte(position)) }
        position += 1
    }

    private static func ended(_ bytes: [UInt8]) -> FormatError {
        FormatError(.truncated, "The JSON ends too soon; send it whole.", at: .byte(bytes.count))
    }
}
