import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Files
@testable import FilesTestSupport

/// What the store of files promises the code that signs, backs up and deletes people.
struct FileStoreTests {
    @Test(.timeLimit(.minutes(15))) func ofTwoThatSignOneVersionAtOnceOneIsKept() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(1000)
            let id = try await files.keep(file).id
            let (store, environment) = (files.store, files.environment)
            let newest = try #require(try await environment.database.read { try store.newestVersion(of: id, in: $0) })
            let kinds = try await withThrowingTaskGroup(of: FileVersion?.self) { group in
                for number in 0..<5 {
                    group.addTask {
                        let part = try await environment.contents.store([UInt8(number)])
                        return try await environment.database.write { tx in
                            try store.append(
                                part,
                                to: newest,
                                hash: FilesFixture.hash([UInt8(number)]),
                                documentID: "document",
                                signatureID: "s\(number)",
                                person: MadeUpReaders.person("anna"),
                                at: environment.time.now(),
                                in: tx
                            )
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let won = kinds.compactMap(\.self)
            #expect(won.count == 1 && won[0].number == 2 && won[0].size == 1001)
            let found = try await environment.database.read { tx in
                (try store.version(ofSignature: won[0].signatureID ?? "", in: tx), try store.versions(of: id, in: tx).count)
            }
            #expect(found.0 == won[0] && found.1 == 2)
            // The losers' blobs are known as unclaimed.
            #expect(try await files.count("orphanedBlob") == 4)
        }
    }

    @Test func aNameThatWasReplacedDoesNotComeBackWithItsRow() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file(1000)).id
            let (store, database) = (files.store, files.environment.database)
            func row() async throws -> (sealed: [UInt8], number: Int) {
                try await database.read { tx in
                    let row = try #require(try tx.first("SELECT sealedFileName, nameNumber FROM file WHERE id = \(id)"))
                    return (try row.get("sealedFileName"), try row.get("nameNumber"))
                }
            }
            func put(_ row: (sealed: [UInt8], number: Int)) async throws {
                try await database.makeUpRows { tx in
                    try tx.execute(
                        "UPDATE file SET sealedFileName = \(row.sealed), nameNumber = \(row.number) WHERE id = \(id)"
                    )
                }
            }
            func document() async throws -> FileRecord? { try await database.read { try store.find(id, in: $0) } }
            let old = try await row()
            let before = try #require(try await document())
            try await database.write { try store.rename(before, to: "other.pdf", in: $0) }
            let present = try await row()
            try await put(old)
            await #expect(throws: StorageError(.undecryptable, "")) { _ = try await document() }
            try await put(present)
            #expect(try await document()?.name == "other.pdf")
            _ = try await database.write { [now = files.time.now()] in try store.delete(id, at: now, in: $0) }
            #expect(try await files.count("objectKey") == 0)
        }
    }

    @Test func signaturesAddSoManyBytesToADocument() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(1000)
            let id = try await files.keep(file).id
            let most = [UInt8](repeating: 1, count: FileLimits.signatures)
            let refusal = await problem { try await files.append(most + [1], to: file, of: id, signature: "s1", by: "anna") }
            #expect(refusal?.code == "fileFull")
            #expect(try await files.append(most, to: file, of: id, signature: "s2", by: "anna")?.number == 2)
            let more = await problem { try await files.append([1], to: file + most, of: id, signature: "s3", by: "anna") }
            #expect(more?.code == "fileFull")
        }
    }

    @Test func aPartThatWasSweptIsNotNamed() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(1000)
            let id = try await files.keep(file).id
            let part = try await files.environment.contents.store([1])
            try await files.environment.database.write { tx in
                try OrphanedBlobStore.release([part.address], at: files.time.now(), in: tx)
            }
            await #expect(throws: Problem.self) {
                try await files.environment.database.write { [store = files.store, time = files.time] tx in
                    let newest = try #require(try store.newestVersion(of: id, in: tx))
                    _ = try store.append(
                        part,
                        to: newest,
                        hash: FilesFixture.hash([1]),
                        documentID: "document",
                        signatureID: "s1",
                        person: MadeUpReaders.person("anna"),
                        at: time.now(),
                        in: tx
                    )
                }
            }
            #expect(try await files.download(id).bytes == file)
        }
    }

    @Test func aKeyOfAPartOpensNoOtherPart() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file((1 << 20) + 5)).id
            try await files.environment.database.write { tx in
                let rows = try tx.rows("SELECT number, sealedKey FROM filePart WHERE fileId = \(id) ORDER BY number")
                let first: [UInt8] = try rows[0].get("sealedKey")
                try tx.execute("UPDATE filePart SET sealedKey = \(first) WHERE fileId = \(id) AND number = 2")
            }
            await #expect(throws: StorageError(.undecryptable, "")) {
                try await files.environment.database.read { [store = files.store] tx in
                    let newest = try #require(try store.newestVersion(of: id, in: tx))
                    _ = try store.parts(of: newest, in: tx)
                }
            }
        }
    }

    @Test func whatAPersonKeepsGoesWithThemAndIsToldInTheirExport() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(1000)
            let mine = try await files.keep(file)
            let other = try await files.keep(file, by: "boris").id
            _ = try await files.call(
                .post,
                "/v1/files/\(other)/readers",
                FileInvitation(email: "anna@example.org"),
                by: "boris"
            )
            let now = files.time.now()
            let (told, shared, owners) = try await files.environment.database.read { [store = files.store] tx in
                (
                    try ExportedFile.all(of: "anna", in: store, tx), try ExportedSharedFile.all(of: "anna", in: store, tx),
                    try ExportedFile.all(of: "boris", in: store, tx)
                )
            }
            #expect(shared == [ExportedSharedFile(id: other, name: "lease.pdf", ownerId: "boris", since: now)])
            #expect(told.first?.readers.isEmpty == true && owners.first?.readers == [ExportedReader(personId: "anna", since: now)])
            let members = try await files.environment.database.read { [keys = files.environment.keys] tx in
                try FilesDomain.export(of: "anna", keys: keys, in: tx).map(\.name)
            }
            #expect(members == ["files", "sharedFiles"])
            let blobs = try await files.environment.database.makeUpRows { [keys = files.environment.keys] tx in
                try FilesDomain.erase("anna", at: now, keys: keys, in: tx)
            }
            #expect(told.map(\.id) == [mine.id] && told.first?.name == "lease.pdf" && told.first?.hash == FilesFixture.hash(file))
            #expect(blobs.count == 1)
            #expect(try await files.count("orphanedBlob") == 1)
            #expect(try await files.count("fileReader") == 0)
            #expect(try await files.download(mine.id).status == .notFound)
            #expect(try await files.download(other, by: "boris").bytes == file)
        }
    }

    @Test func whatWasDeletedSinceABackupStaysDeletedWhenItIsRestored() async throws {
        try await FilesFixture.run { files in
            let gone = try await files.keep(FilesFixture.file(1000)).id
            let stays = try await files.keep(FilesFixture.file(1000, seed: 1)).id
            let environment = files.environment
            // A backup brings rows back, but no key that was destroyed until the last one.
            try await environment.database.write { [store = files.store] tx in try store.seals.destroy(gone, in: tx) }
            let blobs = try await environment.database.makeUpRows { tx in
                try FilesDomain.finish(.test(backupAt: environment.time.now(), keys: environment.keys), in: tx).blobs
            }
            #expect(blobs.count == 1)
            let page: Page<StoredFile> = try files.decode(try await files.send(.get, "/v1/files", by: "anna"))
            #expect(page.items.map(\.id) == [stays])
        }
    }

    @Test func whoWasDismissedOrLeftSinceABackupStaysOutWhenItIsRestored() async throws {
        try await FilesFixture.run { files in
            let id = try await files.keep(FilesFixture.file(1000)).id
            let (environment, store, keys) = (files.environment, files.store, files.environment.keys)
            let people = ["boris", "carol", "dora", "eve"]
            let share: @Sendable (any WriteTransaction) throws -> Void = { tx in
                for person in people { _ = try store.addReader(person, to: id, at: environment.time.now(), in: tx) }
            }
            let readers: @Sendable (any ReadTransaction) throws -> [String] = { try store.readers(of: id, in: $0).sorted() }
            let backupAt = environment.time.now()
            let left = try await environment.database.makeUpRows { tx in
                try share(tx)
                _ = try store.removeReader("boris", from: id, at: backupAt.adding(seconds: 60), in: tx)
                _ = try store.leave(id, by: "carol", at: backupAt.adding(seconds: 60), in: tx)
                // Who was let in again is in.
                _ = try store.removeReader("dora", from: id, at: backupAt.adding(seconds: 60), in: tx)
                _ = try store.addReader("dora", to: id, at: backupAt.adding(seconds: 61), in: tx)
                // Before the backup.
                _ = try store.removeReader("eve", from: id, at: backupAt.adding(seconds: -60), in: tx)
                let left = try readers(tx)
                let list = try ErasureStore.all(in: tx)
                // The rows of the backup.
                try tx.execute("DELETE FROM fileLeaver")
                for person in people {
                    try tx.execute(
                        """
                        INSERT INTO fileReader (fileId, personId, at) VALUES (\(id), \(person), \(backupAt)) ON CONFLICT (fileId, personId) DO NOTHING
                        """
                    )
                }
                let erased = try FilesDomain.finish(.test(list, backupAt: backupAt, keys: keys), in: tx).erased
                #expect(erased == 2)
                return left
            }
            #expect(left == ["dora"])
            let (now, hasLeft) = try await environment.database.read { tx in (try readers(tx), try store.hasLeft(id, "carol", in: tx)) }
            #expect(now == ["dora", "eve"] && hasLeft)
        }
    }
}
