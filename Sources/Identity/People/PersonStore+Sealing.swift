import ParaphStorage
import ParaphWire
import ServerKit

extension PersonStore {
    /// Seals what stood in the clear of people before, and makes them found by it; each transaction does 200 of them.
    ///
    /// Whoever's key is missing, or whose address or name is somebody else's by now, keeps nobody else out: they are counted as unreadable, and
    /// stay as they are. Broken off, it goes on with those that are left; several nodes may do it at once. `note` is called in the last transaction, unless nobody was sealed, with how many were,
    /// and how many of them kept the earlier form of their address because the new one is somebody else's.
    static func sealEarlier(
        keys: KeyRing,
        in database: any Database,
        note: @escaping @Sendable (_ count: Int, _ earlierForm: Int, any WriteTransaction) throws -> Void
    ) async throws -> Resealing.Report {
        var (report, earlierForm) = (Resealing.Report(), 0)
        var last: String? = try await database.read({ try $0.first("SELECT id FROM earlierPerson LIMIT 1") }) != nil ? "" : nil
        while let after = last {
            (report, earlierForm, last) = try await database.write { [report, earlierForm] tx in
                var (report, earlierForm) = (report, earlierForm)
                let rows = try tx.rows("SELECT * FROM earlierPerson WHERE id > \(after) ORDER BY id LIMIT \(batchLength)")
                for row in rows {
                    do {
                        if try !sealEarlier(row, keys: keys, in: tx) { earlierForm += 1 }
                        report.resealed += 1
                    } catch let error as StorageError where [.notFound, .undecryptable, .conflict].contains(error.code) {
                        report.unreadable += 1
                    }
                }
                if rows.count == batchLength { return (report, earlierForm, try rows.last?.get("id")) }
                if report.resealed > 0 { try note(report.resealed, earlierForm, tx) }
                return (report, earlierForm, nil)
            }
        }
        return report
    }

    private static let batchLength = 200

    /// Seals one of them; says whether their address has the form of new ones, which it takes unless somebody has it.
    private static func sealEarlier(_ row: Row, keys: KeyRing, in tx: any WriteTransaction) throws -> Bool {
        let id: String = try row.get("id")
        let earlier: String = try row.get("email")
        let appID: String? = try tx.first("SELECT ownerAppId FROM person WHERE id = \(id)")?.find("ownerAppId")
        var email = EmailAddress(stored: earlier)
        var isOfNewForm = false
        if let address = EmailAddress(earlier) {
            isOfNewForm = try address == email || !isTaken(address, appID, keys: keys, in: tx) && !isAwaited(address, appID, in: tx)
            if isOfNewForm { email = address }
        }
        let name: String? = try row.find("username")
        let holder = try name.flatMap(Username.init).flatMap { try PersonLookup.find($0, keys: keys, in: tx) }
        guard try holder == nil && !isTaken(email, appID, keys: keys, in: tx) else {
            throw StorageError(.conflict, "somebody else has the address or the name")
        }
        let contents = PersonContents(
            email: email.text,
            username: name,
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
        return isOfNewForm
    }

    /// Whether somebody is found by an address, inside the app that made an account of it or, where it is proved, everywhere.
    private static func isTaken(_ address: EmailAddress, _ appID: String?, keys: KeyRing, in tx: any ReadTransaction) throws -> Bool {
        if let appID { return try PersonLookup.find(address, onlyInApp: appID, keys: keys, in: tx) != nil }
        return try PersonLookup.find(proved: address, keys: keys, in: tx) != nil
    }

    /// Whether somebody who had it before waits to be sealed.
    private static func isAwaited(_ address: EmailAddress, _ appID: String?, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            """
            SELECT earlierPerson.id FROM earlierPerson JOIN person ON person.id = earlierPerson.id
            WHERE earlierPerson.email = \(address.text) AND COALESCE(person.ownerAppId, '') = \(appID ?? "")
            """
        ) != nil
    }
}
