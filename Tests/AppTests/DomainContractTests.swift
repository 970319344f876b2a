import AppTestSupport
import Foundation
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import App
@testable import Channels
@testable import Documents
@testable import Files
@testable import Identity
@testable import IdentityTestSupport
@testable import ServerKit

/// What must hold for every registered domain, and is seen not to hold for made-up ones that forget something.
@Suite struct DomainContractTests {
    @Test func everyRegisteredDomainKeepsToIt() async throws {
        // Nothing is sent or swept meanwhile.
        try await TestServer.runIdle { server in
            let node = server.node
            let anna = try await node.people.createPerson(email: "anna@example.org", name: "Anna")
            _ = try await node.people.createPerson(email: "boris@example.org", name: "Boris")
            let wiring = try Wiring(node: node)
            let environment = wiring.identity.environment
            try await PersonService(environment: environment).setPhoto(Picture.png.bytes, of: anna)
            _ = try await node.people.createToken(person: anna, scopes: ["docs"])
            _ = try await node.apps.create(.example)
            _ = try await RouteMatrixTests.belongings(of: anna, server)
            try await node.database.makeUpRows { [keys = node.keyRing, now = server.time.now()] tx in
                try Self.keepSealedThings(of: anna, at: now, keys: keys, in: tx)
                _ = try wiring.mail.outbox.enqueue(.init(to: "anna@example.org", subject: "Hello", text: "Anna", language: .en), in: tx)
            }
            // A restore would erase the person of a made-up row again.
            try await node.database.write { tx in
                try ErasureStore.add(.person(Identifier.random()), at: server.time.now(), in: tx)
            }
            let future = server.time.now().adding(seconds: 600).milliseconds
            _ = try await WatchedDatabase.makingUpRows {
                try await TableFiller(node.database, personID: anna, future: future, besides: DomainContract.own).fill()
            }
            let contract = DomainContract(
                domains: Wiring.registered,
                database: node.database,
                keys: node.keyRing,
                rootKey: RootKeyFiles(path: DataFolder(naming: node.configuration.data).rootKey),
                blobs: node.blobs,
                time: server.time,
                folder: server.folder,
                ended: Self.ended,
                untold: Self.untold,
                export: { personID, keys, tx in
                    let others = try Wiring.registered.people(keys: keys).export(of: personID, in: tx)
                    return try Self.export(of: personID, environment, keys, in: tx)
                        + others.map { String(decoding: $0.json, as: UTF8.self) }
                },
                readings: [
                    "IdentityDomain": { try Self.export(of: $0, environment, $1, in: $2) },
                    "MailChannel": { [time = server.time] _, keys, tx in
                        let outbox = Outbox(keys: keys, time: time)
                        return try outbox.entries(after: nil, onlyDead: false, limit: 10, lanes: wiring.lanes, in: tx).map { "\($0)" }
                    },
                    "PushChannel": { try ApplicationServerKeyStore.find(keys: $1, in: $2).map { ["\($0.publicKey)"] } ?? [] },
                    "FilesDomain": { try Self.parts(of: $0, $1, in: $2) },
                    "DocumentsDomain": { try Self.registry($1, in: $2) },
                ],
                unopened: Self.unopened,
                unfollowed: Self.unfollowed,
                remembering: Self.remembering
            )
            let faults = try await contract.faults(erasing: anna)
            #expect(faults == [])
        }
    }

    /// What the person's own file tells, whose long lists are read page by page.
    private static func export(of personID: String, _ environment: IdentityEnvironment, _ keys: KeyRing, in tx: any ReadTransaction) throws
        -> [String]
    {
        let now = environment.time.now()
        let caller = SessionCaller(personID: personID, sessionID: "", deviceID: nil, appID: nil)
        let head = try ExportService(environment: environment).gather(personID, photo: nil, for: caller, at: now, keys: keys, in: tx)
        let signatures = try SignatureStore.page(of: personID, after: nil, until: now, limit: 100, keys: keys, in: tx).map {
            try JSONBody.encode(PersonExport.Signature($0, ink: try DrawingStore.find($0.id, keys: keys, in: tx)))
        }
        let words = ActivityWords(kinds: environment.domains.activityKinds, language: .en)
        let activity = try ActivityStore.numbered(of: personID, before: nil, limit: 100, words: words, keys: keys, in: tx).map {
            try JSONBody.encode($0.item)
        }
        let captures = try CaptureStore.page(of: personID, after: nil, until: now, limit: 100, keys: keys, in: tx).map {
            try JSONBody.encode($0.details)
        }
        return ([try JSONBody.encode(head)] + signatures + activity + captures).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The keys of the pieces of a person's files.
    private static func parts(of personID: String, _ keys: KeyRing, in tx: any ReadTransaction) throws -> [String] {
        let store = FileStore(seals: FileSeals(keys: keys))
        let ids = try tx.rows("SELECT id FROM file WHERE ownerId = \(personID) ORDER BY id").map { try $0.get("id", as: String.self) }
        return try ids.compactMap { try store.newestVersion(of: $0, in: tx) }.flatMap { try store.parts(of: $0, in: tx) }.map { "\($0)" }
    }

    /// The versions of documents with who saved them, and the signatures on them.
    private static func registry(_ keys: KeyRing, in tx: any ReadTransaction) throws -> [String] {
        let store = DocumentStore(seals: DocumentSeals(keys: keys))
        return try tx.rows("SELECT id FROM document ORDER BY id").map { try $0.get("id", as: String.self) }.flatMap { id in
            let signatures = try store.signatures(of: id, opening: [1], in: tx)
            return try store.versions(of: id, in: tx).map { "\($0)" } + signatures.map { "\($0)" }
        }
    }

    /// A document of the registry with a version that came with a signature.
    private static func register(signature: String, of personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction)
        throws
    {
        let store = DocumentStore(seals: DocumentSeals(keys: keys))
        let id = Identifier.random()
        try store.insert(id: id, personID: personID, at: now, in: tx)
        let number = try store.nextNumber(of: id, adding: 1, in: tx)
        let signer = SignatureOnDocument.Signer(name: "Anna")
        let hash = DocumentHash(stored: String(repeating: "4e", count: 32))
        try store.insert(
            VersionRecord(
                documentID: id,
                number: number,
                previous: nil,
                hash: hash,
                isSigned: true,
                personID: personID,
                appID: SigningApp.webAppID,
                saver: "Anna",
                at: now
            ),
            in: tx
        )
        try store.insert(
            SignatureOnDocument(
                id: signature,
                documentID: id,
                number: number,
                position: 1,
                personID: personID,
                similarity: 1,
                isMatch: true,
                refusal: nil,
                signer: signer,
                circumstances: nil,
                at: now
            ),
            DocumentHistory.Circumstances(clientTime: "25.11.2026 05:00:00"),
            in: tx
        )
    }

    /// What is sealed and opened by no export and no reading here.
    private static let unopened: Set<String> = [
        // Certificates and their keys, which a test cannot make up.
        "authorityCertificate.sealedCertificate", "authorityCertificate.sealedScalar", "authorityRoot.sealedKey", "signingKey.sealedKey",
        // What an app's owner or a letter is reached by; the app here has no owner, and a letter's address is used once.
        "app.sealedEmail", "emailProof.sealedEmail",
        // What only a comparison reads.
        "trace.sealed", "refusedTrace.sealed", "signatureSample.sealedPlace",
        // A code that is good for ten minutes.
        "phoneCode.sealedCode",
    ]

    /// What an export opens, sealed as it is.
    private static func keepSealedThings(of personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws {
        let template = TemplateRecord(place: TemplatePlace(personID: personID), touch: false, referenceCount: 10, createdAt: now)
        try TemplateStore.replace(with: template, bytes: [1, 2, 3], permit: .administrator(), keys: keys, in: tx)
        let signature = SignatureRecord(id: Identifier.random(), personID: personID, similarity: 1, isMatch: true, at: now)
        try SignatureStore.insert(signature, keys: keys, in: tx)
        try register(signature: signature.id, of: personID, at: now, keys: keys, in: tx)
        try DrawingStore.insert([1], of: signature.id, personID: personID, until: now.adding(seconds: 600), keys: keys, in: tx)
        let capture = CaptureRecord(
            id: signature.id,
            personID: personID,
            appID: nil,
            kind: .signature,
            details: CaptureDetails(clientTime: "25.11.2026 05:00:00"),
            at: now
        )
        try CaptureStore.insert(capture, keys: keys, in: tx)
        let registration = Identifier.random()
        let place = RegistrationPlace(latitude: 52.5, longitude: 13.4)
        try keys.create(holder: PlaceStore.holder(ofRegistration: registration), in: tx)
        try tx.execute(
            """
            INSERT INTO registration (id, emailHash, sealedPerson, language, consentVersion, tries, sends, sentAt, createdAt, expiresAt)
            VALUES (\(registration), \([UInt8](repeating: 1, count: 32)), \([UInt8](repeating: 1, count: 32)), 'en', '1', 0, 0, \(now), \(now),
                \(now.adding(seconds: 600)))
            """
        )
        try PlaceStore.insert(place, ofRegistration: registration, keys: keys, in: tx)
        let key = Base64URL([4] + [UInt8](repeating: 1, count: 64))
        let address = WebPushAddress(endpoint: "https://push.example.net/1", p256dh: key, auth: Base64URL([UInt8](repeating: 1, count: 16)))
        let subscription = PushSubscription(
            id: Identifier.random(),
            personID: personID,
            sessionID: Identifier.random(),
            address: .webPush(address),
            categories: [.requests],
            failures: 0,
            createdAt: now
        )
        try PushSubscriptionStore.put(subscription, keys: keys, in: tx)
        _ = try ApplicationServerKeyStore.findOrMake(at: now, keys: keys, in: tx)
        try PlaceStore.move(fromRegistration: registration, to: personID, keys: keys, in: tx)
    }

    /// What must not outlive a restore, or need not.
    private static let ended: Set<String> = [
        // Sessions, and what hangs on one.
        "session", "challenge", "approval", "approvalCode", "mailboxHold", "deviceRequest", "passkeyChallenge", "handOver",
        // What programs may do, and ask.
        "oauthGrant", "oauthConsent", "oauthPushedRequest", "oauthDeviceRequest", "oauthDeviceGuess", "requestCodeGuess",
        "oauthCode", "oauthRefreshToken", "clientRequest", "backchannelRequest", "requestDelivery", "signatureActivation",
        "activatedDigest",
        // What begins anew: registrations, enrolments, drafts, and what is counted.
        "registration", "registrationPlace", "enrolment", "enrolmentSample", "mailedCode", "letter", "appUse", "fileDraft",
        // Another epoch begins, in which all is loaded anew.
        "syncChange", "syncClock",
        // Where sessions are alerted, which ended.
        "pushSubscription",
        // Texts on their way, and codes of them.
        "phoneCode", "textMessage",
    ]

    /// What tells nothing of a person that the rest of the export does not.
    private static let untold: Set<String> = [
        // What waits for minutes or a day, and is worth nothing to its person afterwards.
        "approval", "approvalCode", "mailboxHold", "challenge", "passkeyChallenge", "deviceRequest", "emailProof", "enrolment",
        "enrolmentSample", "phoneCode",
        "registration", "registrationPlace", "mailedCode", "oauthCode", "oauthRefreshToken", "backchannelRequest", "requestDelivery",
        "signatureActivation",
        "activatedDigest", "fileDraft", "outboxItem", "syncChange", "syncClock",
        // What is counted, so that no caller asks too often, and what would help the next guess.
        "appUse", "attempt", "letter", "fileInvitation", "fileMail", "refusedTrace", "sourceWatch", "strangerDraw",
        // Digests that tell copies, of signatures that are told.
        "acceptedSample", "trace",
        // What finds a person, or says once more what is told of their devices, signatures, files and activity.
        "personLookup", "accountFactor", "mailAccount", "signatureForDocument", "filePart",
        // Who left a file, and what was deleted lately, so that no one is asked or told again.
        "fileLeaver", "fileRemoval",
        // The instance's own, and of people only that they are gone.
        "announcement", "appIcon", "authorityCertificate", "authorityRoot", "erasure", "pushKey", "signingKey", "oauthUsedToken",
        "oauthPushedRequest", "oauthOrigin", "oauthClientDelivery", "oauthDeviceRequest", "oauthDeviceGuess", "requestCodeGuess",
    ]

    /// What belongs to things of people's lists, and is in none.
    private static let unfollowed: Set<String> = [
        // Where the bytes lie, and who left.
        "filePart", "fileLeaver",
        // What a session is asked for.
        "approval", "approvalCode", "mailboxHold",
        // When a program asked how its request stands, and how it is told.
        "backchannelRequest", "requestDelivery",
    ]

    /// Who signed what stays in the histories of documents, by an id whose name is sealed with a key that is destroyed.
    private static let remembering: Set<String> = [
        "auditLedger", "erasure", "document", "documentVersion", "documentSignature", "documentSeal",
    ]

    @Test func aDomainThatForgetsNothingPasses() async throws {
        #expect(try await Self.faults(of: Notes.self) == [])
    }

    @Test func aForgottenBlobIsFound() async throws {
        let faults = try await Self.faults(of: NotesWithoutBlobs.self)
        #expect(faults.contains("note.file names a blob that its domain does not tell of"), "\(faults)")
        #expect(faults.contains("a blob is lost by a restore"), "\(faults)")
    }

    @Test func aTableThatAnErasureForgetsIsFound() async throws {
        let faults = try await Self.faults(of: NotesOfTheErased.self)
        #expect(faults == ["noteTag.personId names the person who was erased"])
    }

    @Test func aTableThatAnExportForgetsIsFound() async throws {
        let faults = try await Self.faults(of: NotesWithoutTheirTags.self)
        #expect(faults == ["noteTag is not told in the export"])
    }

    @Test func aTableThatIsWronglyLeftOutOfBackupsIsFound() async throws {
        let faults = try await Self.faults(of: NotesWithoutABackup.self)
        #expect(faults == ["NotesWithoutABackup reads something else after a restore", "noteTag has 0 rows of 1 after a restore"])
    }

    @Test func aTableThatARestoreEmptiesIsFound() async throws {
        #expect(try await Self.faults(of: NotesEmptiedByRestores.self).contains("note has 0 rows of 1 after a restore"))
    }

    @Test func whatIsLostWithTheOldRootKeyIsFound() async throws {
        let faults = try await Self.faults(of: NotesOfTheRootKey.self)
        #expect(faults == ["what is told of the person does not open after an exchange of the root key"])
    }

    @Test func whatARestoreSealsForGoodIsFound() async throws {
        let faults = try await Self.faults(of: NotesWhoseKeyARestoreDestroys.self)
        #expect(faults.contains("what NotesWhoseKeyARestoreDestroys sealed does not open after a restore"), "\(faults)")
    }

    @Test func whatARestoreChangesIsFound() async throws {
        #expect(
            try await Self.faults(of: NotesThatARestoreMixesUp.self) == ["NotesThatARestoreMixesUp reads something else after a restore"]
        )
    }

    @Test func aSealedColumnThatNothingOpensIsFound() async throws {
        let faults = try await Self.faults(of: NotesThatAreNeverOpened.self)
        #expect(
            faults == [
                "NotesThatAreNeverOpened opens nothing of what it sealed",
                "note.sealedText is sealed, and nothing opens it after a restore",
            ]
        )
    }

    @Test func aKindWhoseTablesAreForgottenIsFound() async throws {
        #expect(try await Self.faults(of: NotesOfNoTable.self) == ["note names no table"])
        let faults = try await Self.faults(of: NotesOfAnotherTable.self)
        #expect(faults == ["note names letter, which is no table", "note names noteTag.noteId, which is no column"])
    }

    @Test func aTableThatTheTestForgetsIsFound() async throws {
        let faults = try await Self.faults(of: Notes.self, hasTag: false)
        #expect(faults.contains("noteTag has no row, so nothing is seen of it"), "\(faults)")
    }

    /// The faults of a made-up domain that keeps one note, with a tag.
    private static func faults(of domain: any Domain.Type, hasTag: Bool = true) async throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-domain-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let domains = DomainList([SyncDomain.self, domain])
        let database = try await TestPlace.make(folder: folder, following: domains.changeKinds).open()
        try await database.migrate(domains.migrations)
        let rootKey = RootKeyFiles(path: "\(folder)/root.key")
        let keys = try await KeyRing.open(files: rootKey, database: database)
        let blobs = try await FolderBlobStore.open(at: "\(folder)/blobs")
        let file = try await blobs.put([1, 2, 3])
        try await database.write { tx in
            // The first key that is made says which root key is in use.
            try keys.create(holder: "note", in: tx)
            try ChangeLog.note(ChangeKind("note"), "n", for: ["anna"], in: tx)
            try Outbox(keys: keys, time: ManualTime()).enqueue([1], lane: "note", in: tx)
            try ErasureStore.add(ErasureKind("note", memory: nil), "gone", at: Timestamp(milliseconds: 1), in: tx)
            let text = try keys.seal(Array("hello".utf8), holder: "note", table: "note", row: "n", version: 1, in: tx)
            try tx.execute("INSERT INTO note (id, personId, file, sealedText) VALUES ('n', 'anna', \(file.address), \(text))")
            if hasTag { try tx.execute("INSERT INTO noteTag (id, personId, text) SELECT 't', 'anna', rootKeyId FROM rootKeyUse") }
        }
        let contract = DomainContract(
            domains: domains,
            database: database,
            keys: keys,
            rootKey: rootKey,
            blobs: blobs,
            time: ManualTime(),
            folder: folder,
            ended: ["syncChange", "syncClock"],
            untold: ["erasure", "outboxItem", "syncChange", "syncClock"],
            unopened: ["outboxItem.sealed"]
        )
        let faults = try await contract.faults(erasing: "anna")
        await database.close()
        return faults
    }
}

/// A domain of notes, each of a person and with a file, and of tags.
private protocol NoteTaking: QuietDomain {}

extension NoteTaking {
    static var migrations: [Migration] {
        [
            Migration(
                name: "notes/001-notes",
                sql: """
                    CREATE TABLE note (id TEXT NOT NULL PRIMARY KEY, personId TEXT NOT NULL, file TEXT NOT NULL, sealedText blob NOT NULL);
                    CREATE TABLE noteTag (id TEXT NOT NULL PRIMARY KEY, personId TEXT NOT NULL, text TEXT NOT NULL);
                    """
            )
        ]
    }

    static var changeKinds: [ChangeKind] { [ChangeKind("note", in: FollowedTable("note", person: "personId"))] }

    static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        try tx.rows("SELECT file FROM note").map { try $0.get("file") }
    }

    static func notes(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> ExportedMember {
        let texts = try tx.rows("SELECT id, sealedText FROM note WHERE personId = \(personID)").map { row in
            let (id, sealed): (String, [UInt8]) = (try row.get("id"), try row.get("sealedText"))
            return String(decoding: try keys.open(sealed, holder: "note", table: "note", row: id, version: 1, in: tx), as: UTF8.self)
        }
        return try ExportedMember("notes", texts)
    }

    static func tags(of personID: String, in tx: any ReadTransaction) throws -> ExportedMember {
        try ExportedMember(
            "tags",
            try tx.rows("SELECT text FROM noteTag WHERE personId = \(personID)").map { try $0.get("text", as: String.self) }
        )
    }

    static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        [try notes(of: personID, keys: keys, in: tx), try tags(of: personID, in: tx)]
    }

    static func eraseNotes(of personID: String, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let files = try tx.rows("SELECT file FROM note WHERE personId = \(personID)").map { try $0.get("file", as: BlobAddress.self) }
        try tx.execute("DELETE FROM note WHERE personId = \(personID)")
        return files
    }

    static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try tx.execute("DELETE FROM noteTag WHERE personId = \(personID)")
        return try eraseNotes(of: personID, in: tx)
    }
}

private struct Notes: NoteTaking {}

private struct NotesWithoutBlobs: NoteTaking {
    static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] { [] }
}

private struct NotesOfTheErased: NoteTaking {
    static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try eraseNotes(of: personID, in: tx)
    }
}

private struct NotesWithoutTheirTags: NoteTaking {
    static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        [try notes(of: personID, keys: keys, in: tx)]
    }
}

private struct NotesOfNoTable: NoteTaking {
    static var changeKinds: [ChangeKind] { [ChangeKind("note")] }
}

private struct NotesOfAnotherTable: NoteTaking {
    static var changeKinds: [ChangeKind] { [ChangeKind("note", in: FollowedTable("letter"), FollowedTable("noteTag", thing: "noteId"))] }
}

private struct NotesWithoutABackup: NoteTaking {
    static var tablesNotBackedUp: Set<String> { ["noteTag"] }
}

/// Seals by the root key itself, in whose place another one comes.
private struct NotesOfTheRootKey: NoteTaking {
    static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        let key = try tx.first("SELECT rootKeyId FROM rootKeyUse")?.get("rootKeyId", as: String.self)
        let used = try tx.first("SELECT text FROM noteTag")?.get("text", as: String.self)
        guard used == nil || key == used else { throw StorageError(.undecryptable, "the note does not open") }
        return [try notes(of: personID, keys: keys, in: tx), try tags(of: personID, in: tx)]
    }
}

private struct NotesWhoseKeyARestoreDestroys: NoteTaking {
    static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        try restore.keys.destroy(holder: "note", in: tx)
        return .init()
    }
}

private struct NotesThatARestoreMixesUp: NoteTaking {
    static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        try tx.execute("UPDATE noteTag SET text = 'another'")
        return .init()
    }
}

private struct NotesThatAreNeverOpened: NoteTaking {
    static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] {
        let ids = try tx.rows("SELECT id FROM note WHERE personId = \(personID)").map { try $0.get("id", as: String.self) }
        return [try ExportedMember("notes", ids), try tags(of: personID, in: tx)]
    }
}

private struct NotesEmptiedByRestores: NoteTaking {
    static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        try tx.execute("DELETE FROM note")
        return .init()
    }
}
