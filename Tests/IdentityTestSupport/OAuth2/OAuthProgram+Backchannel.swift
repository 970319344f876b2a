import Foundation
import HTTPTypes
import HummingbirdTesting
import JWTKit
import NIOCore
import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// A program that asks people on their devices, and what it learns of them.
extension OAuthProgram {
    static let ciba = "urn:openid:params:grant-type:ciba"

    /// Asks a person; `nil` leaves a parameter out.
    func ask(_ person: TestPerson, _ changes: [String: String?] = [:]) async throws -> Answer {
        var parameters: [String: String?] = ["scope": "openid", "login_hint": person.email]
        parameters.merge(changes) { $1 }
        return try await post("/oauth2/bc-authorize", parameters.compactMapValues(\.self))
    }

    /// The name of a request that was asked.
    func asked(_ person: TestPerson, _ changes: [String: String?] = [:]) async throws -> String {
        let answer = try await ask(person, changes)
        try #require(answer.status == 200, "\(answer.members)")
        return try #require(answer.members["auth_req_id"])
    }

    /// Asks how a request stands.
    func poll(_ id: String?, waiting seconds: Int? = nil) async throws -> Answer {
        var parameters = ["grant_type": Self.ciba]
        parameters["auth_req_id"] = id
        return try await post("/oauth2/token", parameters, headers: seconds.map(Self.preferring) ?? [:])
    }

    /// What a client says that wants to wait for an answer.
    static func preferring(wait seconds: Int) -> HTTPFields {
        guard let name = HTTPField.Name("Prefer") else { return [:] }
        return [name: "respond-async, wait=\(seconds)"]
    }

    /// What waits for a person, the last asked.
    func waiting(_ person: TestPerson) async throws -> ClientRequest {
        try #require(try await server.call(IdentityEndpoints.clientRequests, token: person.token).items.last)
    }

    /// Answers what waits for a person, as an honest device does.
    @discardableResult func sign(_ person: TestPerson, _ sample: Sample? = nil, code: String? = nil) async throws -> ChallengeResult {
        let request = try await waiting(person)
        let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
        return try await server.answer(challenge, by: person, sample ?? person.genuine(1)) {
            $0.dsc = request.description
            $0.num = code
        }
    }

    /// The keys by which ID tokens are verified.
    func keys() async throws -> JSONWebKeySet {
        let response = try await server.client.execute(uri: "/oauth2/jwks", method: .get)
        return try JSONDecoder().decode(JSONWebKeySet.self, from: Data(response.body.readableBytesView))
    }

    /// The claims of an ID token, verified by what the server publishes.
    func claims(_ token: String?) async throws -> IDToken {
        let collection = JWTKeyCollection()
        try await collection.add(jwksJSON: String(decoding: try JSONEncoder().encode(try await keys()), as: UTF8.self))
        return try await collection.verify(try #require(token), as: IDToken.self)
    }

    /// What a token tells of its person.
    func userInfo(_ token: String?, method: HTTPRequest.Method = .get) async throws -> Answer {
        try Answer(
            try await server.client.execute(
                uri: "/oauth2/userinfo",
                method: method,
                headers: [.authorization: "Bearer \(try #require(token))"]
            )
        )
    }
}
