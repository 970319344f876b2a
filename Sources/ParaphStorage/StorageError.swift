/// Why storage could not do what was asked; equal by code.
public struct StorageError: Error, Equatable, CustomStringConvertible {
    /// What went wrong.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case conflict, unexpectedValue, newerSchema, editedMigration, closed, corrupt, busy, full, tooLarge, engine, undecryptable
            case invalidKey, notFound, unavailable, outcomeUnknown
        }
        private let value: Value
        private init(_ value: Value) { self.value = value }
        public var description: String { value.rawValue }

        /// A uniqueness, check or reference constraint refused the row.
        public static let conflict = Code(.conflict)
        /// A value is not of the kind that its reader or its column takes.
        public static let unexpectedValue = Code(.unexpectedValue)
        /// The database was migrated by a newer program.
        public static let newerSchema = Code(.newerSchema)
        /// A migration that ran already reads differently now.
        public static let editedMigration = Code(.editedMigration)
        /// The database was closed.
        public static let closed = Code(.closed)
        /// The file is damaged or is no database.
        public static let corrupt = Code(.corrupt)
        /// Others hold what is needed, or nothing is free, for longer than is waited; trying again later may succeed.
        public static let busy = Code(.busy)
        /// The database's server cannot be reached, or refuses to let this program in.
        public static let unavailable = Code(.unavailable)
        /// The connection broke during a commit: it may or may not have been kept.
        public static let outcomeUnknown = Code(.outcomeUnknown)
        /// The disk is full.
        public static let full = Code(.full)
        /// A blob is longer than it may be.
        public static let tooLarge = Code(.tooLarge)
        /// The engine failed otherwise; the message says how.
        public static let engine = Code(.engine)
        /// Sealed bytes did not open: another row, another version, another key, or changed bytes.
        public static let undecryptable = Code(.undecryptable)
        /// The root key cannot be used: readable by others, of a wrong length, or not the one that the data hangs on.
        public static let invalidKey = Code(.invalidKey)
        /// A key or blob is not there.
        public static let notFound = Code(.notFound)
    }

    /// What went wrong.
    public var code: Code
    /// What, where and what to do; holds no stored values.
    public var message: String
    /// The engine's own error, where there is one.
    public var cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    public var description: String { "\(code): \(message)" }

    public static func == (lhs: StorageError, rhs: StorageError) -> Bool { lhs.code == rhs.code }

    static func unexpectedValue(column: String) -> StorageError {
        StorageError(.unexpectedValue, "column \(column) is missing, NULL or of another type than its reader asks for")
    }
}
