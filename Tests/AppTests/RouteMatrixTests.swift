import AppTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing
import WebUI

@testable import App
@testable import Files
@testable import FilesTestSupport
@testable import Identity
@testable import IdentityTestSupport

/// Every route for every kind of caller, as ``RouteTable`` says: a stranger, an app, a session; other people are asked for in
/// `RouteOwnershipTests`, tokens in `RouteTokenTests`.
@Suite struct RouteMatrixTests {
    /// An answer to a request without a body, or with an empty object.
    private struct Answer {
        var status: Int
        var code: String
        var fields: [String: String] = [:]
        var location: String?
    }

    private static func ask(
        _ route: String,
        _ headers: HTTPFields,
        query: String = "",
        _ client: any TestClientProtocol
    ) async throws -> Answer {
        let words = route.split(separator: " ")
        let path = words[1].split(separator: "/").map { $0.hasPrefix("{") ? "0000" : String($0) }.joined(separator: "/")
        let method = try #require(HTTPRequest.Method(String(words[0])))
        var headers = headers
        headers[.contentType] = "application/json"
        return try await client.execute(
            uri: "/\(path)\(query)",
            method: method,
            headers: headers,
            body: method == .get ? nil : ByteBuffer(string: "{}")
        ) { response in
            let problem = try? JSONDecoder().decode(Problem.self, from: Data(response.body.readableBytesView))
            let fields = Dictionary((problem?.fields ?? []).map { ($0.name, $0.code.rawValue) }) { first, _ in first }
            return Answer(
                status: response.status.code,
                code: problem?.code.rawValue ?? "",
                fields: fields,
                location: response.headers[.location]
            )
        }
    }

    /// The routes of the native API; a stream of events lasts for minutes and stands in `EventStreamTests`.
    private static var routes: [String] {
        RouteTable.rows.filter(\.isNative).map(\.route).filter { $0 != "GET /v1/events" }.sorted()
    }

    /// As our own pages ask.
    private static func page(_ token: String? = nil) throws -> HTTPFields {
        var headers: HTTPFields = [:]
        headers[try #require(HTTPField.Name("Paraph-Web"))] = "1"
        headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "same-origin"
        if let token { headers[.authorization] = "Bearer \(token)" }
        return headers
    }

    @Test func strangersReachWhatTheTableSays() async throws {
        try await TestServer.run { server, client in
            let key = try await server.node.apps.create(Self.registration).apiKey
            var app = HTTPFields()
            app[try #require(HTTPField.Name("Paraph-Api-Key"))] = key
            // Whoever shows no session is a stranger, with an app's key too.
            for headers in [try Self.page(), app] {
                for row in RouteTable.rows where row.takesTokens && row.route != "GET /v1/events" {
                    let answer = try await Self.ask(row.route, headers, client)
                    let isRefused = answer.status == 401 && (answer.code == "unauthenticated" || !row.isNative)
                    #expect(isRefused == (row.stranger == "401"), "\(row.route) answered a stranger \(answer)")
                }
            }
            #expect(try await Self.ask("GET /v1/me", [:], client).code == "apiKeyRequired")
        }
    }

    @Test func everyRouteStandsInATable() async throws {
        try await TestServer.run { server, _ in
            let wiring = try Wiring(node: server.node)
            let router = Router(context: ParaphContext.self)
            HealthRoutes(database: server.node.database).add(to: router)
            MetricsRoute(metrics: Metrics(), token: nil).add(to: router)
            OpenAPIRoute(domains: Wiring.registered).add(to: router)
            ProblemsRoute().add(to: router)
            for domain in wiring.domains { domain.addRoutes(to: router) }
            wiring.pages.addRoutes(to: router)
            let routes = Set(router.routes.map { "\($0.method.rawValue) \($0.path.description)" })
            let table = Set(RouteTable.rows.map(\.route))
            #expect(table.count == RouteTable.rows.count, "a route stands there twice")
            #expect(routes.subtracting(table).sorted() == [], "Say in the table what each kind of caller gets of these.")
            #expect(table.subtracting(routes).sorted() == [], "These are gone.")
        }
    }

    @Test func pagesSendStrangersToSignIn() async throws {
        try await TestServer.run { _, client in
            for row in RouteTable.rows where !row.takesTokens && row.route.hasPrefix("GET") && row.stranger != "own" {
                let route = row.route
                guard !route.contains("/pki/") else { continue }
                let answer = try await Self.ask(route, [:], client)
                if row.stranger == "sign-in" {
                    #expect(answer.location?.hasPrefix("/sign-in") == true, "\(route) answered a stranger \(answer)")
                } else {
                    #expect(![401, 403].contains(answer.status) && answer.status < 500, "\(route) answered a stranger \(answer)")
                    #expect(answer.location?.hasPrefix("/sign-in") != true, "\(route) answered a stranger \(answer)")
                }
            }
        }
    }

    @Test func everyRouteRefusesAQueryThatItDoesNotKnow() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.node.people.createPerson(email: "anna@example.org", name: "Anna")
            let headers = try Self.page(try await Self.session(of: anna, server))
            // What a program puts into the browser's address may grow (RFC 6749, section 3.1).
            let grow: Set = ["GET /v1/oauth2/authorization", "GET /v1/oauth2/end-session"]
            for route in Self.routes + ["GET /v1/events"] where !grow.contains(route) {
                // Only what `Router.on` answers does so: a route that has no `Endpoint` fails here.
                let answer = try await Self.ask(route, headers, query: "?addedLater=1", client)
                #expect(answer.status == 400 && answer.fields == ["addedLater": "unknown"], "\(route) answered \(answer)")
            }
        }
    }

    @Test func aSessionIsEnoughForEveryRouteToLook() async throws {
        try await TestServer.run { server, client in
            let anna = try await server.node.people.createPerson(email: "anna@example.org", name: "Anna")
            // That one wants the secret of the request.
            for route in Self.routes where !route.hasSuffix(" /v1/device-requests/{id}") {
                // Some routes end the session.
                let headers = try Self.page(try await Self.session(of: anna, server))
                let answer = try await Self.ask(route, headers, client)
                #expect(!["unauthenticated", "sessionRequired", "insufficientScope"].contains(answer.code), "\(route) answered \(answer)")
                if route == "DELETE /v1/me" { #expect(answer.status >= 400, "an account goes without an approval") }
            }
        }
    }

    @Test func theTableSaysOfEachPathWithAnIdWhatAnotherPersonGets() {
        for row in RouteTable.rows where row.isNative {
            #expect((row.another == "-") == !row.route.contains("{"), "\(row.route)")
        }
    }

    private static let registration = AppRegistration(
        name: "North Bank",
        bundleId: "com.example.north",
        email: "dev@example.com",
        website: "https://example.com"
    )

    private static func session(of personID: String, _ server: TestServer) async throws -> String {
        let now = server.time.now()
        return try await server.node.database.write { tx in
            try SessionStore.open(personID: personID, permit: .administrator(), settings: IdentitySettings(), at: now, in: tx).token.text
        }
    }

    /// Gives a person one thing of each kind that has an id in a path, and gives the ids.
    static func belongings(of personID: String, _ server: TestServer) async throws -> [String] {
        let node = server.node
        let now = server.time.now()
        let piece = try await FileContents(database: node.database, blobs: node.blobs, time: node.time, logger: node.logger).store(
            FilesFixture.file(1000)
        )
        let document = FileRecord(ownerID: personID, name: "lease.pdf", size: 1000, at: now)
        return try await node.database.write { [keys = node.keyRing] tx in
            let store = FileStore(seals: FileSeals(keys: keys))
            try store.insert(document, in: tx)
            #expect(try store.add(piece, to: document.id, at: 0, in: tx))
            let person = FilePerson(id: personID, name: "Anna", email: "anna@example.org")
            try store.complete(document.id, hash: "00", by: person, at: now, in: tx)
            let device = DeviceRecord(try SimulatedDevice().deviceKey(subject: "x"), personID: personID, addedBy: .approval, at: now)
            _ = try DeviceStore.insert(device, permit: .administrator(), in: tx)
            let asked = ClientRequestRecord(
                id: Identifier.random(),
                personID: personID,
                client: "token",
                kind: .signHashes,
                details: .init(clientName: "Bank", description: nil, digests: [], credential: "key"),
                createdAt: now,
                expiresAt: now.adding(seconds: 300)
            )
            try ClientRequestStore.insert(asked, keys: keys, in: tx)
            let code = OneTimeCode.random()
            let waiting = Identifier.random()
            let request = DeviceRequestRecord(
                id: waiting,
                personID: personID,
                sealedCode: try code.sealed(table: "deviceRequest", row: waiting, keys: keys, in: tx),
                publicKey: SimulatedDevice().publicKey,
                name: "Phone",
                kind: .other,
                model: nil,
                osVersion: nil,
                status: .pending,
                tries: 0,
                deviceID: nil,
                network: nil,
                createdAt: now,
                expiresAt: now.adding(seconds: 300)
            )
            try DeviceRequestStore.insert(request, secret: Secret.random(), in: tx)
            let session = try SessionStore.open(personID: personID, permit: .administrator(), settings: IdentitySettings(), at: now, in: tx)
                .session
            let handed = HandOverRecord(
                HandOverRequest(hash: String(repeating: "4e", count: 32), name: "lease.pdf"),
                personID: personID,
                deviceID: device.id,
                sessionID: session.id,
                at: now
            )
            try HandOverStore.insert(handed, keys: keys, in: tx)
            return [document.id, handed.id, device.id, asked.id, waiting, session.id]
        }
    }
}
