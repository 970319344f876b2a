import AppTestSupport
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ParaphStorage
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import App
@testable import IdentityTestSupport
@testable import ServerKit

@Suite struct RateLimitTests {
    @Test func aBucketLetsItsBurstThroughAndThenItsRate() {
        let limit = RateLimit(burst: 3, perMinute: 60)
        var fullAt: Int64 = 0
        for second in [10, 10, 10, 11, 12] as [Int64] {
            guard case .admitted(let next) = limit.take(1, fullAt: fullAt, now: second * 1_000_000) else {
                Issue.record("refused at \(second) s")
                return
            }
            fullAt = next
        }
        #expect(limit.take(1, fullAt: fullAt, now: 12_000_000) == .refused(until: 13_000_000))
    }

    @Test func aClockSetBackKeepsNobodyOutForLongerThanAnEmptyBucket() {
        let limit = RateLimit(burst: 2, perMinute: 60)
        #expect(limit.take(1, fullAt: 9_000_000_000, now: 1_000_000) == .refused(until: 2_000_000))
    }

    @Test func numbersOutsideTheRangeAreBroughtIn() {
        #expect(RateLimit(burst: 0, perMinute: .min) == RateLimit(burst: 1, perMinute: 1))
        #expect(RateLimit(burst: .max, perMinute: .max) == RateLimit(burst: 1_000_000, perMinute: 1_000_000))
    }

    @Test func twoNodesAdmitTogetherWhatOneWould() async throws {
        try await TestServer.run { server, _ in
            var limits = RateLimits()
            limits.person = RateLimit(burst: 40, perMinute: 60)
            // Each has connections of its own, as a node has.
            let configuration = server.node.configuration
            let other = try await configuration.database.open(in: DataFolder(naming: configuration.data))
            let nodes = [server.node.database, other].map { RateLimiter(database: $0, limits: limits, time: server.time) }
            var admitted = 0
            for turn in 0..<100 {
                do {
                    try await nodes[turn % 2].admit(.person("anna"))
                    admitted += 1
                } catch let problem as Problem {
                    #expect(problem.status == 429)
                    #expect(problem.retryAfter == 1)
                }
            }
            #expect(admitted == 40)
            try await nodes[0].admit(.person("boris"))
            server.time.advance(seconds: 1)
            try await nodes[1].admit(.person("anna"))
            await other.close()
        }
    }

    @Test func requestsAtOnceAreAllAdmittedWhereTheBurstCoversThem() async throws {
        try await TestServer.run { server, _ in
            var limits = RateLimits()
            limits.person = RateLimit(burst: 100, perMinute: 60)
            let limiter = RateLimiter(database: server.node.database, limits: limits, time: server.time)
            let admitted = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<100 {
                    group.addTask { (try? await limiter.admit(.person("anna"))) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(admitted == 100)
            await #expect(throws: Problem.self) { try await limiter.admit(.person("anna")) }
        }
    }

    @Test func thoseWhoComeAtOnceWaitForTheOneThatAsksTheDatabase() async throws {
        try await TestServer.run { server, _ in
            var limits = RateLimits()
            limits.person = RateLimit(burst: 100, perMinute: 60)
            let database = CountingDatabase(server.node.database)
            let limiter = RateLimiter(database: database, limits: limits, time: server.time, patience: .seconds(600))
            func admitted(of count: Int) async -> Int {
                await withTaskGroup(of: Bool.self) { group in
                    for _ in 0..<count { group.addTask { (try? await limiter.admit(.person("anna"))) != nil } }
                    return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                }
            }
            #expect(await admitted(of: 300) == 100)
            // Ten lumps, and the refusal; however many come.
            #expect(database.writes == 11)
            #expect(await admitted(of: 300) == 0)
            #expect(database.writes == 11)
        }
    }

    @Test func whoCannotAskKeepsNobodyWaiting() async throws {
        try await TestServer.run { server, _ in
            let database = CountingDatabase(server.node.database)
            let limiter = RateLimiter(database: database, limits: RateLimits(), time: server.time, patience: .seconds(600))
            database.isBroken = true
            let failed = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { (try? await limiter.admit(.person("anna"))) == nil } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(failed == 20 && database.writes == 20)
            database.isBroken = false
            try await limiter.admit(.person("anna"))
        }
    }

    @Test func whoWaitedForLongAsksForThemselves() async throws {
        try await TestServer.run { server, _ in
            let database = CountingDatabase(server.node.database)
            let limiter = RateLimiter(database: database, limits: RateLimits(), time: server.time, patience: .milliseconds(1))
            let hold = Waiter<Bool>()
            database.hold = hold
            let first = Task { try await limiter.admit(.person("anna")) }
            try await until("it is written") { database.writes > 0 }
            database.hold = nil
            try await limiter.admit(.person("anna"))
            #expect(database.writes == 2)
            hold.answer(true)
            try await first.value
        }
    }

    @Test func whatWasTakenAndNotUsedInTimeIsLost() async throws {
        try await TestServer.run { server, _ in
            var limits = RateLimits()
            limits.person = RateLimit(burst: 100, perMinute: 60)
            let limiter = RateLimiter(database: server.node.database, limits: limits, time: server.time)
            for _ in 0..<50 {
                try await limiter.admit(.person("anna"))
                server.time.advance(seconds: 61)
            }
            var admitted = 0
            while admitted < 1000, (try? await limiter.admit(.person("anna"))) != nil { admitted += 1 }
            #expect(admitted <= 100)
        }
    }

    @Test func partiesWhoseBucketsAreFullAreForgotten() async throws {
        try await TestServer.run { server, _ in
            let limiter = RateLimiter(database: server.node.database, limits: RateLimits(), time: server.time)
            for number in 0..<15 { try await limiter.admit(.address("192.0.2.\(number)")) }
            server.time.advance(seconds: 3600)
            for number in 0..<2 { try await limiter.admit(.address("198.51.100.\(number)")) }
            #expect(try await !limiter.sweep())
            let left: Int = try await server.node.database.read { try $0.first("SELECT count(*) AS n FROM rateLimit")?.get("n") ?? -1 }
            #expect(left == 2)
        }
    }

    @Test func strangersWhoChangeThingsAreStoppedAndToldWhenToComeAgain() async throws {
        var limits = RateLimits()
        limits.stranger = RateLimit(burst: 10, perMinute: 6)
        try await TestServer.run(.live, rateLimits: limits) { server, client in
            func post() async throws -> TestResponse {
                try await client.execute(
                    uri: "/v1/registrations",
                    method: .post,
                    headers: HTTPFields([HTTPField(name: .contentType, value: "application/json")] + HTTPFields.ownPages),
                    body: .init(string: "{}")
                )
            }
            for _ in 0..<10 { #expect(try await post().status == .badRequest) }
            let refused = try await post()
            #expect(refused.status == .tooManyRequests)
            #expect(refused.headers[.retryAfter] == "10")
            #expect(try await client.execute(uri: "/healthz", method: .get).status == .ok)
            #expect(try await client.execute(uri: "/openapi.yaml", method: .get).status == .ok)
            server.time.advance(seconds: 10)
            #expect(try await post().status == .badRequest)
        }
    }

    @Test func strangersWhoHaveCertificatesMadeAreCounted() async throws {
        var limits = RateLimits()
        limits.stranger = RateLimit(burst: 10, perMinute: 6)
        try await TestServer.run(.live, rateLimits: limits) { _, client in
            func status(_ path: String) async throws -> HTTPResponse.Status {
                let document = String(repeating: "0", count: 32)
                let headers = HTTPFields(HTTPFields.ownPages)
                return try await client.execute(uri: "/v1/documents/\(document)\(path)", method: .get, headers: headers).status
            }
            for _ in 0..<10 {
                let answer = try await status("/evidence")
                #expect(answer == .notFound)
            }
            let (refused, read) = (try await status("/evidence"), try await status(""))
            #expect(refused == .tooManyRequests)
            // Reading costs nothing.
            #expect(read == .notFound)
        }
    }
}
