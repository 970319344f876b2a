import ParaphInkFormats
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What administrators do with apps and with the accounts that apps made.
struct AppAdministrationTests {
    @Test func aWebsiteInsideTheOrganisationIsTakenWhereTheAdministratorSaysSo() async throws {
        try await DialectFixture.run { server in
            for website in [
                "http://sign", "https://sign:8443/app", "http://sign.corp.example", "http://вики/", "http://wiki.büro:8080/a?b",
                "https://संगठन",
            ] {
                let registration = AppRegistration(name: "Inside", bundleId: "com.example.in", email: "it@example.org", website: website)
                await #expect(throws: Problem.self) { try await server.administration.create(registration) }
                let app = try await server.administration.create(registration, intranet: true)
                #expect(app.website == website)
            }
            for website in [
                "ftp://sign", "http://", "http://a:b@sign", "javascript:alert(1)", "http://sign in", "http://ви ки", "http://ви\u{202E}ки",
                "http://вики/страница", "http://вики@sign",
            ] {
                let registration = AppRegistration(name: "Inside", bundleId: "com.example.in", email: "it@example.org", website: website)
                await #expect(throws: Problem.self) { try await server.administration.create(registration, intranet: true) }
            }
        }
    }

    @Test func aNameOfThePublicWebIsTakenInPlainLettersOnly() async throws {
        try await DialectFixture.run { server in
            for (website, isTaken) in [("https://xn--e1afmkfd.xn--p1ai", true), ("https://пример.рф", false)] {
                let registration = AppRegistration(name: "Out", bundleId: "com.example.out", email: "it@example.org", website: website)
                if isTaken {
                    let app = try await server.administration.create(registration)
                    #expect(app.website == website)
                } else {
                    await #expect(throws: Problem.self) { try await server.administration.create(registration) }
                }
            }
        }
    }

    @Test func anIconIsKeptAndAuditedUnlessItIsNoPicture() async throws {
        try await DialectFixture.run { server in
            let id = server.app.id
            await #expect(throws: Problem.self) { try await server.administration.setIcon(Array("<svg/>".utf8), id: id) }
            #expect(try await server.administration.app(id: id).app.hasIcon == false)
            let app = try await server.administration.setIcon(Picture.png.bytes, id: id)
            #expect(app.hasIcon)
            #expect(try await server.audited(subject: id).last == "administrator appChanged")
            await #expect(throws: Problem.self) { try await server.administration.setIcon(Picture.png.bytes, id: "nobody") }
        }
    }

    @Test func anAccountThatAnAppMadeIsFoundByItsAddressAndDisabled() async throws {
        try await DialectFixture.run { server in
            let people = PersonAdministration(environment: server.environment)
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let entry = try await people.person("a@example.org")
            #expect(!entry.emailProved && entry.appId == server.app.id)
            #expect(entry.enrolled && entry.enrolledApps == [server.app.id])
            try await people.setDisabled(true, person: "a@example.org")
            let sample = try #require(signer.samples(10..<11).first)
            let refused = try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", sample))
            #expect(refused.res != "0", "\(refused)")
            // No session and no code is made for whoever proved nothing.
            await #expect(throws: Problem.self) { try await people.proofAnew("a@example.org") }
            await #expect(throws: Problem.self) { try await people.createToken(person: "a@example.org", scopes: ["documents"]) }
            try await people.setDisabled(false, person: entry.id)

            let other = try await server.administration.create(
                AppRegistration(name: "Other", bundleId: "com.example.other", email: "it@example.org", website: "https://example.org")
            )
            try await server.enrol(SyntheticSigner(seed: 2), email: "a@example.org", key: other.apiKey)
            let problem = await #expect(throws: Problem.self) { try await people.person("a@example.org") }
            #expect(problem?.code == "severalPeople" && problem?.detail?.contains(entry.id) == true)
            #expect(try await people.person(entry.id).appId == server.app.id)
        }
    }
}
