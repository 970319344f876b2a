import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// The code that people set for requests (`user_code`: CIBA Core 1.0, section 7.1); row B9 of the table in notes/identity.md, section 1.3.
@Suite struct RequestCodeTests {
    private static func program(_ server: IdentityServer) async throws -> OAuthProgram {
        try await OAuthProgram.make(server, grants: [OAuthProgram.ciba]) { $0.bringsUserCode = true }
    }

    private static func set(_ code: String, _ server: IdentityServer, _ person: TestPerson) async throws {
        _ = try await server.call(IdentityEndpoints.setRequestCode, body: RequestCodeChange(code: code), token: person.token)
    }

    @Test func b9ACodeIsMissingWrongOrRight() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            #expect(try await program.ask(person, ["user_code": "korova7"]).error == "invalid_user_code", "without one nobody is reached")
            try await Self.set("Korova7", server, person)
            #expect(try await program.ask(person).error == "missing_user_code")
            #expect(try await program.ask(person, ["user_code": "Korova8"]).error == "invalid_user_code")
            #expect(try await server.count("clientRequest") == 0)
            for code in ["Korova7", "korova7"] { #expect(try await program.ask(person, ["user_code": code]).status == 200) }
            #expect(try await server.everythingStored().firstRange(of: Array("orova7".utf8)) == nil)
            _ = try await server.call(IdentityEndpoints.removeRequestCode, token: person.token)
            #expect(try await program.ask(person, ["user_code": "Korova7"]).error == "invalid_user_code")
        }
    }

    @Test func b9NothingTellsWhoIsThere() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, plain) = (try await server.enrolledPerson(), try await server.register("boris@example.org", seed: 9))
            let program = try await Self.program(server)
            try await Self.set("Korova7", server, person)
            for code in [nil, "wrong1", "x", String(repeating: "x", count: 500)] as [String?] {
                var answers: Set<[String: String]> = []
                for hint in [person.email, plain.email, "nobody@example.org"] {
                    let answer = try await program.ask(person, ["login_hint": hint, "user_code": code])
                    #expect(answer.status == 400)
                    answers.insert(answer.members)
                }
                #expect(answers.count == 1, "\(answers)")
            }
        }
    }

    @Test func b9FiveWrongCodesAreAPauseForThisClientAlone() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (program, another) = (try await Self.program(server), try await Self.program(server))
            try await Self.set("Korova7", server, person)
            for number in 0..<5 {
                #expect(try await program.ask(person, ["user_code": "wrong\(number)x"]).error == "invalid_user_code")
            }
            #expect(try await program.ask(person, ["user_code": "Korova7"]).error == "invalid_user_code", "the right one is wrong too")
            #expect(try await another.ask(person, ["user_code": "Korova7"]).status == 200, "another client's tries are its own")
            server.time.advance(seconds: 3601)
            #expect(try await program.ask(person, ["user_code": "Korova7"]).status == 200)
            #expect(try await server.count("requestCodeGuess") == 0)
        }
    }

    @Test func aRightCodeEndsTheCountAndParallelGuessesAreCountedEach() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            try await Self.set("Korova7", server, person)
            for number in 0..<4 { _ = try await program.ask(person, ["user_code": "wrong\(number)x"]) }
            #expect(try await program.ask(person, ["user_code": "Korova7"]).status == 200)
            for number in 0..<4 { _ = try await program.ask(person, ["user_code": "wrong\(number)x"]) }
            #expect(try await program.ask(person, ["user_code": "Korova7"]).status == 200)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 { group.addTask { _ = try? await program.ask(person, ["user_code": "wrong\(number)"]) } }
            }
            #expect(try await server.rows("SELECT count FROM requestCodeGuess").count == 1)
            #expect(try await program.ask(person, ["user_code": "Korova7"]).error == "invalid_user_code")
        }
    }

    @Test func programsThatBringNoneReachOnlyWhoLetThemInOrSetNoCode() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await OAuthProgram.make(server, grants: [OAuthProgram.ciba, "authorization_code"])
            #expect(try await program.ask(person).status == 200)
            try await Self.set("Korova7", server, person)
            #expect(try await program.ask(person).error == "unknown_user_id")
            #expect(
                try await program.ask(person, ["user_code": "Korova7"]).error == "unknown_user_id",
                "it was not registered to bring one"
            )
            _ = try await program.decide(person, program.query(["scope": "openid"]))
            #expect(try await program.ask(person).status == 200, "whom the person let in themselves")
        }
    }

    @Test(arguments: ["", "12345", "123456789012345678901", "korova 7", "корова7", "korova-7", "１２３４５６"])
    func whatIsNoCodeIsRefused(_ code: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            #expect(await problem { try await Self.set(code, server, person) }?.fields?.first?.name == "code")
        }
    }

    @Test func aCodeIsThePersonsOwnAndIsTold() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, other) = (try await server.register(), try await server.register("boris@example.org", seed: 9))
            try await Self.set("Korova7", server, person)
            #expect(try await server.call(IdentityEndpoints.requestCode, token: person.token).setAt == server.time.now())
            #expect(try await server.call(IdentityEndpoints.requestCode, token: other.token).setAt == nil)
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(kinds.contains("requestCodeSet"))
        }
    }
}
