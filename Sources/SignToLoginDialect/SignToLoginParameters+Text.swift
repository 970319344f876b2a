import Foundation
import ParaphInkFormats
import ServerKit

extension SignToLoginParameters {
    /// A parameter as text, a JSON number counting as its digits; `nil` where it is absent.
    public func text(_ name: String) throws(SignToLoginRefusal) -> String? {
        switch self[name] {
        case .json(let bytes):
            var cursor = JSONCursor(bytes)
            do throws(FormatError) {
                switch try cursor.kind() {
                case .string:
                    let text = try cursor.string()
                    try cursor.end()
                    return text
                case .number:
                    _ = try cursor.number()
                    try cursor.end()
                    return String(decoding: bytes, as: UTF8.self)
                case .object, .array, .bool, .null:
                    throw FormatError(.malformed, "it is neither text nor a number")
                }
            } catch {
                throw SignToLoginRefusal(name, "must be text: \(error)")
            }
        case .text(let text):
            return text
        case .file:
            throw SignToLoginRefusal(name, "must be text, not a file")
        case nil:
            return nil
        }
    }

    /// A line of visible characters without the spaces around it; `nil` where it is absent or blank.
    public func line(_ name: String, limit: Int) throws(SignToLoginRefusal) -> String? {
        // Addresses of iOS come as several lines.
        guard let text = try text(name)?.split(whereSeparator: \.isNewline).joined(separator: ", ").trimmingCharacters(in: .whitespaces),
            !text.isEmpty
        else { return nil }
        guard text.count <= limit, text.utf8.count <= 4 * limit else {
            throw SignToLoginRefusal(name, "must hold at most \(limit) characters")
        }
        guard text.unicodeScalars.allSatisfy({ $0.isVisible || $0.properties.generalCategory == .spaceSeparator || $0.isJoiner }),
            !text.hasStrayJoiners
        else {
            throw SignToLoginRefusal(name, "must hold visible characters only")
        }
        guard !text.hasPiledMarks else {
            throw SignToLoginRefusal(name, "has more than \(String.markLimit) marks on one character")
        }
        return text
    }

    /// A line that must be there.
    public func requiredLine(_ name: String, limit: Int) throws(SignToLoginRefusal) -> String {
        guard let text = try line(name, limit: limit) else { throw SignToLoginRefusal(name, "is missing") }
        return text
    }

    /// The JSON text of an object or array, which forms hold as text, and some JSON clients as a string.
    public func structure(_ name: String) throws(SignToLoginRefusal) -> [UInt8]? {
        if case .json(let bytes) = self[name], bytes.first != UInt8(ascii: "\"") { return bytes }
        return try text(name).map { Array($0.utf8) }
    }
}
