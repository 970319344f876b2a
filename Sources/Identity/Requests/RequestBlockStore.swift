import ParaphStorage
import ParaphWire
import ServerKit

/// Which programs may not ask whom any more.
enum RequestBlockStore {
    static func block(_ client: String, for personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            "INSERT INTO requestBlock (personId, client, at) VALUES (\(personID), \(client), \(now)) ON CONFLICT (personId, client) DO NOTHING"
        )
    }

    static func isBlocked(_ client: String, for personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT at FROM requestBlock WHERE personId = \(personID) AND client = \(client)") != nil
    }

    /// Lets a program ask again.
    ///
    /// - Returns: whether it could not.
    static func unblock(_ client: String, for personID: String, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute("DELETE FROM requestBlock WHERE personId = \(personID) AND client = \(client)") > 0
    }

    /// The programs that a person hears no more from, as they see them, the newest first; a hundred at most.
    static func programs(of personID: String, in tx: any ReadTransaction) throws -> [BlockedProgram] {
        try tx.rows("SELECT * FROM requestBlock WHERE personId = \(personID) ORDER BY at DESC, client LIMIT 100").map { row in
            let client: String = try row.get("client")
            let id = clientID(of: client)
            return BlockedProgram(
                id: id ?? client,
                clientName: try id.flatMap { try ClientStore.find($0, in: tx)?.name },
                at: try row.timestamp("at")
            )
        }
    }

    /// The program of a ``BlockedProgram/id``: a client's id, or the word that stands for every token of administrators.
    static func program(named id: String) -> String { id == tokens ? id : registered + id }

    /// The id of a registered client; `nil` for tokens of administrators.
    static func clientID(of program: String) -> String? {
        program.hasPrefix(registered) ? String(program.dropFirst(registered.count)) : nil
    }

    /// As `Principal.program` names programs.
    private static let registered = "client:"
    private static let tokens = "token"

    /// The newest thousand, the newest first.
    static func list(in tx: any ReadTransaction) throws -> [BlockedClient] {
        try tx.rows("SELECT * FROM requestBlock ORDER BY at DESC, personId, client LIMIT 1000").map { row in
            BlockedClient(personId: try row.get("personId"), client: try row.get("client"), at: try row.timestamp("at"))
        }
    }
}
