import Foundation
import ParaphStorage
import ServerKit
import TestSupport

@testable import Documents

/// An authority on a real database.
struct AuthorityFixture: Sendable {
    let database: any Database
    let keys: KeyRing
    let time: ManualTime
    /// Where the root key lies.
    let folder: String

    /// Runs a test against fresh tables.
    static func run(_ body: @Sendable (AuthorityFixture) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-authority-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try await TestPlace.make().open()
        try await database.migrate(DomainList([]).migrations + DocumentsDomain.migrations)
        let keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        try await database.write { tx in try keys.create(holder: "anna", in: tx) }
        try await body(AuthorityFixture(database: database, keys: keys, time: ManualTime(), folder: folder))
        await database.close()
    }

    /// The authority as a node with some settings has it.
    func authority(_ organisation: String? = "North & Co", _ publicURL: String? = "https://sign.example.org") -> Authority {
        Authority(
            database: database,
            keys: keys,
            time: time,
            settings: AuthoritySettings(organisation: organisation, host: "sign.example.org", publicURL: publicURL)
        )
    }

    /// How many rows a query counts.
    func count(_ sql: SQL) async throws -> Int {
        try await database.read { try $0.first(sql)?.get("count") ?? 0 }
    }
}
