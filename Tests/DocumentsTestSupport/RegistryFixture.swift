import Crypto
import Foundation
import Logging
import ParaphPDFCrypto
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport

@testable import Documents

/// The registry of documents on a real database, with people and signatures that a test makes up.
struct RegistryFixture: Sendable {
    let environment: DocumentsEnvironment
    let people: MadeUpPeople
    let requests: MadeUpRequests
    let time: ManualTime
    let app = SigningApp(id: "app-1", name: "Example")

    /// Runs a test against fresh tables, where no files are kept; the keys of three people are there.
    static func run(
        settings: DocumentsSettings = DocumentsSettings(),
        _ body: @Sendable (RegistryFixture) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-registry-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = DomainList([]).migrations + DocumentsDomain.migrations
        let database = try await TestPlace.make(for: migrations, following: DocumentsDomain.changeKinds).open()
        try await database.migrate(migrations)
        let keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        try await database.write { tx in
            for id in ["anna", "boris", "carol"] { try keys.create(holder: id, in: tx) }
        }
        let memory = ConcurrencyLimiter.memory(budget: 64 << 20, width: 2)
        try await body(
            RegistryFixture(database: database, keys: keys, time: ManualTime(), files: NoFiles(), memory: memory, settings: settings)
        )
        await database.close()
    }

    /// A registry over some files, in their database.
    init(
        database: any Database,
        keys: KeyRing,
        time: ManualTime,
        files: any SignableFiles,
        memory: ConcurrencyLimiter,
        settings: DocumentsSettings
    ) {
        (people, requests, self.time) = (MadeUpPeople(time: time), MadeUpRequests(), time)
        let host = AuthoritySettings(host: "sign.example.org")
        environment = DocumentsEnvironment(
            database: database,
            keys: keys,
            signatories: people,
            authorizations: people,
            requests: requests,
            time: time,
            settings: settings,
            authority: Authority(database: database, keys: keys, time: time, settings: host),
            fonts: EvidenceFonts(),
            files: files,
            ciphers: .crypto,
            memory: memory,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    /// The SHA-256 of a file that holds a text.
    static func hash(_ text: String) -> DocumentHash {
        DocumentHash(stored: SHA256.hash(data: Data(text.utf8)).map { String(format: "%02x", $0) }.joined())
    }

    /// Saves a file that holds `text`, made from one that held `previous`.
    @discardableResult
    func save(
        _ text: String,
        after previous: String? = nil,
        _ signatures: [String] = [],
        by person: String,
        document: String? = nil,
        file: String? = nil,
        through app: SigningApp? = nil
    ) async throws -> DocumentRegistry.Saved {
        let save = DocumentRegistry.Save(
            previous: previous.map(Self.hash),
            hash: Self.hash(text),
            signatures: signatures,
            documentID: document,
            fileID: file
        )
        return try await environment.database.write { [environment, app = app ?? self.app] tx in
            try DocumentRegistry(environment: environment).save(save, by: MadeUpPeople.person(person), through: app, in: tx)
        }
    }

    /// Why a save is refused; `nil` where it is not.
    func refusal(
        _ text: String,
        after previous: String? = nil,
        _ signatures: [String] = [],
        by person: String,
        document: String? = nil
    ) async throws -> String? {
        do {
            try await save(text, after: previous, signatures, by: person, document: document)
            return nil
        } catch let refusal as SaveRefusal {
            return refusal.code.rawValue
        }
    }

    /// The history of a document as somebody sees it.
    func history(_ id: String, file: String? = nil, for person: String? = nil, through app: String? = nil) async throws -> DocumentHistory?
    {
        let reader = person.map { HistoryService.Reader(personID: $0, appID: app) }
        return try await environment.database.read { [environment] tx in
            try HistoryService(environment: environment).find(id, hash: file.map(Self.hash), for: reader, in: tx)?.history
        }
    }

    /// How many rows a table holds.
    func count(_ table: String) async throws -> Int {
        try await environment.database.read {
            try $0.first(SQL(stringLiteral: "SELECT COUNT(*) AS count FROM \(table)"))?.get("count") ?? 0
        }
    }
}
