/// A value that a statement binds or a column holds, in the four types that SQLite and PostgreSQL share.
///
/// NULL carries the type that it stands for, because PostgreSQL refuses an untyped `$1 IS NULL`.
public enum DatabaseValue: Hashable, Sendable {
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
    case null(Kind)

    /// The type of a column.
    public enum Kind: Hashable, Sendable {
        case integer, real, text, blob
    }
}

/// A Swift type that a column can hold.
public protocol DatabaseConvertible: Sendable {
    /// The column type that values of this type take.
    static var databaseKind: DatabaseValue.Kind { get }
    /// The value as a column holds it.
    var databaseValue: DatabaseValue { get }
    /// Reads a value from a column; `nil` where the column holds something else.
    init?(databaseValue: DatabaseValue)
}

extension Int: DatabaseConvertible {
    public static var databaseKind: DatabaseValue.Kind { .integer }
    public var databaseValue: DatabaseValue { .integer(Int64(self)) }
    public init?(databaseValue: DatabaseValue) {
        guard case .integer(let value) = databaseValue else { return nil }
        self.init(exactly: value)
    }
}

extension Int64: DatabaseConvertible {
    public static var databaseKind: DatabaseValue.Kind { .integer }
    public var databaseValue: DatabaseValue { .integer(self) }
    public init?(databaseValue: DatabaseValue) {
        guard case .integer(let value) = databaseValue else { return nil }
        self = value
    }
}

extension Bool: DatabaseConvertible {
    public static var databaseKind: DatabaseValue.Kind { .integer }
    public var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }
    public init?(databaseValue: DatabaseValue) {
        guard case .integer(let value) = databaseValue, value == 0 || value == 1 else { return nil }
        self = value == 1
    }
}

extension Double: DatabaseConvertible {
    public static var databaseKind: DatabaseValue.Kind { .real }
    public var databaseValue: DatabaseValue { .real(self) }
    public init?(databaseValue: DatabaseValue) {
        guard case .real(let value) = databaseValue else { return nil }
        self = value
    }
}

extension String: DatabaseConvertible {
    public static var databaseKind: DatabaseValue.Kind { .text }
    public var databaseValue: DatabaseValue { .text(self) }
    public init?(databaseValue: DatabaseValue) {
        guard case .text(let value) = databaseValue else { return nil }
        self = value
    }
}

extension [UInt8]: DatabaseConvertible {
    public static var databaseKind: DatabaseValue.Kind { .blob }
    public var databaseValue: DatabaseValue { .blob(self) }
    public init?(databaseValue: DatabaseValue) {
        guard case .blob(let value) = databaseValue else { return nil }
        self = value
    }
}
