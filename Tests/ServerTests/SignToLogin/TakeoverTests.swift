import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import Identity

struct TakeoverTests {
    @Test func anAccountIsNotReplacedWithoutItsOwner() async throws {
        try await DialectFixture.run { server in
            let owner = SyntheticSigner(seed: 1)
            try await server.enrol(owner, email: "a@example.org")
            let thief = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 2).samples(0..<10))
            let answer = try await server.send("/register/", thief)
            #expect(answer.res == "4" && answer.error != nil)
            #expect(answer.link?.hasPrefix("https://sign.example.org/confirm?id=") == true)
            let genuine = try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", owner.genuine(30)))
            let similarity = try #require(genuine.similarity)
            #expect(similarity > 0.5)
        }
    }

    @Test func theMailedLinkLetsTheOwnerOfTheAddressKeepIt() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 2), email: "a@example.org")
            let owner = SyntheticSigner(seed: 1)
            let body = try DialectBody.register(key: server.key, email: "a@example.org", owner.samples(0..<10))
            let refused = try await server.send("/register/", body)
            #expect(refused.res == "4")
            try await server.prove("a@example.org")
            let answer = try await server.send("/register/", body)
            #expect(answer.res == "0", "\(answer)")
            let people = try await server.count("person")
            #expect(people == 1)
            let genuine = try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", owner.genuine(30)))
            let similarity = try #require(genuine.similarity)
            #expect(similarity > 0.5)
        }
    }

    @Test func aTemplateMadeByAMailboxAloneIsGoodInItsAppOnly() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            try await server.prove("a@example.org")
            let other = try await server.anotherApp()
            let login = try await server.send("/login/", .login(key: other, email: "a@example.org"))
            #expect(login.res == "3")
            let own = try await server.environment.database.read { try $0.rows("SELECT id FROM template WHERE appId IS NULL").count }
            #expect(own == 0)
            let body = try DialectBody.register(key: other, email: "a@example.org", SyntheticSigner(seed: 2).samples(0..<10))
            let refused = try await server.send("/register/", body)
            #expect(refused.res == "4", "a proved address")
        }
    }

    @Test func whoProvesAnAddressEndsTheUnprovedAccountsOfOtherApps() async throws {
        try await DialectFixture.run { server in
            let other = try await server.anotherApp()
            try await server.enrol(SyntheticSigner(seed: 2), email: "a@example.org", key: other)
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            let two = try await server.count("person")
            #expect(two == 2)
            try await server.prove("a@example.org")
            let one = try await server.count("person")
            #expect(one == 1)
            let login = try await server.send("/login/", .login(key: other, email: "a@example.org"))
            #expect(login.res == "3")
        }
    }

    @Test func theOwnerOfTheAddressCanSayNo() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 2), email: "a@example.org")
            let path = IdentityEndpoints.refuseEmailProof.path(try server.token(mailedTo: "a@example.org"))
            let status = try await server.client.execute(uri: path, method: .delete, headers: .ownPages) { $0.status }
            #expect(status == .noContent)
            let login = try await server.send("/login/", .login(key: server.key, email: "a@example.org"))
            #expect(login.res == "2")
        }
    }

    @Test func aMailboxIsNotFlooded() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 2).samples(0..<10))
            for _ in 0..<12 {
                let answer = try await server.send("/register/", body)
                #expect(answer.res == "4")
                server.time.advance(seconds: 31 * 60)
            }
            #expect(server.mailer.letters(to: "a@example.org").count == LetterKind.organisationApp.limits.ofSource)
        }
    }
}
