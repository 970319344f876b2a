import Foundation
import ParaphWire
import Testing

@testable import ParaphClient

@Suite struct DeviceDocumentsTests {
    private static func run(_ body: (URL, DeviceDocuments) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-device-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "Documents"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder, DeviceDocuments(in: folder.appending(path: "Documents"), notes: folder.appending(path: "Notes")))
    }

    private static func write(_ text: String, _ url: URL) throws -> [UInt8] {
        try Data(text.utf8).write(to: url)
        return Array(text.utf8)
    }

    @Test func whatIsTakenInKeepsItsNameOrGetsAFreeOne() async throws {
        try await Self.run { folder, documents async throws in
            _ = try Self.write("one", folder.appending(path: "Lease.pdf"))
            #expect(try await documents.take(folder.appending(path: "Lease.pdf")) == "Lease.pdf")
            #expect(try await documents.take(folder.appending(path: "Lease.pdf")) == "Lease.pdf")
            _ = try Self.write("another", folder.appending(path: "Lease.pdf"))
            #expect(try await documents.take(folder.appending(path: "Lease.pdf")) == "Lease 2.pdf")
            #expect(try await documents.take(folder.appending(path: "Lease.pdf"), named: "../.hidden") == "Lease 2.pdf")
            _ = try Self.write("third", folder.appending(path: "Lease.pdf"))
            #expect(try await documents.take(folder.appending(path: "Lease.pdf"), named: "../.hidden") == "_.hidden.pdf")
            #expect(Set(try await documents.list().map(\.name)) == ["_.hidden.pdf", "Lease.pdf", "Lease 2.pdf"])
            try await documents.remove("Lease.pdf")
            #expect(Set(try await documents.list().map(\.name)) == ["_.hidden.pdf", "Lease 2.pdf"])
        }
    }

    @Test func whatAnotherAppChangedMeanwhileIsNotLost() async throws {
        try await Self.run { folder, documents async throws in
            let url = documents.url(of: "Lease.pdf")
            _ = try Self.write("as it was", url)
            let (_, hash) = try await documents.content(of: "Lease.pdf")
            let signed = try Self.write("as it was, signed", folder.appending(path: "signed"))
            let other = DeviceDocuments(in: folder, notes: folder.appending(path: "Other"))
            let save = DocumentSave(previousHash: hash, hash: try await other.content(of: "signed").hash)
            _ = try await documents.keep(signed, save, of: "Lease.pdf", by: "anna")
            #expect(try await documents.list().map(\.isWaiting) == [true])
            // It is signed once.
            await #expect(throws: ClientError(.differs, "")) { try await documents.keep(signed, save, of: "Lease.pdf", by: "anna") }
            _ = try Self.write("changed by another app", url)
            let again = DeviceDocuments(in: folder.appending(path: "Documents"), notes: folder.appending(path: "Notes"))
            let next = try #require(try await again.waiting("Lease.pdf"))
            #expect(try await again.put(next, inPlaceOf: "Lease.pdf", as: "1234") == "Lease 2.pdf")
            #expect(try String(contentsOf: url, encoding: .utf8) == "changed by another app")
            #expect(try String(contentsOf: again.url(of: "Lease 2.pdf"), encoding: .utf8) == "as it was, signed")
            #expect(try await again.documentID(of: save.hash) == "1234")
        }
    }

    @Test func whatWasSignedOfAnotherVersionIsNotKept() async throws {
        try await Self.run { _, documents async throws in
            let bytes = try Self.write("newer", documents.url(of: "Lease.pdf"))
            let save = DocumentSave(previousHash: String(repeating: "0", count: 64), hash: String(repeating: "1", count: 64))
            await #expect(throws: ClientError(.differs, "")) { try await documents.keep(bytes, save, of: "Lease.pdf", by: "anna") }
            #expect(try await !documents.isWaiting("Lease.pdf"))
        }
    }
}
