import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// S18: rows of templates that whoever writes to the database exchanged.
@Suite struct TemplateRowTests {
    /// What stands in the row of a person's only template.
    private static func sealed(_ personID: String, _ database: any Database) async throws -> [UInt8] {
        try await database.read { tx in
            try #require(try tx.first("SELECT sealed FROM template WHERE personId = \(personID)")).get("sealed")
        }
    }

    private static func put(_ sealed: [UInt8], _ personID: String, _ database: any Database) async throws {
        try await database.write { tx in
            let count = try tx.execute("UPDATE template SET sealed = \(sealed) WHERE personId = \(personID)")
            #expect(count == 1)
        }
    }

    /// Expects a fault of a sign-in, and that nothing was compared, kept or opened.
    private static func expectFault(
        _ server: IdentityServer,
        _ person: TestPerson,
        _ sample: Sample,
        _ location: SourceLocation = #_sourceLocation
    ) async throws {
        func kept() async throws -> [Int] {
            [try await server.count("signatureSample"), try await server.count("trace"), try await server.count("session")]
        }
        let before = try await kept()
        let challenge = try await server.challenge(person)
        let fault = await problem { try await server.answer(challenge, by: person, sample) }
        #expect(fault?.status == 500 && fault?.code == "internal", sourceLocation: location)
        let after = try await kept()
        #expect(after == before, sourceLocation: location)
    }

    @Test func theTemplatesOfTwoPeopleExchangedOpenNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            let boris = try await server.enrolledPerson("boris@example.org", seed: 8)
            let database = server.database
            let (hers, his) = (try await Self.sealed(anna.id, database), try await Self.sealed(boris.id, database))
            try await Self.put(his, anna.id, database)
            try await Self.put(hers, boris.id, database)
            // Neither by one's own hand nor by that of the other.
            for person in [anna, boris] {
                for hand in [anna, boris] { try await Self.expectFault(server, person, hand.genuine(1)) }
            }
            try await Self.put(hers, anna.id, database)
            try await Self.put(his, boris.id, database)
            for person in [anna, boris] {
                let accepted = try await server.answer(try await server.challenge(person), by: person, person.genuine(1))
                #expect(accepted.outcome == .accepted)
            }
        }
    }

    @Test func theBytesOfAnEarlierRevisionOpenNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (database, old) = (server.database, try await Self.sealed(person.id, server.database))
            // A week later a sample that is good enough is taken in.
            server.time.advance(seconds: 7 * 86_400)
            var present = old
            for number in 31..<40 where present == old {
                _ = try await server.answer(try await server.challenge(person), by: person, person.signer.genuine(number))
                present = try await Self.sealed(person.id, database)
            }
            try #require(present != old)
            try await Self.put(old, person.id, database)
            try await Self.expectFault(server, person, person.genuine(1))
            try await Self.put(present, person.id, database)
            let accepted = try await server.answer(try await server.challenge(person), by: person, person.genuine(1))
            #expect(accepted.outcome == .accepted)
        }
    }

    @Test func theTemplateOfASignatureThatWasReplacedOpensNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (database, old) = (server.database, try await Self.sealed(person.id, server.database))
            let hand = SyntheticSigner(seed: 99)
            let approval = try await server.approval(person, .modifySignature, sample: 1)
            #expect(try await server.enrol(person, approval: approval, signer: hand).status == .created)
            let present = try await Self.sealed(person.id, database)
            try await Self.put(old, person.id, database)
            for sample in [person.genuine(2), hand.genuine(101, session: 1)] { try await Self.expectFault(server, person, sample) }
            try await Self.put(present, person.id, database)
            let challenge = try await server.challenge(person)
            #expect(try await server.answer(challenge, by: person, hand.genuine(101, session: 1)).outcome == .accepted)
        }
    }

    @Test func signToLoginLetsNobodyInByATemplateOfSomebodyElse() async throws {
        try await DialectFixture.run { server in
            let (anna, database) = (SyntheticSigner(seed: 1), server.environment.database)
            try await server.enrol(anna, email: "a@example.org")
            try await server.enrol(SyntheticSigner(seed: 2), email: "b@example.org")
            let people: [String] = try await database.read { tx in
                try tx.rows("SELECT id FROM person ORDER BY email").map { try $0.get("id") }
            }
            let (hers, his) = (try await Self.sealed(people[0], database), try await Self.sealed(people[1], database))
            try await Self.put(his, people[0], database)
            let before = try await server.rowCount()
            let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", anna.genuine(30))
            let fault = try await server.send("/authenticate/", body)
            #expect(fault.res == "7" && fault.reference != nil, "\(fault)")
            #expect(fault.similarity == nil && fault.signatureid == nil && fault.sessionid == nil)
            #expect(try await server.rowCount() == before)
            try await Self.put(hers, people[0], database)
            #expect(try await server.send("/authenticate/", body).res == "0")
            #expect(hers != his)
        }
    }
}
