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

@testable import App
@testable import Identity

/// What tokens open: every route of the native API, and of the dialect that takes tokens, for a token of each scope, as ``RouteTable`` says.
@Suite struct RouteTokenTests {
    /// The answers by which a route says that a token does not open it.
    private static let refusals: Set<String> = [
        "sessionRequired", "insufficientScope", "insufficient_scope", "unauthorized_client", "unauthenticated",
    ]

    @Test func theTableHasAColumnForEveryScope() {
        #expect(RouteTable.scopes == Wiring.registered.scopes.words, "Say in the table what the new scope opens.")
    }

    @Test func theTableSaysWhatTheDomainsDeclare() {
        let declared = Wiring.registered.scopes.byRoute
        for (route, scopes) in declared {
            let row = RouteTable.rows.first { $0.route == "\(route.method) \(route.path)" }
            #expect(row?.tokens.filter { $0.value == "yes" }.keys.sorted() == scopes.map(\.rawValue).sorted(), "\(route)")
        }
    }

    @Test func aTokenOpensWhatItsScopesSayAndNothingElse() async throws {
        try await TestServer.run { server, client in
            let id = try await server.node.people.createPerson(email: "anna@example.org", name: "Anna")
            var tokens: [(scope: String, text: String)] = []
            for scope in Wiring.registered.scopes.words {
                let token = try await server.node.people.createToken(person: id, scopes: [scope])
                tokens.append((scope, token.accessToken))
            }
            tokens.append(("service", try await Self.clientToken(of: id, server)))
            for row in RouteTable.rows where row.takesTokens {
                let words = row.route.split(separator: " ")
                let path = words[1].split(separator: "/").map { $0.hasPrefix("{") ? "0000" : String($0) }.joined(separator: "/")
                for token in tokens {
                    let said = try await Self.ask(String(words[0]), "/\(path)", token.text, client)
                    let isOpen = row.tokens[token.scope] == "yes"
                    #expect(said.isRefused != isOpen, "\(row.route) was answered \(said.status) to a token with the scope \(token.scope)")
                }
            }
        }
    }

    @Test func aTokenIsNobodyWhereNoRouteAsksForOne() async throws {
        try await TestServer.run { server, client in
            let id = try await server.node.people.createPerson(email: "anna@example.org", name: "Anna")
            let token = try await server.node.people.createToken(person: id, scopes: ["docs"]).accessToken
            for path in ["/healthz", "/openapi.yaml"] {
                #expect(try await Self.ask("GET", path, token, client).status == 200)
            }
            // As a cookie it is no session either, and what is not there is not there.
            let cookie = HTTPFields(dictionaryLiteral: (.cookie, "paraph=\(token)"))
            for path in ["/v1/me", "/v1/me/activity", "/v1/me/photo"] {
                let status = try await client.execute(uri: path, method: .get, headers: cookie) { $0.status.code }
                #expect(status == 403 || status == 401)
            }
            #expect(try await Self.ask("GET", "/v1/nothing", token, client).status == 404)
            #expect(try await Self.ask("HEAD", "/v1/me", token, client).status == 403)
        }
    }

    @Test func anUnknownWordIsRefusedWhenATokenIsMadeAndOpensNothingLater() async throws {
        try await TestServer.run { server, client in
            let id = try await server.node.people.createPerson(email: "anna@example.org", name: "Anna")
            for scopes in [["docs", "doc"], ["everything"], ["docs,messages"], ["Docs"]] {
                let refusal = await problem { try await server.node.people.createToken(person: id, scopes: Set(scopes)) }
                #expect(refusal?.fields?.map(\.code) == ["unknown"])
                for known in Wiring.registered.scopes.words { #expect(refusal?.detail?.contains(known) == true) }
            }
            let missing = await problem { try await server.node.people.createToken(person: id, scopes: []) }
            #expect(missing?.fields?.map(\.code) == ["missing"])
            // One that was made when any word was taken.
            let token = try await Self.token(of: id, scopes: ["docs", "everything"], server)
            #expect(try await Self.ask("GET", "/v1/documents/0000", token, client).status == 401)
        }
    }

    @Test func everyScopeIsDeclaredOnceWithWordsForPeople() throws {
        let scopes = Wiring.registered.scopes
        #expect(scopes.declarations.count == scopes.words.count, "two domains declare the same scope")
        #expect(scopes.words == ["address", "csc", "docs", "email", "openid", "phone", "profile", "service"])
        #expect(Set(scopes.forClients.map(\.rawValue)) == ["address", "email", "openid", "phone", "profile", "service"])
        #expect(scopes.assumed == [TokenScope("service")])
        for declaration in scopes.declarations {
            #expect(!declaration.rights.isEmpty, "\(declaration.scope)")
            // These widen what another's route tells.
            #expect(
                declaration.routes.isEmpty == ["address", "email", "phone", "profile"].contains(declaration.scope.rawValue),
                "\(declaration.scope)"
            )
            for right in declaration.rights {
                #expect(Set(Language.allCases.map { right[$0] }).count == Language.allCases.count)
                // They stand in a list of what a client can do.
                for language in Language.allCases { #expect(!right[language].hasSuffix(".")) }
            }
        }
    }

    private static func ask(_ method: String, _ path: String, _ token: String, _ client: any TestClientProtocol) async throws
        -> (status: Int, isRefused: Bool)
    {
        let headers: HTTPFields = [.authorization: "Bearer \(token)", .contentType: "application/json"]
        let body = ["GET", "HEAD"].contains(method) ? nil : ByteBuffer(string: "{}")
        let method = try #require(HTTPRequest.Method(method))
        return try await client.execute(uri: path, method: method, headers: headers, body: body) { response in
            let answer = try? JSONDecoder().decode(Refusal.self, from: Data(response.body.readableBytesView))
            let code = answer?.code ?? answer?.error ?? ""
            return (response.status.code, refusals.contains(code))
        }
    }

    private struct Refusal: Decodable {
        var code: String?
        var error: String?
    }

    private static func clientToken(of personID: String, _ server: TestServer) async throws -> String {
        let clients = ClientAdministration(database: server.node.database, time: server.time)
        let made = try await clients.create(
            ClientRegistration(name: "Bank", redirectURIs: ["https://bank.example/back"], grants: ["authorization_code"])
        )
        return try await token(of: personID, scopes: ["service"], clientID: made.clientId, server)
    }

    private static func token(
        of personID: String,
        scopes: Set<String>,
        clientID: String? = nil,
        _ server: TestServer
    ) async throws -> String {
        let end = server.time.now().adding(seconds: 600)
        let session = SessionRecord(
            personID: personID,
            deviceID: nil,
            appID: nil,
            clientID: clientID,
            kind: .accessToken,
            scopes: scopes,
            createdAt: server.time.now(),
            expiresAt: end,
            endsAt: end
        )
        return try await server.node.database.write { try SessionStore.insert(session, permit: .administrator(), in: $0).text }
    }
}
