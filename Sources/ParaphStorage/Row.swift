/// One row of an answer: columns by name.
public struct Row: Sendable, Hashable {
    private let values: [String: DatabaseValue]

    /// Makes a row of columns; engines call it.
    public init(_ values: [String: DatabaseValue]) {
        self.values = values
    }

    /// The value of a column that is never NULL.
    ///
    /// - Throws: ``StorageError`` of code `unexpectedValue` where the column is missing, NULL or of another type: a statement and its reader disagree.
    public func get<Value: DatabaseConvertible>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
        guard let raw = values[column], let value = Value(databaseValue: raw) else {
            throw StorageError.unexpectedValue(column: column)
        }
        return value
    }

    /// The value of a column that may be NULL.
    public func find<Value: DatabaseConvertible>(_ column: String, as type: Value.Type = Value.self) throws -> Value? {
        if case .null? = values[column] { return nil }
        return try get(column, as: type)
    }
}
