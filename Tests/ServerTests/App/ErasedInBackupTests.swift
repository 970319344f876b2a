import Foundation
import Identity
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App

/// Who was erased is unreadable in every backup that was made before, with today's keys too, and cannot be looked for there.
@Suite struct ErasedInBackupTests {
    private static let secrets = ["wilhelmina", "plain-sight.example", "searchable", "+4930123987654"]

    /// Every byte below a folder, as text in lower case.
    private static func everything(in folder: String) throws -> String {
        var text = ""
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            text += String(decoding: bytes, as: Unicode.ASCII.self).lowercased()
        }
        return text
    }

    @Test func anOldBackupTellsNothingOfSomebodyErased() async throws {
        try await TestServer.run { server, _ in
            let people = try server.node.people
            let id = try await people.createPerson(email: "wilhelmina@plain-sight.example", name: "Wilhelmina Searchable")
            let other = try await people.createPerson(email: "boris@example.org", name: "Boris")
            let target = "\(server.folder)/backups"
            let old = try await server.node.makeBackup(to: target, keep: nil)
            for secret in Self.secrets { #expect(try !Self.everything(in: target).contains(secret)) }
            // What finds people lies in no backup: whoever has the root key could try addresses with it.
            for table in IdentityDomain.forgottenByRestore {
                let part = try #require(FileManager.default.contents(atPath: "\(target)/\(old.id)/\(table).rows"))
                #expect(part.count < 64, "\(table)")
            }
            let lookup = try #require(FileManager.default.contents(atPath: "\(target)/\(old.id)/personLookup.rows"))
            let hashes = try await server.node.database.read { tx in
                try tx.rows("SELECT hash FROM personLookup").map { try $0.get("hash", as: [UInt8].self) }
            }
            #expect(hashes.count == 2)
            for hash in hashes { #expect(lookup.firstRange(of: Data(hash)) == nil) }
            let copied = try await Self.sealed(of: id, server)

            server.time.advance(seconds: 60)
            try await people.deletePerson(id)
            _ = try await server.node.makeBackup(to: target, keep: nil)
            // The row of the old backup, with the key of its own that lies beside it, put where today's keys are.
            try await server.node.database.write { tx in
                try tx.execute(
                    "INSERT INTO objectKey (object, holder, wrapped) VALUES (\("profile/\(id)"), \(id), \(copied.wrapped))"
                )
                try tx.execute(
                    """
                    INSERT INTO person (id, emailProved, status, sealedContents, language, createdAt)
                    VALUES (\(id), 1, 'active', \(copied.contents), 'en', 1)
                    """
                )
            }
            await #expect(throws: StorageError.self) { try await people.person(id) }
            try await server.node.database.write { try $0.execute("DELETE FROM person WHERE id = \(id)") }

            let restored = "\(server.folder)/restored"
            let rootKey = RootKeyFiles(path: "\(server.node.configuration.data)/root.key")
            let report = try await Restore(source: target, id: old.id, rootKey: rootKey, target: restored, time: server.time).run()
            #expect(report.erased == 1 && report.unreadable == 0)
            var configuration = server.node.configuration
            configuration.data = restored
            configuration.database = .folder
            let node = try await Node.open(configuration, time: server.time)
            // Who was not erased is found again by what no backup holds.
            #expect(try await node.people.person("Boris@example.org").id == other)
            let gone = await problem { try await node.people.person("wilhelmina@plain-sight.example") }
            #expect(gone?.status == 404)
            await node.close()
        }
    }

    private static func sealed(of id: String, _ server: TestServer) async throws -> (contents: [UInt8], wrapped: [UInt8]) {
        try await server.node.database.read { tx in
            let person = try #require(try tx.first("SELECT sealedContents FROM person WHERE id = \(id)"))
            let key = try #require(try tx.first("SELECT wrapped FROM objectKey WHERE object = \("profile/\(id)")"))
            return (try person.get("sealedContents"), try key.get("wrapped"))
        }
    }
}
