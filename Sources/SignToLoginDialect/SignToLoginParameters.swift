/// The parameters of a call of Sign To Login's API, however they were sent.
public struct SignToLoginParameters: Sendable {
    /// One parameter as it came.
    public enum Value: Hashable, Sendable {
        /// The text of a JSON value.
        case json([UInt8])
        /// A field of a form; structured values are JSON text in it.
        case text(String)
        /// A file of a form.
        case file([UInt8])
    }

    /// The most bytes of a body.
    public static let bodyLimit = 10_000_000

    /// The most parameters of a call, those that are ignored with them: each costs memory before its name is known, and no app sends so many.
    static let countLimit = 1000

    /// Every parameter that any call of the dialect takes; others are ignored.
    static let known: Set<String> = [
        "apikey", "email", "user_name", "company_name", "position", "phone_number", "birthday", "sex", "photo", "location", "country",
        "city", "address", "time", "os_version", "device_version", "resolution", "pressure", "signatures", "signature",
        "previous_hash", "document_hash", "documentid", "sessionid",
    ]

    private let values: [String: Value]
    /// How many parameters were ignored, and the names of the first: those that could be misspelt, never what was typed in their place.
    public let ignored: (count: Int, names: [String])

    /// Takes parameters in the order of the body; those that the dialect does not know are ignored.
    ///
    /// - Throws: ``SignToLoginRefusal`` where one comes twice.
    public init(_ parameters: [(name: String, value: Value)]) throws(SignToLoginRefusal) {
        var values: [String: Value] = [:]
        var unknown: [String] = []
        for (name, value) in parameters {
            guard Self.known.contains(name) else {
                unknown.append(name)
                continue
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw SignToLoginRefusal(name, "comes more than once; send it once")
            }
        }
        self.values = values
        let isWord: (String) -> Bool = {
            $0.utf8.count <= 40 && $0.utf8.allSatisfy { (97...122).contains($0 | 32) || $0 == UInt8(ascii: "_") }
        }
        ignored = (unknown.count, Array(unknown.filter(isWord).prefix(5)))
    }

    /// A parameter; `nil` where it is absent, null or empty.
    public subscript(name: String) -> Value? {
        switch values[name] {
        case .json(let bytes) where bytes == Array("null".utf8) || bytes == Array("\"\"".utf8): nil
        case .text(""): nil
        case .file(let bytes) where bytes.isEmpty: nil
        case let value: value
        }
    }
}
