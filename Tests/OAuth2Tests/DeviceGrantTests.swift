import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Devices without a browser (RFC 8628); row V1 of the table in notes/identity.md, section 1.3.
@Suite struct DeviceGrantTests {
    private static let grant = "urn:ietf:params:oauth:grant-type:device_code"

    private static func program(_ server: IdentityServer, isPublic: Bool = false) async throws -> OAuthProgram {
        try await OAuthProgram.make(server, grants: [grant, "refresh_token"], isPublic: isPublic)
    }

    private static func begin(_ program: OAuthProgram, _ scope: String = "openid") async throws -> [String: String] {
        let answer = try await program.post("/oauth2/device_authorization", ["scope": scope])
        try #require(answer.status == 200, "\(answer.members)")
        return answer.members
    }

    private static func poll(_ program: OAuthProgram, _ begun: [String: String]) async throws -> OAuthProgram.Answer {
        try await program.post("/oauth2/token", ["grant_type": grant, "device_code": begun["device_code"] ?? ""])
    }

    private static func decide(_ server: IdentityServer, _ person: TestPerson, _ code: String?, _ isAllowed: Bool = true) async throws {
        let decision = DeviceDecision(userCode: try #require(code), isAllowed: isAllowed)
        _ = try await server.call(IdentityEndpoints.authorizeDevice, body: decision, token: person.token)
    }

    @Test func v1APersonAllowsItElsewhere() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            for isPublic in [false, true] {
                let program = try await Self.program(server, isPublic: isPublic)
                let begun = try await Self.begin(program)
                let code = try #require(begun["user_code"])
                #expect(code.wholeMatch(of: #/[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/#) != nil)
                #expect(begun["verification_uri"] == "http://localhost:8080/device" && begun["expires_in"] == "600")
                #expect(begun["verification_uri_complete"] == "http://localhost:8080/device?user_code=\(code)" && begun["interval"] == "5")
                #expect(try await Self.poll(program, begun).error == "authorization_pending")
                #expect(try await Self.poll(program, begun).error == "slow_down")
                let typed = " \(code.lowercased().replacing("-", with: " "))"
                let question = try await server.call(
                    IdentityEndpoints.deviceAuthorization,
                    body: DeviceCode(userCode: typed),
                    token: person.token
                )
                #expect(question.clientName == "North Bank" && question.scopes == ["openid"] && question.rights == ["know that it is you"])
                try await Self.decide(server, person, typed)
                let answer = try await Self.poll(program, begun)
                #expect(answer.status == 200 && answer.members["refresh_token"] != nil)
                #expect(try await program.claims(answer.members["id_token"]).audience == program.id)
                #expect(try await program.opens(answer.members["access_token"]))
                #expect(try await Self.poll(program, begun).error == "invalid_grant")
                #expect(try await !program.opens(answer.members["access_token"]), "what comes twice ends")
            }
        }
    }

    @Test func v1EndsAreToldAndAnotherClientLearnsNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let (program, other) = (try await Self.program(server), try await Self.program(server))
            let begun = try await Self.begin(program)
            #expect(try await Self.poll(other, begun).error == "invalid_grant")
            try await Self.decide(server, person, begun["user_code"], false)
            for _ in 0..<2 { #expect(try await Self.poll(program, begun).error == "access_denied") }
            let late = try await Self.begin(program)
            server.time.advance(seconds: 600)
            #expect(try await Self.poll(program, late).error == "expired_token")
            #expect(await problem { try await Self.decide(server, person, late["user_code"]) }?.status == 404)
            let code = try await OAuthProgram.make(server)
            #expect(try await code.post("/oauth2/device_authorization", ["scope": "openid"]).error == "unauthorized_client")
            #expect(try await program.post("/oauth2/device_authorization", ["scope": "everything"]).error == "invalid_scope")
        }
    }

    @Test func v1OneTokenSetHoweverManyAskAtOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await Self.program(server)
            let begun = try await Self.begin(program)
            try await Self.decide(server, person, begun["user_code"])
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await Self.poll(program, begun).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(answers.count { $0 == 200 } == 1)
        }
    }

    @Test func v1WhoGuessesWaitsAndNobodyElseDoes() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, other) = (try await server.register(), try await server.register("boris@example.org", seed: 9))
            let program = try await Self.program(server)
            let begun = try await Self.begin(program)
            var statuses: [Int?] = []
            for _ in 0..<6 { statuses.append(await problem { try await Self.decide(server, person, "BCDF-BCDF") }?.status) }
            #expect(statuses == [404, 404, 404, 404, 404, 429])
            #expect(await problem { try await Self.decide(server, person, begun["user_code"]) }?.status == 429)
            try await Self.decide(server, other, begun["user_code"])
            server.time.advance(seconds: 600)
            #expect(await problem { try await Self.decide(server, person, "BCDF-BCDF") }?.status == 404)
        }
    }
}
