/// A statement in the SQL that SQLite and PostgreSQL share, with its values bound and never spelled into the text.
///
/// ```swift
/// try tx.first("SELECT name FROM person WHERE email = \(email)")
/// ```
/// Every interpolation becomes a parameter `$1`, `$2`, …; only ``SQL`` values themselves are spliced in as text.
public struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The text; its parameters are `$1`, `$2` and so on.
    public private(set) var text: String
    /// The value of each parameter in order.
    public private(set) var values: [DatabaseValue]

    public init(stringLiteral value: String) {
        self.init(value, values: [])
    }

    /// Makes a statement of its text and as many values as it has parameters; the text must come from the program alone.
    package init(_ text: String, values: [DatabaseValue]) {
        self.text = text
        self.values = values
    }

    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        values = stringInterpolation.values
    }

    /// Collects the text and the values of one statement.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var values: [DatabaseValue] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 4 * interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Binds a value.
        public mutating func appendInterpolation<Value: DatabaseConvertible>(_ value: Value) {
            bind(value.databaseValue)
        }

        /// Binds a value, or NULL of the value's type.
        public mutating func appendInterpolation<Value: DatabaseConvertible>(_ value: Value?) {
            bind(value?.databaseValue ?? .null(Value.databaseKind))
        }

        /// Binds every value of a list as `($1, $2, …)`; an empty list becomes `(NULL)`, which `IN` matches with nothing.
        public mutating func appendInterpolation<Value: DatabaseConvertible>(list: [Value]) {
            text += "("
            for (index, value) in list.enumerated() {
                if index > 0 { text += ", " }
                bind(value.databaseValue)
            }
            text += list.isEmpty ? "NULL)" : ")"
        }

        /// Splices another statement's text in, renumbering its parameters behind those bound so far.
        public mutating func appendInterpolation(_ sql: SQL) {
            var rest = Substring(sql.text)
            while let dollar = rest.firstIndex(of: "$") {
                text += rest[..<dollar]
                rest = rest[rest.index(after: dollar)...]
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                rest = rest[digits.endIndex...]
                if let number = Int(digits) {
                    text += "$\(number + values.count)"
                } else {
                    text += "$"
                }
            }
            text += rest
            values += sql.values
        }

        mutating func bind(_ value: DatabaseValue) {
            values.append(value)
            text += "$\(values.count)"
        }
    }
}
