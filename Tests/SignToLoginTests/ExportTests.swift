import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

struct ExportTests {
    private struct Export: Decodable {
        struct Capture: Decodable {
            var kind: String
            var photo: Base64URL?
            var photoType: String?
        }

        var captures: [Capture]
        var signatures: [Item]
        var activity: [Activity]
        var registeredApps: [RegisteredApp]

        struct Item: Decodable { var id: String }

        struct Activity: Decodable {
            var id: String
            var kind: String
            var title: String?
        }
    }

    /// The person's export, as a session of theirs downloads it.
    private func export(_ server: DialectFixture) async throws -> Export {
        let (token, approval) = try await server.environment.database.write {
            [settings = server.environment.settings, now = server.time.now()] tx in
            let personID: String = try #require(try tx.first("SELECT id FROM person")).get("id")
            let (session, token) = try SessionStore.open(personID: personID, permit: .administrator(), settings: settings, at: now, in: tx)
            let approval = try ApprovalStore.issue(
                to: personID,
                sessionID: session.id,
                purpose: .exportData,
                subject: nil,
                method: .passkey,
                at: now,
                in: tx
            )
            return (token.text, approval.approval)
        }
        let response = try await server.client.execute(
            uri: IdentityEndpoints.exportMe.path,
            method: .post,
            headers: .app(server.key, token: token),
            body: ByteBuffer(bytes: try JSONEncoder().encode(ApprovedRequest(approval: approval)))
        )
        #expect(response.status == .ok)
        return try JSONDecoder().decode(Export.self, from: Data(response.body.readableBytesView))
    }

    @Test func anExportHoldsTheSigningPhotosAndWhatAppsTold() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            for number in 30..<33 {
                server.time.advance(seconds: 1)
                var body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(number))
                if number > 30 { body["photo"] = "\"data:image/png;base64,\(Picture.png.base64)\"" }
                let answer = try await server.send("/authenticate/", body)
                #expect(answer.res == "0")
            }
            let whole = try await export(server)
            #expect(whole.captures.map(\.kind) == ["registration", "signature", "signature", "signature"])
            let photos = whole.captures.compactMap(\.photo?.bytes)
            #expect(photos.count == 2 && photos.allSatisfy { $0.starts(with: [0x89, 0x50, 0x4E, 0x47]) })
            #expect(whole.captures.last?.photoType == "image/png")
            let lost = try await server.environment.database.read {
                try #require(try $0.first("SELECT photoBlob FROM capture WHERE photoBlob IS NOT NULL"))
                    .get("photoBlob", as: BlobAddress.self)
            }
            try await server.environment.blobs.delete(lost)
            let rest = try await export(server)
            #expect(rest.captures.count == 4 && rest.captures.compactMap(\.photo).count == 1)
        }
    }

    @Test func anExportHoldsTheAppsThatThePersonRegisteredWithoutTheirKeys() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            #expect(try await export(server).registeredApps.isEmpty)
            try await server.environment.database.write { [appID = server.app.id] tx in
                let personID: String = try #require(try tx.first("SELECT id FROM person")).get("id")
                try tx.execute("UPDATE app SET ownerId = \(personID) WHERE id = \(appID)")
            }
            let apps = try await export(server).registeredApps
            #expect(apps.map(\.id) == [server.app.id] && apps.first?.apiKey == nil)
        }
    }

    @Test func anExportOfMoreThanAPageHoldsAllOfItOnce() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            #expect(
                try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", signer.genuine(30))).res
                    == "0"
            )
            let more = 2 * ExportDocument.pageSize + 1
            try await server.copyMatches(more)
            let whole = try await export(server)
            // Many are of one moment.
            #expect(Set(whole.signatures.map(\.id)).count == more + 1 && whole.signatures.count == more + 1)
            #expect(whole.captures.count == more + 2 && whole.captures.filter { $0.kind == "signature" }.count == more + 1)
            #expect(whole.activity.first { $0.kind == "registered" }?.title == ActivityKind.registered.title[.en])
            #expect(whole.activity.count == Set(whole.activity.map(\.id)).count && whole.activity.count > more + 2)
        }
    }
}
