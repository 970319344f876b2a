import Foundation
import HummingbirdTesting
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// How signatures look is kept for the documents that they stand on; when and how hard the pen moved is not.
struct DrawingTests {
    /// A registry that says which signatures stand on documents.
    private struct MadeUpDocuments: SignedDocuments {
        let used: Set<String>
        func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> { used.intersection(ids) }
        func isOnDocuments(_ personID: String, in tx: any ReadTransaction) throws -> Bool { false }
    }

    private static func enrolled(_ server: DialectFixture) async throws -> SyntheticSigner {
        let signer = SyntheticSigner(seed: 1)
        try await server.enrol(signer, email: "a@example.org")
        return signer
    }

    private static func sign(_ server: DialectFixture, _ sample: Sample) async throws -> String {
        let answer = try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", sample))
        return try #require(answer.signatureid)
    }

    private static func sweep(_ server: DialectFixture, used: Set<String> = []) async throws {
        var environment = server.environment
        environment.documents = MadeUpDocuments(used: used)
        while try await IdentitySweep(environment: environment).turn() {}
    }

    @Test func whatAnAppHadDrawnIsKeptAsItLooksWhateverTheVerdict() async throws {
        try await DialectFixture.run { server in
            let signer = try await Self.enrolled(server)
            let directory = SignatoryDirectory(environment: server.environment)
            for sample in [signer.genuine(30), signer.forgery(3, kind: .random)] {
                let id = try await Self.sign(server, sample)
                let drawings = try await directory.drawings(ofSignatures: [id, "another"])
                #expect(drawings.keys.sorted() == [id])
                #expect(drawings[id]?.lines.isEmpty == false)
                let drawn = try await server.environment.database.read { try directory.drawn([id, "another"], in: $0) }
                #expect(drawn == [id])
            }
            // No drawing lies there in the clear.
            let rows: [[UInt8]] = try await server.environment.database.read { tx in
                try tx.rows("SELECT sealed FROM signatureDrawing").map { try $0.get("sealed") }
            }
            #expect(rows.count == 2)
            for sealed in rows { #expect(!String(decoding: sealed, as: UTF8.self).contains("InkD")) }
        }
    }

    @Test func whatStandsOnNoDocumentAfterAMonthGoesAndTheRestStays() async throws {
        try await DialectFixture.run { server in
            let signer = try await Self.enrolled(server)
            let used = try await Self.sign(server, signer.genuine(30))
            let unused = try await Self.sign(server, signer.genuine(31))
            server.time.advance(seconds: 30 * 86_400 - 60)
            let late = try await Self.sign(server, signer.genuine(32))
            try await Self.sweep(server, used: [used])
            #expect(try await server.count("signatureDrawing") == 3)
            server.time.advance(seconds: 60)
            try await Self.sweep(server, used: [used])
            let directory = SignatoryDirectory(environment: server.environment)
            let drawn = try await server.environment.database.read { try directory.drawn([used, unused, late], in: $0) }
            #expect(drawn == [used, late])
            // One that stands on a document is not asked about again.
            server.time.advance(seconds: 400 * 86_400)
            try await Self.sweep(server)
            #expect(try await server.environment.database.read { try directory.drawn([used, late], in: $0) } == [used])
            #expect(try await server.count("signatureSample") == 3, "that they were given stays")
        }
    }
}
