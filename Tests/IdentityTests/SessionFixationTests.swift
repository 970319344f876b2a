import HTTPTypes
import HummingbirdTesting
import Identity
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

/// S29: somebody plants a session in a browser and waits for its owner to sign in.
@Suite struct SessionFixationTests {
    /// Signs in as the web app does, in a browser that has a cookie.
    private func signIn(_ server: IdentityServer, _ person: TestPerson, _ number: Int, forged: Bool = false, cookie: String?) async throws
        -> TestResponse
    {
        let challenge = try await server.challenge(person)
        let sample = forged ? person.forged(number) : person.genuine(number)
        let answer = try person.device.answer(challenge, sample, attempt: 1, now: server.time.now())
        var headers = ["Paraph-Web": "1", "Sec-Fetch-Site": "same-origin"]
        headers["Cookie"] = cookie.map { "paraph=\($0)" }
        return try await server.send(IdentityEndpoints.answerChallenge, [challenge.id], body: answer, headers: headers)
    }

    private func token(_ response: TestResponse) throws -> String {
        let cookie = try #require(response.headers[.setCookie])
        return String(try #require(cookie.firstMatch(of: /^paraph=([^;]+);/)).1)
    }

    private func opens(_ server: IdentityServer, _ token: String) async throws -> Bool {
        try await server.send(IdentityEndpoints.me, token: token).status == .ok
    }

    @Test func aTokenThatSomebodyMadeUpIsNeverTaken() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let planted = "planted-planted-planted-planted-planted-plan"
            let own = try token(try await signIn(server, person, 1, cookie: planted))
            #expect(own != planted)
            #expect(try await opens(server, own))
            #expect(try await !opens(server, planted))
        }
    }

    @Test func everySignInGivesAnotherSession() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var tokens: Set = [person.token]
            for number in 1...3 { tokens.insert(try token(try await signIn(server, person, number, cookie: nil))) }
            #expect(tokens.count == 4)
            for token in tokens { #expect(try await opens(server, token)) }
        }
    }

    @Test func theSessionThatABrowserHadEndsWithTheNextSignIn() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let elsewhere = person.token
            // A forger's own session, planted in the person's browser.
            let forger = try await server.register("eve@example.org", seed: 9)
            let first = try token(try await signIn(server, person, 1, cookie: forger.token))
            #expect(try await !opens(server, forger.token))
            #expect(try await server.call(IdentityEndpoints.me, token: first).id == person.id)
            // The person's own, which somebody may have read there.
            let second = try token(try await signIn(server, person, 2, cookie: first))
            #expect(try await !opens(server, first))
            #expect(try await opens(server, second))
            #expect(try await opens(server, elsewhere), "other browsers stay signed in")
        }
    }

    @Test func aSignInThatFailsEndsNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let response = try await signIn(server, person, 1, forged: true, cookie: person.token)
            #expect(response.headers[.setCookie] == nil)
            #expect(try await opens(server, person.token))
        }
    }

    @Test(arguments: ["token", "paraph", "session", "sessionid", "access_token"])
    func aTokenInTheAddressOpensNothing(_ name: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let status = try await server.client.execute(uri: "\(IdentityEndpoints.me.path)?\(name)=\(person.token)", method: .get) {
                $0.status
            }
            #expect(status == .unauthorized)
        }
    }
}
