import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import Documents
@testable import DocumentsTestSupport

/// The routes of documents at their limits, over HTTP and with people that a test makes up.
struct DocumentRoutesTests {
    private static func client<Value>(
        _ registry: RegistryFixture,
        _ body: @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let router = Router(context: ParaphContext.self)
        router.middlewares.add(RequestLogMiddleware())
        router.middlewares.add(ProblemMiddleware())
        HistoryService(environment: registry.environment).addRoutes(to: router)
        EvidenceService(environment: registry.environment).addRoutes(to: router)
        SignToLoginDocuments(environment: registry.environment).addRoutes(to: router)
        return try await Application(router: router).test(.router) { try await body($0) }
    }

    /// An answer of Sign To Login's API.
    private static func send(_ path: String, _ parameters: [String: any Sendable], _ client: any TestClientProtocol) async throws
        -> [String: any Sendable]
    {
        let body = try JSONSerialization.data(withJSONObject: ["apikey": MadeUpPeople.key].merging(parameters) { $1 })
        let headers: HTTPFields = [.contentType: "application/json"]
        let response = try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(bytes: body)) { $0 }
        #expect(response.status == .ok)
        return try #require(try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: any Sendable])
    }

    @Test func aHistoryThatIsClosedLeadsStrangersToSignInAndTellsNobodyWhetherItIsThere() async throws {
        var settings = DocumentsSettings()
        settings.linkShows = .nothing
        try await RegistryFixture.run(settings: settings) { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            try await Self.client(registry) { client in
                for path in ["/v1/documents/\(id)", "/v1/documents/\(id)/evidence", "/v1/documents/0000", "/v1/documents/0000/evidence"] {
                    try await client.execute(uri: path, method: .get) { #expect($0.status == .unauthorized) }
                }
            }
        }
        try await RegistryFixture.run { registry in
            try await Self.client(registry) { client in
                try await client.execute(uri: "/v1/documents/0000", method: .get) { #expect($0.status == .notFound) }
            }
        }
    }

    @Test func whereLinksShowNothingAnAppIsToldThatAHistoryIsHidden() async throws {
        var settings = DocumentsSettings()
        settings.linkShows = .nothing
        try await RegistryFixture.run(settings: settings) { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            try await registry.save("signed", after: "draft", [registry.people.sign("boris", "s1")], by: "boris", document: id)
            let hash = RegistryFixture.hash("signed").text
            try await Self.client(registry) { client in
                let stranger = try await Self.send("/opendocument/", ["email": "dora", "documentid": id, "document_hash": hash], client)
                #expect(stranger["res"] as? String == "0" && stranger["history_hidden"] as? Bool == true)
                #expect((stranger["history"] as? [Any])?.isEmpty == true)
                let boris = try await Self.send("/opendocument/", ["email": "boris", "documentid": id, "document_hash": hash], client)
                #expect(boris["history_hidden"] == nil && (boris["history"] as? [Any])?.count == 1)
            }
        }
    }

    @Test func picturesThatDoNotFitAreMarkedAndTheNewestComeFirst() async throws {
        try await RegistryFixture.run { registry in
            registry.people.pictureSize.withLock { $0 = 3_000_000 }
            let id = try await registry.save("draft", by: "anna").documentID
            for number in 1...3 {
                let before = number == 1 ? "draft" : "signed \(number - 1)"
                let signature = registry.people.sign("boris", "s\(number)")
                try await registry.save("signed \(number)", after: before, [signature], by: "boris", document: id)
            }
            let hash = RegistryFixture.hash("signed 3").text
            try await Self.client(registry) { client in
                let opened = try await Self.send("/opendocument/", ["email": "anna", "documentid": id, "document_hash": hash], client)
                let items = try #require(opened["history"] as? [[String: any Sendable]])
                #expect(items.map { $0["photo_left_out"] as? Bool } == [true, nil, nil])
                #expect(items.map { ($0["photo"] as? String)?.count } == [nil, 4_000_000, 4_000_000])
            }
        }
    }

    @Test func aFullDocumentIsToldSoAndAnotherOneTaken() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            try await registry.environment.database.write { tx in
                try tx.execute("UPDATE document SET signatureCount = \(DocumentRegistry.signatureLimit) WHERE id = \(id)")
            }
            let (draft, more) = (RegistryFixture.hash("draft").text, RegistryFixture.hash("more").text)
            try await Self.client(registry) { client in
                let save: [String: any Sendable] = [
                    "email": "anna", "previous_hash": draft, "document_hash": more, "documentid": id,
                    "signatures": [registry.people.sign("anna", "s1")],
                ]
                let full = try await Self.send("/savedocument/", save, client)
                #expect(full["res"] as? String == "5" && full["reason"] as? String == "tooManyVersions", "\(full)")
                #expect(full["parameter"] as? String == "documentid")
                #expect(try await registry.history(id, for: "anna")?.versions.count == 1)
                let fresh = try await Self.send("/savedocument/", ["email": "anna", "document_hash": more], client)
                #expect(fresh["res"] as? String == "0" && fresh["documentid"] as? String != id)
            }
        }
    }

    @Test func anAppThatSavedTooManyForAPersonIsToldToWaitAndNothingIsKept() async throws {
        try await RegistryFixture.run { registry in
            registry.people.saveWait.withLock { $0 = 86_400 }
            try await Self.client(registry) { client in
                let save: [String: any Sendable] = ["email": "anna", "document_hash": RegistryFixture.hash("made up").text]
                let refused = try await Self.send("/savedocument/", save, client)
                #expect(refused["res"] as? String == "6" && refused["retry_after"] as? Int == 86_400, "\(refused)")
                registry.people.saveWait.withLock { $0 = nil }
                #expect(try await Self.send("/savedocument/", save, client)["res"] as? String == "0")
            }
        }
    }
}
