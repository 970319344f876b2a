import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What letters call apps, and how many letters apps cause.
struct AppNameTests {
    private func ownApp(_ server: DialectFixture, name: String, owner: String) async throws -> (key: String, id: String) {
        let person = PersonRecord(
            email: try #require(EmailAddress(owner)),
            profile: Profile(userName: "Owner"),
            language: .en,
            createdAt: server.time.now()
        )
        try await server.environment.database.write { [keys = server.environment.keys] in try PersonStore.insert(person, keys: keys, in: $0)
        }
        let registration = AppRegistration(name: name, bundleId: "com.example.own", email: owner, website: "https://example.org")
        let caller = SessionCaller(personID: person.id, sessionID: "session", deviceID: nil, appID: nil)
        let app = try await AppService(environment: server.environment).register(registration, by: caller)
        #expect(!app.isNameApproved)
        return (try #require(app.apiKey), app.id)
    }

    @Test func aLetterNamesAnAppOnlyOnceAnAdministratorLookedAtItsName() async throws {
        try await DialectFixture.run { server in
            let own = try await ownApp(server, name: "Your bank", owner: "owner@example.org")
            // As it was taken before names were held to hold none.
            try await server.environment.database.write {
                try $0.execute("UPDATE app SET name = 'Your bank: www.evil.example' WHERE id = \(own.id)")
            }
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org", key: own.key)
            let first = try #require(server.mailer.letters(to: "a@example.org").last)
            #expect(first.text.contains("An app that somebody registered made an account"))
            #expect(!first.text.contains("bank") && !first.text.contains("evil"))
            let approved = try await server.administration.approveName(id: own.id)
            #expect(approved.isNameApproved)
            #expect(try await server.audited(subject: own.id).last == "administrator appNameApproved")
            try await server.enrol(SyntheticSigner(seed: 2), email: "b@example.org", key: own.key)
            let second = try #require(server.mailer.letters(to: "b@example.org").last)
            #expect(second.text.contains("The app “Your bank www. evil. example” made") && !second.text.contains("www.evil"))
        }
    }

    @Test func anotherNameIsLookedAtAnew() async throws {
        try await DialectFixture.run { server in
            let own = try await ownApp(server, name: "One", owner: "owner@example.org")
            _ = try await server.administration.approveName(id: own.id)
            let apps = AppService(environment: server.environment)
            let owner = try await server.environment.database.read { try #require(try AppStore.find(own.id, in: $0)?.ownerID) }
            let same = try await apps.update(own.id, by: owner, with: AppUpdate(name: "One", website: "https://example.com"))
            let other = try await apps.update(own.id, by: owner, with: AppUpdate(name: "Two"))
            #expect(same.isNameApproved && !other.isNameApproved && server.app.isNameApproved)
        }
    }

    @Test func appsOfAnybodyUseUpNoLettersOfTheOrganisationsOwn() async throws {
        try await DialectFixture.run { server in
            let environment = server.environment
            let email = try #require(EmailAddress("a@example.org"))
            let known = try await environment.database.read { try #require(try AppStore.find(server.app.id, in: $0)) }
            func ask(_ app: AppRecord) async throws {
                let proofs = EmailProofService(environment: environment)
                let device = DeviceType(told: "iPad")
                _ = try await proofs.requestReplacement(of: email, app: app, request: [], on: device, language: .en, from: nil)
            }
            var strangers: [AppRecord] = []
            for number in 0..<8 {
                let own = try await ownApp(server, name: "App \(number)", owner: "owner\(number)@example.org")
                strangers.append(try await environment.database.read { try #require(try AppStore.find(own.id, in: $0)) })
            }
            for app in strangers { try await ask(app) }
            #expect(server.mailer.letters(to: "a@example.org").count == 5)
            try await ask(known)
            #expect(server.mailer.letters(to: "a@example.org").count == 6)
        }
    }

    @Test func aNameThatAnybodyChoosesHoldsNoAddressAlsoWhenItIsChanged() async throws {
        try await DialectFixture.run { server in
            let own = try await ownApp(server, name: "Acme 2.0", owner: "owner@example.org")
            let apps = AppService(environment: server.environment)
            let owner = try await server.environment.database.read { try #require(try AppStore.find(own.id, in: $0)?.ownerID) }
            for name in ["Bank www.evil.example", "https://evil", "ask@evil.example", "evil．example"] {
                let refused = await problem { _ = try await apps.update(own.id, by: owner, with: AppUpdate(name: name)) }
                #expect(refused?.fields?.first?.code == "address", "\(name)")
                let registration = AppRegistration(
                    name: name,
                    bundleId: "com.example.b",
                    email: "b@example.org",
                    website: "https://example.org"
                )
                let caller = SessionCaller(personID: owner, sessionID: "session", deviceID: nil, appID: nil)
                let unmade = await problem { _ = try await apps.register(registration, by: caller) }
                #expect(unmade?.fields?.first?.code == "address", "\(name)")
            }
            #expect(
                try await apps.update(own.id, by: owner, with: AppUpdate(name: "AC/DC: № 5, Acme Inc.")).name == "AC/DC: № 5, Acme Inc."
            )
            // An administrator knows their own app's name.
            let named = AppRegistration(
                name: "Booking.example",
                bundleId: "com.example.c",
                email: "c@example.org",
                website: "https://example.org"
            )
            #expect(try await server.administration.create(named).name == "Booking.example")
        }
    }
}
