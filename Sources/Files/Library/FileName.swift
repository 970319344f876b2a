import ParaphWire
import ServerKit

/// A name that a file may have.
enum FileName {
    /// Throws unless a name has 1 to 255 bytes, shows, and can be a file's on any system.
    ///
    /// - Throws: a `malformed` `Problem` that names what is wrong.
    static func check(_ name: String) throws {
        guard (1...255).contains(name.utf8.count) else { throw Problem.invalid("name", .length, "must have 1 to 255 bytes") }
        guard !name.unicodeScalars.contains(where: { $0 == "/" || $0 == "\\" }) else {
            throw Problem.invalid("name", .characters, "must not hold slashes")
        }
        guard name.unicodeScalars.allSatisfy({ $0.isVisible || $0 == " " || $0 == "\u{A0}" || $0 == "\u{200C}" || $0 == "\u{200D}" }) else {
            throw Problem.invalid("name", .characters, "holds characters that do not show; leave them out")
        }
        guard !name.hasPiledMarks else { throw Problem.invalid("name", .characters, "holds too many marks on one character") }
        guard name.unicodeScalars.contains(where: { $0.isVisible && $0 != "." }) else {
            throw Problem.invalid("name", .missing, "must not be blank")
        }
    }
}
