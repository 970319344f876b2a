/// One numbered step of a domain's schema; once released it is never edited.
public struct Migration: Sendable, Hashable {
    /// `domain/NNN-title`, unique and sorted within the domain: `identity/001-baseline`, `identity/002-passkeyNames`.
    public var name: String
    /// The statements, in the DDL that both engines share, each ended by `;` at the end of a line.
    ///
    /// Types: `INTEGER` (64 bit), `REAL`, `TEXT`, `blob`; tables end in `STRICT` on SQLite, which the engine adds.
    public var sql: String

    /// Makes a migration.
    public init(name: String, sql: String) {
        self.name = name
        self.sql = sql
    }
}
