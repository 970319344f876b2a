import HTTPTypes
import HummingbirdTesting
import Identity
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Documents

/// What the store of kept documents promises the code that signs, backs up and deletes people.
struct KeptStoreTests {
    @Test(.timeLimit(.minutes(15))) func ofTwoThatSignOneVersionAtOnceOneIsKept() async throws {
        try await KeptFixture.run { kept in
            let file = KeptFixture.file(1000)
            let id = try await kept.keep(file).id
            let (store, environment) = (kept.store, kept.environment)
            let documentID = try await kept.registry.save("draft", by: "anna").documentID
            let newest = try #require(try await environment.database.read { try store.newestVersion(of: id, in: $0) })
            let kinds = try await withThrowingTaskGroup(of: KeptVersion?.self) { group in
                for number in 0..<5 {
                    group.addTask {
                        let part = try await environment.contents.store([UInt8(number)])
                        return try await environment.database.write { tx in
                            try store.append(
                                part,
                                to: newest,
                                hash: RegistryFixture.hash("\(number)"),
                                documentID: documentID,
                                signatureID: "s\(number)",
                                person: MadeUpPeople.person("anna"),
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
            // The losers' blobs are known as loose.
            #expect(try await kept.registry.count("orphanedBlob") == 4)
        }
    }

    @Test func aNameThatWasReplacedDoesNotComeBackWithItsRow() async throws {
        try await KeptFixture.run { kept in
            let id = try await kept.keep(KeptFixture.file(1000)).id
            let (store, database) = (kept.store, kept.environment.database)
            func row() async throws -> (sealed: [UInt8], number: Int) {
                try await database.read { tx in
                    let row = try #require(try tx.first("SELECT sealedFileName, nameNumber FROM keptDocument WHERE id = \(id)"))
                    return (try row.get("sealedFileName"), try row.get("nameNumber"))
                }
            }
            func put(_ row: (sealed: [UInt8], number: Int)) async throws {
                try await database.write { tx in
                    try tx.execute(
                        "UPDATE keptDocument SET sealedFileName = \(row.sealed), nameNumber = \(row.number) WHERE id = \(id)"
                    )
                }
            }
            func document() async throws -> KeptDocumentRecord? { try await database.read { try store.find(id, in: $0) } }
            let old = try await row()
            let before = try #require(try await document())
            try await database.write { [now = kept.registry.time.now()] in try store.rename(before, to: "other.pdf", at: now, in: $0) }
            let present = try await row()
            try await put(old)
            await #expect(throws: StorageError(.undecryptable, "")) { _ = try await document() }
            try await put(present)
            #expect(try await document()?.name == "other.pdf")
            _ = try await database.write { [now = kept.registry.time.now()] in try store.delete(id, at: now, in: $0) }
            #expect(try await kept.registry.count("objectKey") == 0)
        }
    }

    @Test func signaturesAddSoManyBytesToADocument() async throws {
        try await KeptFixture.run { kept in
            let file = KeptFixture.file(1000)
            let id = try await kept.keep(file).id
            let most = [UInt8](repeating: 1, count: KeptLimits.signatures)
            let refusal = await problem { try await kept.append(most + [1], to: file, of: id, signature: "s1", by: "anna") }
            #expect(refusal?.code == "documentFull")
            #expect(try await kept.append(most, to: file, of: id, signature: "s2", by: "anna")?.number == 2)
            let more = await problem { try await kept.append([1], to: file + most, of: id, signature: "s3", by: "anna") }
            #expect(more?.code == "documentFull")
        }
    }

    @Test func aPartThatWasSweptIsNotNamed() async throws {
        try await KeptFixture.run { kept in
            let file = KeptFixture.file(1000)
            let id = try await kept.keep(file).id
            let part = try await kept.environment.contents.store([1])
            try await kept.environment.database.write { tx in
                try OrphanedBlobStore.release([part.address], at: kept.registry.time.now(), in: tx)
            }
            let documentID = try await kept.registry.save("draft", by: "anna").documentID
            await #expect(throws: Problem.self) {
                try await kept.environment.database.write { [store = kept.store, time = kept.registry.time] tx in
                    let newest = try #require(try store.newestVersion(of: id, in: tx))
                    _ = try store.append(
                        part,
                        to: newest,
                        hash: RegistryFixture.hash("x"),
                        documentID: documentID,
                        signatureID: "s1",
                        person: MadeUpPeople.person("anna"),
                        at: time.now(),
                        in: tx
                    )
                }
            }
            #expect(try await kept.download(id).bytes == file)
        }
    }

    @Test func aKeyOfAPartOpensNoOtherPart() async throws {
        try await KeptFixture.run { kept in
            let id = try await kept.keep(KeptFixture.file((1 << 20) + 5)).id
            try await kept.environment.database.write { tx in
                let rows = try tx.rows("SELECT number, sealedKey FROM keptPart WHERE keptId = \(id) ORDER BY number")
                let first: [UInt8] = try rows[0].get("sealedKey")
                try tx.execute("UPDATE keptPart SET sealedKey = \(first) WHERE keptId = \(id) AND number = 2")
            }
            await #expect(throws: StorageError(.undecryptable, "")) {
                try await kept.environment.database.read { [store = kept.store] tx in
                    let newest = try #require(try store.newestVersion(of: id, in: tx))
                    _ = try store.parts(of: newest, in: tx)
                }
            }
        }
    }

    @Test func whatAPersonKeepsGoesWithThemAndIsToldInTheirExport() async throws {
        try await KeptFixture.run { kept in
            let file = KeptFixture.file(1000)
            let mine = try await kept.keep(file)
            let other = try await kept.keep(file, by: "boris").id
            _ = try await kept.call(
                .post,
                "/v1/kept-documents/\(other)/readers",
                KeptDocumentInvitation(email: "anna@example.org"),
                by: "boris"
            )
            let (told, blobs) = try await kept.environment.database.write {
                [time = kept.registry.time, keys = kept.environment.keys, store = kept.store] tx in
                (try ExportedFile.all(of: "anna", in: store, tx), try DocumentsDomain.erase("anna", at: time.now(), keys: keys, in: tx))
            }
            #expect(told.map(\.id) == [mine.id] && told.first?.name == "lease.pdf" && told.first?.hash == KeptFixture.hash(file))
            #expect(blobs.count == 1)
            #expect(try await kept.registry.count("orphanedBlob") == 1)
            #expect(try await kept.registry.count("keptReader") == 0)
            #expect(try await kept.download(mine.id).status == .notFound)
            #expect(try await kept.download(other, by: "boris").bytes == file)
        }
    }

    @Test func whatWasDeletedSinceABackupStaysDeletedWhenItIsRestored() async throws {
        try await KeptFixture.run { kept in
            let (gone, stays) = (try await kept.keep(KeptFixture.file(1000)).id, try await kept.keep(KeptFixture.file(1000, seed: 1)).id)
            let environment = kept.environment
            // A backup brings rows back, but no key that was destroyed until the last one.
            try await environment.database.write { [store = kept.store] tx in try store.seals.destroy(gone, in: tx) }
            let blobs = try await environment.database.write { tx in
                try DocumentsDomain.finish(.test(backupAt: environment.time.now(), keys: environment.keys), in: tx).blobs
            }
            #expect(blobs.count == 1)
            let page: Page<KeptDocument> = try kept.decode(try await kept.send(.get, "/v1/kept-documents", by: "anna"))
            #expect(page.items.map(\.id) == [stays])
        }
    }
}
