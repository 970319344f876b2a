import Foundation
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What `/authenticate/` leaves behind where no signature was judged, or what comes with one could not be kept.
struct UnjudgedTests {
    private static let email = "a@example.org"

    @Test func whoGaveNoSignatureIsToldSoHoweverOftenAnAppAsks() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let id = try await server.person(Self.email)
            for number in 0..<70 {
                let answer = try await server.send(
                    "/authenticate/",
                    .authenticate(key: server.key, email: Self.email, signer.genuine(number))
                )
                #expect(answer.res == "3", "\(number): \(answer)")
            }
            #expect(try await server.count("attempt WHERE failures > 0") == 0)
            // The same for who took the consent back.
            try await server.environment.database.write {
                try $0.execute("UPDATE consent SET withdrawnAt = givenAt WHERE personId = \(id)")
            }
            let withdrawn = try await server.send("/authenticate/", .authenticate(key: server.key, email: Self.email, signer.genuine(80)))
            #expect(withdrawn.res == "3", "\(withdrawn)")
            #expect(try await server.count("attempt WHERE failures > 0") == 0)
        }
    }

    @Test func whatCannotBeComparedForLoadIsNoFailedTry() async throws {
        let computeLimiter = ComputeLimiter(width: 1, queueLimit: 0)
        try await DialectFixture.run(computeLimiter: computeLimiter) { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: Self.email)
            let body = try DialectBody.authenticate(key: server.key, email: Self.email, signer.genuine(30))
            let (begun, begin) = AsyncStream<Void>.makeStream()
            let end = DispatchSemaphore(value: 0)
            let busy = Task {
                try await computeLimiter.run(for: "another") {
                    begin.finish()
                    end.wait()
                }
            }
            for await _ in begun {}
            for _ in 0..<3 {
                let answer = try? await server.send("/authenticate/", body)
                #expect(answer?.res == "6" && answer?.retryAfter != nil, "\(String(describing: answer))")
            }
            end.signal()
            try await busy.value
            #expect(try await server.count("attempt WHERE failures > 0") == 0)
            let similarity = try #require(try await server.send("/authenticate/", body).similarity)
            #expect(similarity > 0.5)
        }
    }

    @Test func aPictureThatCouldNotBeKeptComesWithTheSameRequestSentAgain() async throws {
        let fault = BlobFault()
        try await DialectFixture.run(blobs: { FailingBlobStore(store: $0, fault: fault) }) { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: Self.email)
            let body = try DialectBody.authenticate(key: server.key, email: Self.email, signer.genuine(30))
                .with("photo", "\"data:image/png;base64,\(Picture.png.base64)\"")
            fault.fails.store(true, ordering: .relaxed)
            #expect(try await server.send("/authenticate/", body).res == "7")
            #expect(try await server.count("capture WHERE kind = 'signature' AND photoBlob IS NULL") == 1)
            fault.fails.store(false, ordering: .relaxed)
            let again = try await server.send("/authenticate/", body)
            #expect(again.res == "0" && again.similarity ?? 0 > 0.5, "\(again)")
            let capture = try await server.environment.database.read { [keys = server.environment.keys] tx in
                try CaptureStore.find(again.signatureid ?? "", keys: keys, in: tx)
            }
            let picture = try await server.environment.photos.bytes(of: try #require(capture))
            #expect(picture?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
            // Once it is there it stays as it is.
            #expect(try await server.send("/authenticate/", body) == again)
            #expect(try await server.environment.blobs.addresses().count == 1)
            #expect(try await server.count("attempt WHERE failures > 0") == 0)
        }
    }
}

/// Whether a store keeps nothing at present.
private final class BlobFault: Sendable {
    let fails = Atomic(false)
}

/// A store whose disk fails now and then.
private struct FailingBlobStore: BlobStore {
    let store: FolderBlobStore
    let fault: BlobFault

    func put<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, limit: Int, noting note: @Sendable (BlobAddress) async throws -> Void)
        async throws -> StoredBlob where Chunks.Element == [UInt8]
    {
        if fault.fails.load(ordering: .relaxed) { throw StorageError(.full, "the disk is full") }
        return try await store.put(chunks, limit: limit, noting: note)
    }

    func get(_ address: BlobAddress, range: Range<Int>?) async throws -> BlobContent { try await store.get(address, range: range) }

    func delete(_ address: BlobAddress) async throws -> Bool { try await store.delete(address) }

    func addresses() async throws -> [BlobAddress] { try await store.addresses() }
}
