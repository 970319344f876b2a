/// One row of an answer: columns by name.
public struct Row: Sendable, Hashable {
    private let columns: [String]
    private let values: [DatabaseValue]

    /// Makes a row of columns.
    public init(_ values: [String: DatabaseValue]) {
        let sorted = values.sorted { $0.key < $1.key }
        columns = sorted.map(\.key)
        self.values = sorted.map(\.value)
    }

    /// Makes a row of column names, which all rows of an answer share, and as many values; engines call it.
    package init(columns: [String], values: [DatabaseValue]) {
        self.columns = columns
        self.values = values
    }

    /// The value of a column that is never NULL.
    ///
    /// - Throws: ``StorageError`` of code `unexpectedValue` where the column is missing, NULL or of another type: a statement and its reader disagree.
    public func get<Value: DatabaseConvertible>(_ column: String, as type: Value.Type = Value.self) throws -> Value {
        guard let raw = self[column], let value = Value(databaseValue: raw) else {
            throw StorageError.unexpectedValue(column: column)
        }
        return value
    }

    /// The value of a column that may be NULL.
    ///
    /// - Throws: ``StorageError`` of code `unexpectedValue` where the column is missing or of another type.
    public func find<Value: DatabaseConvertible>(_ column: String, as type: Value.Type = Value.self) throws -> Value? {
        if case .null? = self[column] { return nil }
        return try get(column, as: type)
    }

    subscript(_ column: String) -> DatabaseValue? {
        guard let index = columns.firstIndex(of: column), index < values.count else { return nil }
        return values[index]
    }
}
