import ParaphStorage
import ParaphWire
import ServerKit

extension PersonStore {
    /// Seals what stood in the clear of people before, and makes them found by it; each transaction does 200 of them.
    ///
    /// Broken off, it goes on with those that are left; several nodes may do it at once.
    /// It returns how many people there were; unless there were none, `note` is called with their number in the last transaction.
    static func sealEarlier(
        keys: KeyRing,
        in database: any Database,
        note: @escaping @Sendable (_ count: Int, any WriteTransaction) throws -> Void
    ) async throws -> Int {
        var count = 0
        while try await database.read({ try $0.first("SELECT id FROM earlierPerson LIMIT 1") }) != nil {
            count += try await database.write { [count] tx in
                let rows = try tx.rows("SELECT * FROM earlierPerson ORDER BY id LIMIT 200")
                for row in rows { try sealEarlier(row, keys: keys, in: tx) }
                let isLast = try tx.first("SELECT id FROM earlierPerson LIMIT 1") == nil
                if isLast, !rows.isEmpty { try note(count + rows.count, tx) }
                return rows.count
            }
        }
        return count
    }

    private static func sealEarlier(_ row: Row, keys: KeyRing, in tx: any WriteTransaction) throws {
        let id: String = try row.get("id")
        let contents = PersonContents(
            email: try row.get("email"),
            username: try row.find("username"),
            profile: Profile(
                userName: try row.get("name"),
                companyName: try row.find("companyName"),
                position: try row.find("position"),
                phoneNumber: try row.find("phoneNumber"),
                birthday: try row.find("birthday"),
                sex: try row.find("sex", as: String.self).flatMap(Profile.Sex.init(rawValue:))
            ),
            passwordHash: try row.find("passwordHash")
        )
        let sealed = try contents.sealed(for: id, keys: keys, in: tx)
        try tx.execute("UPDATE person SET sealedContents = \(sealed) WHERE id = \(id)")
        try tx.execute("DELETE FROM earlierPerson WHERE id = \(id)")
        if let person = try find(id, keys: keys, in: tx) { try PersonLookup.replace(person, keys: keys, in: tx) }
    }
}
