import Crypto
import Foundation
import Identity
import ParaphInk
import ParaphPDFCrypto
import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import App
@testable import Documents
@testable import Files
@testable import FilesTestSupport

/// The registry of documents on a real database, with people and signatures that a test makes up.
struct RegistryFixture: Sendable {
    let environment: DocumentsEnvironment
    /// The files on the server, which people sign.
    let files: FilesEnvironment
    let people: MadeUpPeople
    let readers: MadeUpReaders
    let requests: MadeUpRequests
    let time: ManualTime
    let app = SigningApp(id: "app-1", name: "Example")

    /// Runs a test against fresh tables.
    static func run(
        settings: DocumentsSettings = DocumentsSettings(),
        _ body: @Sendable (RegistryFixture) async throws -> Void
    ) async throws {
        let migrations = IdentityDomain.migrations + FilesDomain.migrations + DocumentsDomain.migrations
        try await FilesEnvironment.run(migrations: migrations, publicURL: settings.publicURL) { files, readers, time in
            let people = MadeUpPeople(time: time)
            let requests = MadeUpRequests()
            let host = AuthoritySettings(host: "sign.example.org")
            let environment = DocumentsEnvironment(
                database: files.database,
                keys: files.keys,
                signatories: people,
                authorizations: people,
                requests: requests,
                time: time,
                settings: settings,
                authority: Authority(database: files.database, keys: files.keys, time: time, settings: host),
                fonts: EvidenceFonts(),
                files: FilesSignableFiles(files: FileVersions(environment: files)),
                ciphers: .crypto,
                memory: files.memory,
                logger: files.logger
            )
            try await body(
                RegistryFixture(environment: environment, files: files, people: people, readers: readers, requests: requests, time: time)
            )
        }
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
        document: String? = nil
    ) async throws -> DocumentRegistry.Saved {
        let save = DocumentRegistry.Save(
            previous: previous.map(Self.hash),
            hash: Self.hash(text),
            signatures: signatures,
            documentID: document
        )
        return try await environment.database.write { [environment, app] tx in
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

/// People whose name is their id, and signatures that a test gives.
final class MadeUpPeople: Signatories, SealAuthorizations {
    private let signatures = Mutex<[String: GivenSignature]>([:])
    /// What the device does in the place of what it does usually.
    let authorizing = Mutex<(@Sendable (SealMemory?) async throws -> Void)?>(nil)
    /// The signatures of which a device was removed.
    let removed = Mutex<Set<String>>([])
    /// The hashes of the files that signatures were drawn for in the web app.
    private let drawnFor = Mutex<[String: String]>([:])
    /// How many bytes each picture has.
    let pictureSize = Mutex(3)
    /// The signatures of which it is not kept how they look.
    let notDrawn = Mutex<Set<String>>([])
    /// The signatures that look otherwise than all the others.
    let looks = Mutex<[String: InkDrawing]>([:])
    /// How all the others look.
    static let drawing = InkDrawing(
        Sample(
            strokes: [Stroke(points: (0..<60).map { Point(x: Double($0) * 4, y: Double($0 % 12) * 5, time: Double($0) * 8) })],
            channels: .time
        )
    )
    /// The key of the app that everybody uses.
    static let key = "key"
    private let time: ManualTime

    /// What became of signatures, in transactions that were committed.
    let noted = Mutex<[String]>([])

    func note(_ kind: ActivityKind, ofSignature id: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws {
        let words = "\(kind.rawValue) \(id)\(subject.fileID == nil ? "" : " on a file")"
        tx.afterCommit { self.noted.withLock { $0.append(words) } }
    }

    /// The seconds to wait before an app may save another file.
    let saveWait = Mutex<Int?>(nil)

    func takeSave(of file: String, by personID: String, inApp appID: String, in tx: any WriteTransaction) throws -> Int? {
        saveWait.withLock { $0 }
    }

    init(time: ManualTime) {
        self.time = time
    }

    static func person(_ id: String) -> Signatory {
        Signatory(id: id, name: id.capitalized, companyName: "North & Co", position: "Notary")
    }

    /// Gives a signature and returns its id.
    func sign(_ person: String, _ id: String, app: String = "app-1", similarity: Double = 0.94) -> String {
        let signature = GivenSignature(
            personID: person,
            appID: app,
            similarity: similarity,
            isMatch: similarity > 0.5,
            at: time.now(),
            application: "Example",
            circumstances: .init(
                clientTime: "21.11.2026 11:00:00",
                latitude: 55.75,
                longitude: 37.61,
                city: "Moscow",
                deviceVersion: "iPad3,1"
            )
        )
        signatures.withLock { $0[id] = signature }
        return id
    }

    /// Gives a signature in the web app for a file with a hash and returns its id.
    func sign(_ person: String, _ id: String, for hash: String, similarity: Double = 0.94) -> String {
        drawnFor.withLock { $0[id] = hash }
        return sign(person, id, app: SigningApp.webAppID, similarity: similarity)
    }

    func documentHash(ofSignature id: String, in tx: any ReadTransaction) throws -> String? { drawnFor.withLock { $0[id] } }

    func app(key: String) async throws -> SigningApp? { key == Self.key ? SigningApp(id: "app-1", name: "Example") : nil }
    func requireEnabled(_ appID: String, in tx: any ReadTransaction) throws {}
    func person(email: String, inApp appID: String, in tx: any ReadTransaction) throws -> Signatory? { Self.person(email) }
    func person(_ id: String, in tx: any ReadTransaction) throws -> Signatory? { id == "nobody" ? nil : Self.person(id) }

    /// What a device authorises is what it says.
    func authorize(_ request: SealRequest, personID: String, memory: SealMemory?) async throws {
        if let authorizing = authorizing.withLock({ $0 }) { return try await authorizing(memory) }
        guard request.assertion == "\(personID) \(request.digest.text)" else {
            throw Problem.forbidden("badAssertion", "It said otherwise.")
        }
    }

    func requireDevices(ofSignature id: String, personID: String, in tx: any ReadTransaction) throws {
        guard !removed.withLock({ $0.contains(id) }) else { throw Problem.conflict(.unknownSignature, "A device of it was removed.") }
    }

    func signature(_ id: String, in tx: any ReadTransaction) throws -> GivenSignature? { signatures.withLock { $0[id] } }
    func pictured(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> [String: Int] {
        Dictionary(uniqueKeysWithValues: signatureIDs.map { ($0, 1) })
    }
    func drawn(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> Set<String> {
        Set(signatureIDs).subtracting(notDrawn.withLock { $0 })
    }
    func drawings(ofSignatures ids: [String]) async throws -> [String: InkDrawing] {
        let kept = Set(ids).subtracting(notDrawn.withLock { $0 })
        let looks = looks.withLock { $0 }
        return Dictionary(uniqueKeysWithValues: kept.compactMap { id in (looks[id] ?? Self.drawing).map { (id, $0) } })
    }
    func picture(ofSignature id: String) async throws -> SignatoryPicture? {
        let bytes = (1...pictureSize.withLock { $0 }).map { UInt8(truncatingIfNeeded: $0) }
        return SignatoryPicture(bytes: bytes, mediaType: "image/png", orientation: 1)
    }
}
