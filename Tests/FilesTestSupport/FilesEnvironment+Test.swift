import Foundation
import Logging
import ParaphPDFCrypto
import ParaphStorage
import ServerKit
import TestSupport

@testable import Files

extension FilesEnvironment {
    /// Runs a test of files alone against fresh tables.
    static func run(_ body: @Sendable (FilesEnvironment, MadeUpReaders, ManualTime) async throws -> Void) async throws {
        try await run(migrations: FilesDomain.migrations, following: FilesDomain.changeKinds, publicURL: "https://sign.example.org", body)
    }

    /// Runs a test against fresh tables of some domains, and a fresh folder of blobs; the keys of three people are there.
    static func run(
        migrations: [Migration],
        following kinds: [ChangeKind],
        publicURL: String = "",
        _ body: @Sendable (FilesEnvironment, MadeUpReaders, ManualTime) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-files-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = DomainList([]).migrations + migrations
        let database = try await TestPlace.make(for: migrations, following: kinds).open()
        try await database.migrate(migrations)
        let keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        let (people, time) = (MadeUpReaders(), ManualTime())
        let environment = FilesEnvironment(
            database: database,
            keys: keys,
            people: people,
            signatures: MadeUpSignatures(),
            mailer: MadeUpMails(),
            time: time,
            settings: FilesSettings(publicURL: publicURL),
            blobs: try await FolderBlobStore.open(at: "\(folder)/blobs"),
            ciphers: .crypto,
            memory: .memory(budget: 64 << 20, width: 2),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await database.write { tx in
            for id in ["anna", "boris", "carol"] { try keys.create(holder: id, in: tx) }
        }
        try await body(environment, people, time)
        await database.close()
    }
}
