import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// How many of a person's samples are remembered, so that none of them counts twice.
@Suite struct RememberedSamplesTests {
    /// The numbers of what is remembered besides the template's references.
    private static func unassigned(_ person: TestPerson, _ server: IdentityServer) async throws -> [Int] {
        let rows = try await server.rows(
            "SELECT number FROM trace WHERE personId = \(person.id) AND templateId IS NULL ORDER BY number"
        )
        return try rows.map { try $0.get("number") }
    }

    /// Remembers samples of another hand until there are so many.
    private static func fill(_ person: TestPerson, upTo count: Int, _ server: IdentityServer) async throws {
        let trace = ReplayTrace(of: SyntheticSigner(seed: 99).genuine(0)).encoded()
        let missing = try await count - unassigned(person, server).count
        try await server.database.write { [keys = server.keys] tx in
            for number in 0..<missing {
                let digest = TraceStore.digest(of: Array("sample \(number)".utf8))
                try TraceStore.append(trace, digest: digest, of: TemplatePlace(personID: person.id), keys: keys, in: tx)
            }
        }
    }

    private static func signIn(_ person: TestPerson, _ number: Int, _ server: IdentityServer) async throws {
        let result = try await server.answer(try await server.challenge(person), by: person, person.genuine(number))
        #expect(result.outcome == .accepted)
    }

    @Test func theLatestTwoHundredStayAndThoseOfTheTemplate() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let references = try await server.count("trace")
            try await Self.fill(person, upTo: TraceStore.historyLimit - 1, server)
            let before = try await Self.unassigned(person, server)
            try await Self.signIn(person, 1, server)
            let full = try await Self.unassigned(person, server)
            #expect(full.count == TraceStore.historyLimit && Array(full.dropLast()) == before)
            try await Self.signIn(person, 2, server)
            let next = try await Self.unassigned(person, server)
            #expect(next.count == TraceStore.historyLimit && Array(next.dropLast()) == Array(full.dropFirst()))
            #expect(try await server.count("trace") == references + TraceStore.historyLimit)
        }
    }

    @Test func whatATemplateLetsGoCountsAmongThem() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let references = try await server.count("trace")
            try await Self.fill(person, upTo: TraceStore.historyLimit - 3, server)
            try await server.database.write { [keys = server.keys] tx in
                try TemplateStore.delete(TemplatePlace(personID: person.id), keys: keys, in: tx)
            }
            let kept = try await Self.unassigned(person, server)
            // The references were the first samples of all.
            #expect(kept.count == TraceStore.historyLimit && kept.first == references - 2)
        }
    }

    @Test func moreThanTheLimitGoesWithTheNextSample() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            try await Self.fill(person, upTo: TraceStore.historyLimit + 7, server)
            let before = try await Self.unassigned(person, server)
            try await Self.signIn(person, 1, server)
            let after = try await Self.unassigned(person, server)
            #expect(after.count == TraceStore.historyLimit && Array(after.dropLast()) == Array(before.dropFirst(8)))
        }
    }

    @Test func whatIsRefusedPushesNoAcceptedSampleOut() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let send = { @Sendable (sample: Sample) in
                server.time.advance(seconds: 31)
                return try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", sample))
            }
            let recorded = signer.genuine(30)
            let accepted = try await send(recorded)
            #expect(accepted.refusal == nil && accepted.similarity ?? 0 > 0.5)
            for number in 0..<(TraceStore.historyLimit + 40) {
                let junk = try await send(signer.forgery(number, kind: .random))
                #expect(junk.res == "0" && junk.refusal != "replay")
            }
            var moved = recorded
            for stroke in moved.strokes.indices {
                for point in moved.strokes[stroke].points.indices { moved.strokes[stroke].points[point].x += 20 }
            }
            for copy in [recorded, moved] {
                let answer = try await send(copy)
                #expect(answer.refusal == "replay" && answer.similarity == 0, "\(answer)")
            }
            #expect(try await server.count("refusedTrace") == RefusedTraceStore.limit)
        }
    }

    @Test func anAcceptedSampleIsKnownForEverWithoutItsTrace() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            try await Self.signIn(person, 1, server)
            try await server.database.write { try $0.execute("DELETE FROM trace WHERE templateId IS NULL") }
            let result = try await server.answer(try await server.challenge(person), by: person, person.genuine(1))
            #expect(result.outcome == .refused && result.refusal == SampleRefusal.replay)
        }
    }
}
