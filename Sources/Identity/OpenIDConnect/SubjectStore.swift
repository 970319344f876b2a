import ParaphStorage

/// The rows of clients' own names for people: pairwise identifiers (OpenID Connect Core 1.0, section 8.1), so that two clients cannot tell that
/// they know the same person.
enum SubjectStore {
    /// A client's name for a person, made at first.
    static func subject(of personID: String, client clientID: String, in tx: any WriteTransaction) throws -> String {
        let row = try tx.first(
            """
            INSERT INTO oauthSubject (clientId, personId, subject) VALUES (\(clientID), \(personID), \(Identifier.random()))
            ON CONFLICT (clientId, personId) DO UPDATE SET subject = oauthSubject.subject RETURNING subject
            """
        )
        guard let row else { throw StorageError(.unexpectedValue, "a name for a person was neither there nor made") }
        return try row.get("subject")
    }

    /// A client's name for a person, where it has one.
    static func find(_ personID: String, client clientID: String, in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT subject FROM oauthSubject WHERE clientId = \(clientID) AND personId = \(personID)")?.get("subject")
    }

    /// The person whom a client knows by a name.
    static func person(named subject: String, client clientID: String, in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT personId FROM oauthSubject WHERE clientId = \(clientID) AND subject = \(subject)")?.get("personId")
    }

    /// What clients call a person.
    static func all(of personID: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT subject FROM oauthSubject WHERE personId = \(personID) ORDER BY clientId").map { try $0.get("subject") }
    }
}
