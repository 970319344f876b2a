public import ParaphStorage
public import ParaphWire

extension Row {
    /// The moment in a column of milliseconds since 1970.
    ///
    /// - Throws: `StorageError` of code `unexpectedValue` where the column is absent or holds no whole number.
    public func timestamp(_ column: String) throws -> Timestamp {
        Timestamp(milliseconds: try get(column))
    }

    /// The moment in a column of milliseconds since 1970 that may be NULL.
    ///
    /// - Throws: `StorageError` of code `unexpectedValue` where the column is absent or holds anything else.
    public func timestampIfAny(_ column: String) throws -> Timestamp? {
        try find(column, as: Int64.self).map(Timestamp.init(milliseconds:))
    }
}

extension SQL.StringInterpolation {
    /// Binds a moment as milliseconds since 1970.
    public mutating func appendInterpolation(_ moment: Timestamp) {
        appendInterpolation(moment.milliseconds)
    }

    /// Binds a moment as milliseconds since 1970, or NULL.
    public mutating func appendInterpolation(_ moment: Timestamp?) {
        appendInterpolation(moment?.milliseconds)
    }
}
