public import ParaphWire

/// Reads and writes small messages in XML 1.0: one element, whose children hold text and nothing else.
///
/// A document type is refused, and so are processing instructions and every entity but the five of XML itself: nothing is fetched, and nothing
/// becomes longer than it was sent. Attributes and prefixes are passed over.
public enum XMLBody {
    /// The most bytes of a message.
    public static let bodyLimit = 65_536
    /// The most children of the element.
    public static let memberLimit = 50
    /// The most bytes of a name, and the most attributes of a tag.
    static let (nameLimit, attributeLimit) = (64, 20)

    /// A message as it was sent.
    public struct Message: Sendable {
        /// The element's name, without a prefix.
        public var name: String
        /// Its children in their order; a name may come more than once.
        public var members: [(name: String, text: String)]

        /// Makes a message.
        public init(_ name: String, _ members: [(name: String, text: String)]) {
            (self.name, self.members) = (name, members)
        }
    }

    /// Reads a message.
    ///
    /// - Throws: a `malformed` ``ParaphWire/Problem`` that says what is wrong, and at which byte.
    public static func decode(_ bytes: [UInt8]) throws(Problem) -> Message {
        guard bytes.count <= bodyLimit else { throw .malformed("The XML has more than \(bodyLimit) bytes.") }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .malformed("The XML is not UTF-8.") }
        var reader = XMLReader(bytes)
        return try reader.message()
    }

    /// A message as XML; characters that XML cannot hold are left out.
    public static func encode(_ message: Message) -> [UInt8] {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<\(message.name)>\n"
        for member in message.members { text += "  <\(member.name)>\(escaped(member.text))</\(member.name)>\n" }
        return Array((text + "</\(message.name)>\n").utf8)
    }

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // A line's end is read as one line feed, whatever it was.
            case "\r": result += "&#13;"
            default: if isCharacter(scalar) { result.unicodeScalars.append(scalar) }
            }
        }
    }

    /// Whether XML can hold a character (XML 1.0, production 2).
    static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9, 10, 13, 0x20...0xFFFD, 0x1_0000...: true
        default: false
        }
    }
}

/// A place in XML.
private struct XMLReader {
    private let bytes: [UInt8]
    private var position: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private func fault(_ words: String) -> Problem { .malformed("The XML is not taken: \(words), at byte \(position).") }

    mutating func message() throws(Problem) -> XMLBody.Message {
        try declaration()
        try skip(isRoot: false)
        guard let tag = try startTag() else { throw fault("it has no element") }
        var message = XMLBody.Message(tag.local, [])
        if !tag.isEmpty {
            while true {
                try skip(isRoot: true)
                if take("</") {
                    try endTag(tag.name)
                    break
                }
                guard message.members.count < XMLBody.memberLimit else { throw fault("it has more than \(XMLBody.memberLimit) elements") }
                guard let child = try startTag() else { throw fault("it ends too soon") }
                message.members.append((child.local, child.isEmpty ? "" : try text(of: child.name)))
            }
        }
        try skip(isRoot: false)
        guard position == bytes.count else { throw fault("something follows its element") }
        return message
    }

    /// Passes over `<?xml …?>`, which may name no other encoding than UTF-8.
    private mutating func declaration() throws(Problem) {
        guard starts("<?xml"), position + 5 < bytes.count, Self.isSpace(bytes[position + 5]) else { return }
        let start = position
        try pass(through: "?>", or: "its declaration does not end")
        let text = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
        guard text.utf8.count <= 200, text.contains("1.0") else { throw fault("it is no XML 1.0") }
        guard !text.contains("encoding") || text.contains("\"utf-8\"") || text.contains("'utf-8'") else {
            throw fault("its encoding is not UTF-8")
        }
    }

    /// Passes over space and comments, to the next tag or the end.
    private mutating func skip(isRoot: Bool) throws(Problem) {
        while position < bytes.count {
            if Self.isSpace(bytes[position]) {
                position += 1
            } else if starts("<!--") {
                try comment()
            } else if starts("<!DOCTYPE") || starts("<!doctype") {
                throw fault("a document type is not allowed")
            } else if starts("<?") {
                throw fault("processing instructions are not allowed")
            } else if bytes[position] == UInt8(ascii: "<") {
                return
            } else {
                throw fault(isRoot ? "text stands outside of the elements that hold it" : "text stands outside of its element")
            }
        }
    }

    private mutating func comment() throws(Problem) {
        position += 4
        try pass(through: "--", or: "a comment does not end")
        guard take(">") else { throw fault("a comment holds two hyphens") }
    }

    private mutating func pass(through end: StaticString, or words: String) throws(Problem) {
        while position < bytes.count {
            if take(end) { return }
            position += 1
        }
        throw fault(words)
    }

    /// Reads a tag with its attributes, which are passed over; `nil` at the end.
    private mutating func startTag() throws(Problem) -> (name: String, local: String, isEmpty: Bool)? {
        guard position < bytes.count else { return nil }
        guard take("<"), !starts("!"), !starts("/") else { throw fault("an element is expected here") }
        let name = try name()
        guard let local = Self.local(name) else { throw fault("a name is malformed") }
        var attributes: Set<String> = []
        while true {
            let isSpaced = skipSpace()
            if take("/>") { return (name, local, true) }
            if take(">") { return (name, local, false) }
            guard isSpaced else { throw fault("a tag is malformed") }
            guard attributes.count < XMLBody.attributeLimit else { throw fault("a tag has more than \(XMLBody.attributeLimit) attributes") }
            guard attributes.insert(try self.name()).inserted else { throw fault("an attribute comes twice") }
            try attributeValue()
        }
    }

    private mutating func attributeValue() throws(Problem) {
        _ = skipSpace()
        guard take("=") else { throw fault("an attribute has no value") }
        _ = skipSpace()
        guard position < bytes.count, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]) else {
            throw fault("the value of an attribute has no quotes")
        }
        let quote = bytes[position]
        position += 1
        var value = ""
        while position < bytes.count, bytes[position] != quote {
            guard bytes[position] != UInt8(ascii: "<") else { throw fault("the value of an attribute holds a <") }
            try character(into: &value)
        }
        guard position < bytes.count else { throw fault("the value of an attribute does not end") }
        position += 1
    }

    private mutating func endTag(_ name: String) throws(Problem) {
        guard try self.name() == name else { throw fault("an element ends that is not the last begun") }
        _ = skipSpace()
        guard take(">") else { throw fault("the end of an element is malformed") }
    }

    /// The text until the end of an element, which holds no other.
    private mutating func text(of name: String) throws(Problem) -> String {
        var text = ""
        while position < bytes.count {
            if take("</") {
                try endTag(name)
                return text
            } else if starts("<!--") {
                try comment()
            } else if take("<![CDATA[") {
                while !take("]]>") {
                    guard position < bytes.count else { throw fault("a section of characters does not end") }
                    try plain(into: &text)
                }
            } else if bytes[position] == UInt8(ascii: "<") {
                throw fault("an element within an element that holds text is not allowed")
            } else if starts("]]>") {
                throw fault("]]> stands in text")
            } else {
                try character(into: &text)
            }
        }
        throw fault("it ends too soon")
    }

    /// Reads a character, or one that is written as a reference.
    private mutating func character(into text: inout String) throws(Problem) {
        guard bytes[position] == UInt8(ascii: "&") else { return try plain(into: &text) }
        let rest = bytes[position...].prefix(12)
        guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { throw fault("an & stands for nothing") }
        let reference = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
        let known: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        guard let scalar = known[reference] ?? Self.scalar(reference), XMLBody.isCharacter(scalar) else {
            throw fault("this entity is not allowed")
        }
        text.unicodeScalars.append(scalar)
        position = end + 1
    }

    /// What a reference by number means: `#233` or `#xE9`.
    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        guard reference.hasPrefix("#") else { return nil }
        let isHexadecimal = reference.hasPrefix("#x")
        let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }), let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else {
            return nil
        }
        return Unicode.Scalar(value)
    }

    private mutating func plain(into text: inout String) throws(Problem) {
        if take("\r") {
            _ = take("\n")
            text += "\n"
            return
        }
        var end = position + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        guard let scalar = String(decoding: bytes[position..<end], as: UTF8.self).unicodeScalars.first, XMLBody.isCharacter(scalar) else {
            throw fault("this character is not allowed")
        }
        text.unicodeScalars.append(scalar)
        position = end
    }

    private mutating func name() throws(Problem) -> String {
        let start = position
        while position < bytes.count, Self.isNamed(bytes[position], isFirst: position == start) { position += 1 }
        guard position > start else { throw fault("a name is missing") }
        guard position - start <= XMLBody.nameLimit else { throw fault("a name has more than \(XMLBody.nameLimit) bytes") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private static func isNamed(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...: true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"): !isFirst
        default: false
        }
    }

    /// A name without its prefix (Namespaces in XML 1.0, section 4); `nil` where nothing that can be a name is left.
    private static func local(_ name: String) -> String? {
        let parts = name.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let local = parts.last, let first = local.utf8.first, isNamed(first, isFirst: true) else { return nil }
        return String(local)
    }

    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        return position > start
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 13, 32].contains(byte) }

    private func starts(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { expected in
            bytes.count - position >= expected.count && bytes[position..<(position + expected.count)].elementsEqual(expected)
        }
    }

    private mutating func take(_ text: StaticString) -> Bool {
        guard starts(text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }
}
