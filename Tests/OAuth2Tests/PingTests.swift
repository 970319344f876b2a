import Foundation
import HTTPTypes
import ParaphStorage
import ParaphWire
import ServerKit
import StorageTestSupport
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// CIBA's ping mode, and questions that are held; the names are those of the table in notes/identity.md, section 1.3.
@Suite struct PingTests {
    private static let token = "8d67dc78-7faa-4d41-aabd-67707b374255"

    private static func program(_ server: IdentityServer) async throws -> OAuthProgram {
        try await OAuthProgram.make(server, grants: [OAuthProgram.ciba], notificationURI: "https://bank.example/ping")
    }

    private static func asked(_ program: OAuthProgram, _ person: TestPerson) async throws -> String {
        try await program.asked(person, ["client_notification_token": token])
    }

    @Test func p1AClientOfPingsSaysWhatItKnowsUsBy() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            let wrong = [
                nil, "short", "a b c d e f g h i j k l", "abcdefghijklmnopqrstuv\r\nX: y", String(repeating: "x", count: 1025), "====",
            ]
            for token in wrong {
                let answer = try await program.ask(person, ["client_notification_token": token])
                #expect(answer.status == 400 && answer.error == "invalid_request", "\(token ?? "")")
            }
            #expect(try await server.rows("SELECT id FROM clientRequest").isEmpty)
            let poller = try await BackchannelTests.program(server)
            #expect(try await poller.ask(person, ["client_notification_token": "x"]).status == 200, "others need none")
        }
    }

    @Test(arguments: [
        "http://bank.example/ping", "https://127.0.0.1/ping", "https://169.254.169.254/latest", "https://10.0.0.1/", "https://[::1]/",
        "ftp://bank.example/", "x",
    ])
    func p4AnAddressWithinTheNetworkIsNoneToBeToldAt(_ address: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let refusal = await problem { try await OAuthProgram.make(server, grants: [OAuthProgram.ciba], notificationURI: address) }
            #expect(refusal?.fields?.first?.name == "notification-uri")
        }
    }

    @Test func p2EachEndIsToldOnceAndThenFetched() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            let id = try await Self.asked(program, person)
            try await server.tellClients()
            #expect(server.callbacks.calls.isEmpty)
            try await program.sign(person)
            for _ in 0..<2 { try await server.tellClients() }
            let call = try #require(server.callbacks.calls.first)
            #expect(server.callbacks.calls.count == 1 && call.target == "https://bank.example/ping")
            #expect(call.headers["Authorization"] == "Bearer \(Self.token)" && call.headers["Content-Type"] == "application/json")
            #expect(call.text == "{\"auth_req_id\":\"\(id)\"}")
            #expect(try await program.poll(id).status == 200)
            let declined = try await Self.asked(program, person)
            _ = try await server.call(IdentityEndpoints.declineRequest, try await program.waiting(person).id, token: person.token)
            let expired = try await Self.asked(program, person)
            server.time.advance(seconds: 121)
            for _ in 0..<2 { try await server.tellClients() }
            #expect(Set(server.callbacks.calls.dropFirst().map(\.text)) == Set([declined, expired].map { "{\"auth_req_id\":\"\($0)\"}" }))
            #expect(try await program.poll(declined).error == "access_denied")
            #expect(try await program.poll(expired).error == "expired_token")
            let stored = try await server.everythingStored()
            #expect(stored.firstRange(of: Array(id.utf8)) == nil && stored.firstRange(of: Array(Self.token.utf8)) == nil)
        }
    }

    @Test func p3APingThatFailsLosesNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            for (number, status) in [401, 403, 301].enumerated() {
                let before = server.callbacks.calls.count
                let id = try await Self.asked(program, person)
                try await program.sign(person, person.genuine(number))
                server.callbacks.answerNext(status)
                for _ in 0..<3 {
                    try await server.tellClients()
                    server.time.advance(seconds: 30)
                }
                #expect(server.callbacks.calls.count == before + 1, "\(status) is not asked again")
                #expect(try await program.poll(id).status == 200)
            }
        }
    }

    @Test func aQuestionIsHeldUntilThePersonAnswers() async throws {
        try await IdentityServer.run { (server) async throws in
            let server = server.node(0)
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server)
            let id = try await program.asked(person)
            async let held = program.poll(id, waiting: 30)
            try await until("the question is held") { server.domain.environment.waits.load.used == 1 }
            try await program.sign(person)
            #expect(try await held.status == 200)
            #expect(server.domain.environment.waits.load.used == 0)
            let next = try await program.asked(person)
            let empty = try await program.poll(next, waiting: 1)
            #expect(empty.error == "authorization_pending", "the time is over")
            #expect(try await program.poll(next).error == "slow_down", "a held question counts from when it came")
            server.time.advance(seconds: 1)
            let signPass = try #require(try await program.signPass("request", ["user": person.email]).members["id"])
            async let result = program.signPass("result", ["id": signPass], headers: OAuthProgram.preferring(wait: 30))
            try await until("the question is held") { server.domain.environment.waits.load.used == 1 }
            try await program.sign(person, person.genuine(2))
            #expect(try await result.members["state"] == "approved")
        }
    }

    @Test func howLongAClientWaitsIsBounded() {
        #expect(RequestWait.Patience(seconds: 1000).seconds == 30 && RequestWait.Patience(seconds: -1).seconds == 1)
    }
}
