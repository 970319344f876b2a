import ParaphWire
import ServerKit

/// The parameters of an OAuth request; one without a value counts as left out (RFC 6749, section 3.1).
struct OAuthParameters: Sendable {
    private var values: [String: String] = [:]
    private var repeated: Set<String> = []

    /// Reads a form, or the query of an address.
    ///
    /// - Throws: a `malformed` ``Problem``.
    init(_ form: some Sequence<UInt8>) throws(Problem) {
        for (name, value) in try FormBody.decode(Array(form)) where !value.isEmpty {
            if values.updateValue(value, forKey: name) != nil { repeated.insert(name) }
        }
    }

    /// Takes parameters that came in another form.
    init(_ parameters: [(name: String, text: String)]) {
        for (name, value) in parameters where !value.isEmpty {
            if values.updateValue(value, forKey: name) != nil { repeated.insert(name) }
        }
    }

    /// The names of those that have a value.
    var names: Set<String> { Set(values.keys) }

    /// A parameter; unknown names are ignored.
    ///
    /// - Throws: `invalid_request` where it comes more than once.
    func value(_ name: String) throws(OAuthError) -> String? {
        guard !repeated.contains(name) else { throw .invalidRequest("\(name) comes more than once.") }
        return values[name]
    }

    /// A parameter that must be there.
    func required(_ name: String) throws(OAuthError) -> String {
        guard let value = try value(name) else { throw .invalidRequest("\(name) is missing.") }
        return value
    }
}
