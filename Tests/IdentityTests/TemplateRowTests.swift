import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// S18: rows of templates that whoever writes to the database exchanged.
@Suite struct TemplateRowTests {
    /// What stands in the row of a person's only template.
    private static func sealed(_ personID: String, _ database: any Database) async throws -> [UInt8] {
        try await database.read { tx in
            try #require(try tx.first("SELECT sealedBytes FROM template WHERE personId = \(personID)")).get("sealedBytes")
        }
    }

    private static func put(_ sealed: [UInt8], _ personID: String, _ database: any Database) async throws {
        try await database.write { tx in
            let count = try tx.execute("UPDATE template SET sealedBytes = \(sealed) WHERE personId = \(personID)")
            #expect(count == 1)
        }
    }

    /// All of the row of a person's only template.
    private static func row(_ personID: String, _ database: any Database) async throws -> Row {
        try await database.read { try #require(try $0.first("SELECT * FROM template WHERE personId = \(personID)")) }
    }

    /// Puts a whole row in the place of a person's template, whatever stands there.
    private static func putBack(_ row: Row, _ database: any Database) async throws {
        try await database.write { tx in
            let personID: String = try row.get("personId")
            try tx.execute("DELETE FROM template WHERE personId = \(personID)")
            let (touch, references): (Bool, Int) = (try row.get("touch"), try row.get("referenceCount"))
            let sealed: [UInt8] = try row.get("sealedBytes")
            let (id, appID): (String, String?) = (try row.get("id"), try row.find("appId"))
            let (createdAt, revision): (Int64, Int) = (try row.get("createdAt"), try row.get("revision"))
            try tx.execute(
                """
                INSERT INTO template (id, personId, appId, touch, referenceCount, sealedBytes, createdAt, revision)
                VALUES (\(id), \(personID), \(appID), \(touch), \(references), \(sealed), \(createdAt), \(revision))
                """
            )
        }
    }

    /// Signs in a week later until a sample is taken in.
    private static func adapt(_ server: IdentityServer, _ person: TestPerson) async throws {
        server.time.advance(seconds: 7 * 86_400)
        let before: Int = try await row(person.id, server.database).get("revision")
        for number in 31..<40 {
            _ = try await server.answer(try await server.challenge(person), by: person, person.signer.genuine(number))
            if try await row(person.id, server.database).get("revision", as: Int.self) > before { return }
        }
        Issue.record("no sample was good enough to be taken in")
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
                for signer in [anna, boris] { try await Self.expectFault(server, person, signer.genuine(1)) }
                let shown = try await server.call(IdentityEndpoints.me, token: person.token).signature
                #expect(shown.isEnrolled && shown.complexity == nil)
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
            try await Self.adapt(server, person)
            let present = try await Self.sealed(person.id, database)
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
            let signer = SyntheticSigner(seed: 99)
            let approval = try await server.approval(person, .modifySignature, sample: 1)
            #expect(try await server.enrol(person, approval: approval, signer: signer).status == .created)
            let present = try await Self.sealed(person.id, database)
            try await Self.put(old, person.id, database)
            for sample in [person.genuine(2), signer.genuine(101, session: 1)] { try await Self.expectFault(server, person, sample) }
            try await Self.put(present, person.id, database)
            let challenge = try await server.challenge(person)
            #expect(try await server.answer(challenge, by: person, signer.genuine(101, session: 1)).outcome == .accepted)
        }
    }

    @Test func theWholeRowOfAnEarlierRevisionOpensNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (database, old) = (server.database, try await Self.row(person.id, server.database))
            try await Self.adapt(server, person)
            let present = try await Self.row(person.id, database)
            try await Self.putBack(old, database)
            try await Self.expectFault(server, person, person.genuine(1))
            try await Self.putBack(present, database)
            #expect(try await server.answer(try await server.challenge(person), by: person, person.genuine(1)).outcome == .accepted)
            #expect(try await server.count("objectKey WHERE object NOT LIKE 'profile/%'") == 1)
        }
    }

    @Test func theWholeRowOfASignatureThatWasReplacedOpensNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (database, old) = (server.database, try await Self.row(person.id, server.database))
            let signer = SyntheticSigner(seed: 99)
            let approval = try await server.approval(person, .modifySignature, sample: 1)
            #expect(try await server.enrol(person, approval: approval, signer: signer).status == .created)
            let present = try await Self.row(person.id, database)
            try await Self.putBack(old, database)
            for sample in [person.genuine(2), signer.genuine(101, session: 1)] { try await Self.expectFault(server, person, sample) }
            try await Self.putBack(present, database)
            let challenge = try await server.challenge(person)
            #expect(try await server.answer(challenge, by: person, signer.genuine(101, session: 1)).outcome == .accepted)
        }
    }

    @Test func aTemplateThatDoesNotOpenCostsNoTry() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (database, present) = (server.database, try await Self.sealed(person.id, server.database))
            try await Self.put([1, 2, 3], person.id, database)
            let challenge = try await server.challenge(person)
            for _ in 1...7 {
                let fault = await problem { try await server.answer(challenge, by: person, person.genuine(1)) }
                #expect(fault?.status == 500)
            }
            #expect(try await server.count("attempt WHERE failures > 0") == 0)
            try await Self.put(present, person.id, database)
            #expect(try await server.answer(challenge, by: person, person.genuine(1)).outcome == .accepted)
        }
    }

    @Test func theKeysOfTemplatesGoWithThem() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            let boris = try await server.enrolledPerson("boris@example.org", seed: 8)
            #expect(try await server.count("objectKey WHERE object NOT LIKE 'profile/%'") == 2)
            let withdrawal = try await server.approved(anna, .withdrawConsent, sample: 1)
            _ = try await server.call(IdentityEndpoints.withdrawConsent, body: withdrawal, token: anna.token)
            #expect(try await server.count("objectKey WHERE object NOT LIKE 'profile/%'") == 1)
            try await server.database.makeUpRows { [keys = server.keys, now = server.time.now()] tx in
                _ = try PersonStore.delete(boris.id, at: now, keys: keys, in: tx)
            }
            #expect(try await server.count("objectKey WHERE object NOT LIKE 'profile/%'") == 0)
        }
    }

    @Test func theKeyOfAnAppsTemplateGoesWithTheApp() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            #expect(try await server.count("objectKey WHERE object NOT LIKE 'profile/%'") == 1)
            try await server.environment.database.write { [environment = server.environment, id = server.app.id] tx in
                // Its person proved the address meanwhile, so that the account stays.
                try tx.execute("UPDATE person SET emailProved = 1, ownerAppId = NULL")
                let app = try #require(try AppStore.find(id, in: tx))
                _ = try AppStore.delete(
                    app,
                    permit: .administrator(),
                    at: environment.time.now(),
                    keys: environment.keys,
                    people: environment.people,
                    in: tx
                )
            }
            #expect(try await server.count("person") == 1)
            #expect(try await server.count("objectKey WHERE object NOT LIKE 'profile/%'") == 0)
        }
    }

    @Test func signToLoginLetsNobodyInByATemplateOfSomebodyElse() async throws {
        try await DialectFixture.run { server in
            let (anna, database) = (SyntheticSigner(seed: 1), server.environment.database)
            try await server.enrol(anna, email: "a@example.org")
            try await server.enrol(SyntheticSigner(seed: 2), email: "b@example.org")
            let people = try await database.read { [keys = server.environment.keys] tx in
                try PersonStore.list(limit: 10, keys: keys, in: tx).sorted { $0.email.text < $1.email.text }.map(\.id)
            }
            let (hers, his) = (try await Self.sealed(people[0], database), try await Self.sealed(people[1], database))
            try await Self.put(his, people[0], database)
            let before = try await server.rowCount()
            let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", anna.genuine(30))
            let fault = try await server.send("/authenticate/", body)
            #expect(fault.res == "7" && fault.reference != nil, "\(fault)")
            #expect(fault.similarity == nil && fault.signatureid == nil && fault.sessionid == nil)
            #expect(try await server.rowCount() == before)
            #expect(try await server.count("attempt WHERE failures > 0") == 0)
            try await Self.put(hers, people[0], database)
            #expect(try await server.send("/authenticate/", body).res == "0")
            #expect(hers != his)
        }
    }
}
