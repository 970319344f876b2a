public import ParaphStorage
public import ParaphWire
import ServerKit

/// What other domains may ask about sessions.
public enum SessionDirectory {
    /// Those of some sessions that are still a person's own, of an account that is open.
    ///
    /// - Throws: `StorageError` where the database refuses.
    public static func living(_ ids: Set<String>, at now: Timestamp, in tx: any ReadTransaction) throws -> Set<String> {
        var living: Set<String> = []
        for id in ids {
            let row = try tx.first(
                """
                SELECT session.id FROM session JOIN person ON person.id = session.personId
                WHERE session.id = \(id) AND session.kind = 'person' AND session.expiresAt > \(now) AND person.status = 'active'
                """
            )
            if row != nil { living.insert(id) }
        }
        return living
    }
}
