import ParaphWire

/// How far a client has read a list, as a text that is opaque to it: the `next` of a page, which it gives back as `after`.
///
/// It holds the list's name, so that no other list takes it, and by what the last thing of the page is sorted. It opens nothing: a place in a list
/// leads to what the caller may read anyway. Each place has one text.
public struct PageCursor {
    /// The longest text, in bytes.
    public static let limit = 200

    private var parts: ArraySlice<Substring>

    /// The text of a place.
    ///
    /// - Parameters:
    ///   - list: The list's name: letters.
    ///   - parts: Numbers that are not negative, and ids of 32 hexadecimal digits, in the order in which they are read; 140 bytes together.
    /// - Returns: letters, digits, `_` and `-`, ``limit`` at most.
    public static func text(of list: String, _ parts: any LosslessStringConvertible...) -> String {
        Base64URL(([list] + parts.map(\.description)).joined(separator: ".").utf8).text
    }

    /// Reads a text as the list's own.
    ///
    /// - Parameters:
    ///   - text: What a client gave.
    ///   - list: The list's name.
    ///   - place: Takes the parts, all of them, in their order.
    /// - Returns: the place.
    /// - Throws: ``Problem/notAPage`` for whatever ``text(of:_:)`` does not make.
    public static func read<Place>(_ text: String, of list: String, _ place: (inout PageCursor) throws -> Place) throws -> Place {
        guard text.utf8.count <= limit, let bytes = Base64URL(text)?.bytes, let content = String(validating: bytes, as: UTF8.self) else {
            throw Problem.notAPage
        }
        var cursor = PageCursor(parts: content.split(separator: ".", omittingEmptySubsequences: false)[...])
        guard cursor.parts.popFirst() == list[...] else { throw Problem.notAPage }
        let found = try place(&cursor)
        guard cursor.parts.isEmpty else { throw Problem.notAPage }
        return found
    }

    /// Takes a number of 0 to 2⁶³ − 1.
    public mutating func number() throws -> Int64 {
        guard let part = parts.popFirst(), let number = Int64(part), number >= 0, String(number) == part else { throw Problem.notAPage }
        return number
    }

    /// Takes an id: 32 lower-case hexadecimal digits.
    public mutating func id() throws -> String {
        let digits = Set("0123456789abcdef".utf8)
        guard let part = parts.popFirst(), part.utf8.count == 32, part.utf8.allSatisfy(digits.contains) else { throw Problem.notAPage }
        return String(part)
    }
}
