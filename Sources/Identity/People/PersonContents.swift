import Foundation
import ParaphStorage
import ParaphWire

/// What tells who a person is, as their row keeps it: sealed by a key of its own, which the person's key wraps and the next state ends.
///
/// So an erased person is unreadable in every copy of the row, and an earlier row does not open where it is put back.
struct PersonContents: Codable, Hashable, Sendable {
    var email: String
    var username: String?
    var profile: Profile
    /// An Argon2id hash in PHC form.
    var passwordHash: String?
    /// The telephone number that the person showed to be theirs.
    var provedPhone: String?

    private static let table = "person"
    private static let version = 1

    /// The key ring's name for what is sealed of a person.
    private static func object(of personID: String) -> String { "profile/\(personID)" }

    init(of person: PersonRecord) {
        email = person.email.text
        username = person.username?.text
        profile = person.profile
        passwordHash = person.passwordHash
        provedPhone = person.provedPhone
    }

    /// Seals it by a new key; what was sealed of the person before does not open any more.
    func sealed(for personID: String, keys: KeyRing, in tx: any WriteTransaction) throws -> [UInt8] {
        let object = Self.object(of: personID)
        try keys.renew(object: object, holders: [personID], in: tx)
        let bytes = Array(try JSONEncoder().encode(self))
        return try keys.seal(bytes, object: object, holder: personID, table: Self.table, row: personID, version: Self.version, in: tx)
    }

    /// Opens it.
    ///
    /// - Throws: ``StorageError`` of code `undecryptable` where the row was changed or is an earlier one, `notFound` where the person was erased.
    static func open(_ sealed: [UInt8]?, of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonContents {
        guard let sealed else { throw StorageError(.undecryptable, "a person's row has no contents") }
        let bytes = try keys.open(
            sealed,
            object: object(of: personID),
            holder: personID,
            table: table,
            row: personID,
            version: version,
            in: tx
        )
        return try JSONDecoder().decode(PersonContents.self, from: Data(bytes))
    }
}
