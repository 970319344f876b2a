import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// A program that asks people to act for them, over the same calls as any other.
struct OAuthProgram: Sendable {
    let server: IdentityServer
    let id: String
    let secret: String?
    var redirectURI = "https://bank.example/cb?x=1"
    var verifier = "verifier-verifier-verifier-verifier-verifier-1"

    var challenge: String { Base64URL(SHA256.hash(data: Array(verifier.utf8))).text }

    /// Registers a program.
    static func make(
        _ server: IdentityServer,
        grants: [String] = ["authorization_code", "refresh_token"],
        isPublic: Bool = false,
        isRestricted: Bool = false,
        showsCode: Bool = false,
        idTokenAlgorithm: String = "RS256",
        notificationURI: String? = nil,
        callbackURI: String? = nil,
        _ change: (inout ClientRegistration) -> Void = { _ in }
    ) async throws -> OAuthProgram {
        let administration = ClientAdministration(database: server.database, time: server.time)
        var registration = ClientRegistration(name: "North Bank", grants: grants)
        if grants.contains("authorization_code") { registration.redirectURIs = ["https://bank.example/cb?x=1", "http://127.0.0.1/cb"] }
        (registration.isPublic, registration.isRestricted, registration.showsCode) = (isPublic, isRestricted, showsCode)
        registration.idTokenAlgorithm = idTokenAlgorithm
        (registration.notificationURI, registration.callbackURI) = (notificationURI, callbackURI)
        change(&registration)
        let made = try await administration.create(registration)
        return OAuthProgram(server: server, id: made.clientId, secret: made.clientSecret)
    }

    /// The query of a question, with some parameters changed; `nil` leaves one out.
    func query(_ changes: [String: String?] = [:]) -> String {
        var parameters: [String: String?] = [
            "response_type": "code", "client_id": id, "redirect_uri": redirectURI, "scope": "service", "state": "s &=1",
            "code_challenge": challenge, "code_challenge_method": "S256",
        ]
        parameters.merge(changes) { $1 }
        return Self.form(parameters.compactMapValues(\.self))
    }

    static func form(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }.map { "\(PercentEncoding.encode($0.key))=\(PercentEncoding.encode($0.value))" }
            .joined(separator: "&")
    }

    func question(_ query: String? = nil, by person: TestPerson? = nil) async throws -> AuthorizationQuestion {
        let path = "\(IdentityEndpoints.authorization.path)?\(query ?? self.query())"
        return try await server.call(Endpoint<Nothing, Nothing, AuthorizationQuestion>("GET", path), token: person?.token)
    }

    /// Where a person's decision sends the browser, as the parameters that it carries.
    func decide(_ person: TestPerson, allow: Bool = true, _ query: String? = nil, isRemembered: Bool? = nil) async throws
        -> [String: String]
    {
        let decision = AuthorizationDecision(query: query ?? self.query(), isAllowed: allow, isRemembered: isRemembered)
        let outcome = try await server.call(IdentityEndpoints.authorize, body: decision, token: person.token)
        return try Self.parameters(of: outcome.location)
    }

    static func parameters(of location: String) throws -> [String: String] {
        let items = try #require(URLComponents(string: location)?.queryItems)
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
    }

    /// An answer of a call that the program made.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let members: [String: String]

        var error: String? { members["error"] }

        init(_ response: TestResponse) throws {
            status = response.status.code
            headers = response.headers
            let bytes = Data(response.body.readableBytesView)
            let object = bytes.isEmpty ? [:] : try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
            members = object.mapValues { "\($0)" }
        }
    }

    /// Sends a form as it is.
    func send(_ path: String = "/oauth2/token", body: String, headers: HTTPFields = [:], contentType: String = OAuthProgram.formType)
        async throws -> Answer
    {
        var headers = headers
        headers[.contentType] = contentType
        return try Answer(
            try await server.client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body))
        )
    }

    static let formType = "application/x-www-form-urlencoded"

    /// Sends a form with the program's secret in the header.
    func post(_ path: String = "/oauth2/token", _ parameters: [String: String], headers: HTTPFields = [:]) async throws -> Answer {
        var parameters = parameters
        var headers = headers
        if let secret {
            headers[.authorization] = "Basic \(Data("\(id):\(secret)".utf8).base64EncodedString())"
        } else {
            parameters["client_id"] = id
        }
        return try await send(path, body: Self.form(parameters), headers: headers)
    }

    /// The header that shows the program's secret.
    func basic() throws -> HTTPFields {
        [.authorization: "Basic \(Data("\(id):\(try #require(secret))".utf8).base64EncodedString())"]
    }

    /// Sends a request before the browser, with some parameters changed; `nil` leaves one out.
    func push(_ changes: [String: String?] = [:]) async throws -> Answer {
        try await send("/oauth2/par", body: query(changes), headers: try basic())
    }

    /// The parameters that exchange a code.
    func exchange(_ code: String, _ changes: [String: String] = [:]) -> [String: String] {
        ["grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI, "code_verifier": verifier]
            .merging(changes) { $1 }
    }

    func redeem(_ code: String, _ changes: [String: String] = [:]) async throws -> Answer {
        try await post("/oauth2/token", exchange(code, changes))
    }

    func refresh(_ token: String) async throws -> Answer {
        try await post("/oauth2/token", ["grant_type": "refresh_token", "refresh_token": token])
    }

    /// The tokens that a person's permission brings.
    func tokens(_ person: TestPerson) async throws -> Answer {
        let answer = try await redeem(try #require(try await decide(person)["code"]))
        try #require(answer.status == 200)
        return answer
    }

    /// Whether a token opens anything.
    func opens(_ token: String?) async throws -> Bool {
        try await server.domain.authenticator.principal(token: try #require(token)) != nil
    }
}
