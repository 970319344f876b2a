import ParaphStorage
import ParaphWire

extension Row {
    /// The moment in a column of milliseconds since 1970.
    func timestamp(_ column: String) throws -> Timestamp {
        Timestamp(milliseconds: try get(column))
    }

    /// The moment in a column that may be NULL.
    func timestampIfAny(_ column: String) throws -> Timestamp? {
        try find(column, as: Int64.self).map(Timestamp.init(milliseconds:))
    }

    /// The case whose raw value a column holds.
    func choice<Value: RawRepresentable>(_ column: String, as type: Value.Type = Value.self) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: try get(column)) else {
            throw StorageError(.unexpectedValue, "column \(column) holds a word that this program does not know")
        }
        return value
    }

    /// The case whose raw value a column holds, or `nil` where it holds nothing.
    func choiceIfAny<Value: RawRepresentable>(_ column: String, as type: Value.Type = Value.self) throws -> Value?
    where Value.RawValue == String {
        try find(column, as: String.self) == nil ? nil : choice(column, as: type)
    }
}

extension SQL.StringInterpolation {
    /// Binds a moment as milliseconds since 1970.
    mutating func appendInterpolation(_ moment: Timestamp) {
        appendInterpolation(moment.milliseconds)
    }

    /// Binds a moment as milliseconds since 1970, or NULL.
    mutating func appendInterpolation(_ moment: Timestamp?) {
        appendInterpolation(moment?.milliseconds)
    }
}
