/// A header's value of a word and parameters: `form-data; name="photo"; filename="me.jpg"` (RFC 9110, section 5.6.6).
struct HeaderParameters {
    /// The word in front, in lower case.
    let word: String
    private var parameters: [String: String] = [:]

    /// Reads a value; a backslash in quotes counts only before a quote or another backslash, as browsers write paths with single ones.
    init(_ header: String) {
        var rest = Substring(header)
        word = rest.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
        rest = rest.drop { $0 != ";" }
        while rest.popFirst() != nil {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" }
            rest = rest[name.endIndex...]
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            let value = rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest)
            if parameters[name.lowercased()] == nil { parameters[name.lowercased()] = value }
            rest = rest.drop { $0 != ";" }
        }
    }

    /// A parameter by its name in lower case.
    subscript(name: String) -> String? { parameters[name] }

    private static func token(_ rest: inout Substring) -> String {
        let value = rest.prefix { $0 != ";" }
        rest = rest[value.endIndex...]
        return String(value.filter { $0 != " " && $0 != "\t" })
    }

    private static func quoted(_ rest: inout Substring) -> String {
        rest.removeFirst()
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
            if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
                value.append(next)
                rest.removeFirst()
            } else {
                value.append(character)
            }
        }
        return value
    }
}
