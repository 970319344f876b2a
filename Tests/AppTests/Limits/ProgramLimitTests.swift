import App
import AppTestSupport
import ParaphWire
import TestSupport
import Testing

@testable import ServerKit

/// For whom the requests of programs count.
@Suite struct ProgramLimitTests {
    @Test func onePersonOfAProgramUsesUpNothingOfAnother() async throws {
        try await TestServer.run { server, _ in
            var limits = RateLimits()
            limits.client = RateLimit(burst: 2, perMinute: 1)
            let limiter = RateLimiter(database: server.node.database, limits: limits, time: server.time)
            func asks(_ person: String, client: String?) -> RateLimits.Party {
                Principal(personID: person, credential: .token(id: "t"), clientID: client).party
            }
            for client in ["bank", nil] {
                for _ in 0..<2 { try await limiter.admit(asks("anna", client: client)) }
                await #expect(throws: Problem.self) { try await limiter.admit(asks("anna", client: client)) }
                try await limiter.admit(asks("boris", client: client))
            }
            try await limiter.admit(.client(Principal.program(ofClient: "bank")))
            try await limiter.admit(asks("anna", client: "store"))
            let session = Principal(personID: "anna", credential: .session(id: "s"))
            #expect(session.party == .person("anna"), "the person's own is their own")
        }
    }
}
