public import ParaphStorage

extension Row {
    /// The case whose raw value a column holds.
    ///
    /// - Throws: `StorageError` of code `unexpectedValue` where it holds no such word, or none at all.
    public func choice<Value: RawRepresentable>(_ column: String, as type: Value.Type = Value.self) throws -> Value
    where Value.RawValue == String {
        guard let value = Value(rawValue: try get(column)) else {
            throw StorageError(.unexpectedValue, "column \(column) holds a word that this program does not know")
        }
        return value
    }

    /// The case whose raw value a column holds, or `nil` where it holds nothing.
    ///
    /// - Throws: `StorageError` of code `unexpectedValue` where it holds any other word.
    public func choiceIfAny<Value: RawRepresentable>(_ column: String, as type: Value.Type = Value.self) throws -> Value?
    where Value.RawValue == String {
        try find(column, as: String.self) == nil ? nil : choice(column, as: type)
    }
}
