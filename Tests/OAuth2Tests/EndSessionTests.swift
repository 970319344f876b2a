import Foundation
import HTTPTypes
import HummingbirdTesting
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// That a client wants the person to be signed out (OpenID Connect RP-Initiated Logout 1.0); row L1 of the table in notes/identity.md, section 1.3.
@Suite struct EndSessionTests {
    private static let back = "https://bank.example/goodbye?y=1"

    private static func program(_ server: IdentityServer) async throws -> OAuthProgram {
        try await OAuthProgram.make(server) { $0.logoutURIs = [Self.back, "http://127.0.0.1/goodbye"] }
    }

    private static func hint(_ program: OAuthProgram, _ person: TestPerson) async throws -> String {
        let code = try #require(try await program.decide(person, program.query(["scope": "openid"]))["code"])
        return try #require(try await program.redeem(code).members["id_token"])
    }

    private static func question(_ server: IdentityServer, _ parameters: [String: String], by person: TestPerson?) async throws
        -> EndSessionQuestion
    {
        let path = "\(IdentityEndpoints.endSession.path)?\(OAuthProgram.form(parameters))"
        return try await server.call(Endpoint<Nothing, Nothing, EndSessionQuestion>("GET", path), token: person?.token)
    }

    @Test func whoeverTheHintNamesIsSignedOutWithoutBeingAskedAndGoesBack() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await Self.program(server)
            var parameters = [
                "id_token_hint": try await Self.hint(program, person), "post_logout_redirect_uri": Self.back, "state": "s &=1",
            ]
            let expected = EndSessionQuestion(clientName: "North Bank", step: .goOn, location: "\(Self.back)&state=s%20%26%3D1")
            #expect(try await Self.question(server, parameters, by: person) == expected)
            parameters["client_id"] = program.id
            #expect(try await Self.question(server, parameters, by: person) == expected)
            // As long as it is known which key signed it, a hint that is over is good (section 2).
            server.time.advance(seconds: 2 * 86_400)
            #expect(try await Self.question(server, parameters, by: person) == expected)
            parameters["post_logout_redirect_uri"] = "http://127.0.0.1:47813/goodbye"
            #expect(try await Self.question(server, parameters, by: person).location == "http://127.0.0.1:47813/goodbye?state=s%20%26%3D1")
        }
    }

    @Test func l1AHintThatIsNoneAsksThePersonAndLeadsNowhere() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, other) = (try await server.register(), try await server.register("boris@example.org", seed: 9))
            let (program, another) = (try await Self.program(server), try await OAuthProgram.make(server))
            let good = try await Self.hint(program, person)
            for (hint, clientID) in [("x.y.z", nil), (good + "A", nil), (good, another.id), (good, "nobody")] as [(String, String?)] {
                var parameters = ["id_token_hint": hint, "post_logout_redirect_uri": Self.back]
                parameters["client_id"] = clientID
                let question = try await Self.question(server, parameters, by: person)
                #expect(question == EndSessionQuestion(clientName: nil, step: .ask, location: nil), "\(parameters)")
            }
            let question = try await Self.question(server, ["id_token_hint": good, "post_logout_redirect_uri": Self.back], by: other)
            #expect(question.step == .ask && question.location == Self.back, "another person than the hint names")
            _ = try await ClientAdministration(database: server.database, time: server.time).setDisabled(true, id: program.id)
            let late = try await Self.question(server, ["id_token_hint": good, "post_logout_redirect_uri": Self.back], by: person)
            #expect(late == EndSessionQuestion(clientName: nil, step: .ask, location: nil), "a client that is disabled")
        }
    }

    @Test func l1AnAddressThatTheClientDidNotRegisterIsNotGoneTo() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let (program, another) = (try await Self.program(server), try await OAuthProgram.make(server))
            let hint = try await Self.hint(program, person)
            for address in [
                "https://bank.example/goodbye", "\(Self.back)&z=1", "\(Self.back)#x", "https://bank.example/cb?x=1",
                "https://evil.example/",
                "javascript:alert(1)",
            ] {
                let parameters = ["id_token_hint": hint, "post_logout_redirect_uri": address, "state": "s"]
                #expect(try await Self.question(server, parameters, by: person).location == nil, "\(address)")
            }
            let theirs = try await Self.hint(another, person)
            let parameters = ["id_token_hint": theirs, "post_logout_redirect_uri": Self.back]
            #expect(try await Self.question(server, parameters, by: person).location == nil, "another client's address")
            let unknown = try await Self.question(server, ["post_logout_redirect_uri": Self.back], by: person)
            #expect(unknown == EndSessionQuestion(clientName: nil, step: .ask, location: nil), "nobody says whose it is")
        }
    }

    @Test func withoutAHintThePersonIsAskedAndWithoutASessionThereIsNothingToEnd() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await Self.program(server)
            let parameters = ["client_id": program.id, "post_logout_redirect_uri": Self.back]
            let asked = try await Self.question(server, parameters, by: person)
            #expect(asked == EndSessionQuestion(clientName: "North Bank", step: .ask, location: Self.back))
            #expect(try await Self.question(server, [:], by: person).step == .ask)
            #expect(try await Self.question(server, parameters, by: nil).step == .over)
            let tokens = try await program.tokens(person)
            let path = IdentityEndpoints.endSession.path
            let byProgram = try await server.client.execute(
                uri: path,
                method: .get,
                headers: [.authorization: "Bearer \(try #require(tokens.members["access_token"]))"]
            )
            #expect(byProgram.status == .unauthorized || byProgram.status == .ok || byProgram.status == .forbidden)
            let twice = "\(path)?client_id=\(program.id)&client_id=\(program.id)&post_logout_redirect_uri=x"
            let read = try await server.call(Endpoint<Nothing, Nothing, EndSessionQuestion>("GET", twice), token: person.token)
            #expect(read == EndSessionQuestion(clientName: nil, step: .ask, location: nil))
        }
    }

    @Test func addressesAreRegisteredAsThoseOfTheSignInAre() async throws {
        try await IdentityServer.run { (server) async throws in
            for address in ["http://bank.example/", "https://bank.example/#x", "javascript:alert(1)", "https://a:b@bank.example/"] {
                let refusal = await problem { try await OAuthProgram.make(server) { $0.logoutURIs = [address] } }
                #expect(refusal?.fields?.first?.name == "post-logout-redirect-uri", "\(address)")
            }
            #expect(
                await problem { try await OAuthProgram.make(server, grants: [OAuthProgram.ciba]) { $0.logoutURIs = [Self.back] } } != nil
            )
        }
    }
}
