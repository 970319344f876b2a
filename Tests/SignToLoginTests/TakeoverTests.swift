import HTTPTypes
import HummingbirdTesting
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import SignToLoginDialect
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

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
            // There are two parties: their yes makes the address theirs, and their signature comes after it, here.
            try await server.prove("a@example.org")
            #expect(try await server.send("/register/", body).res == "4")
            try await server.consentAndEnrolHere(try await server.personID("a@example.org", inApp: server.app.id), owner)
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
            #expect(server.mailer.letters(to: "a@example.org").count == NoticeKind.organisationApp.limit.ofSource)
        }
    }

    // MARK: What a letter about an account proves

    private static let email = "a@example.org"

    private func prove(_ token: String, _ server: DialectFixture, shownContested: Bool) async throws -> EmailProof {
        var shown = EmailProofQuery()
        shown.isContested = shownContested
        return try await EmailProofService(environment: server.environment).prove(token: token, shown: shown)
    }

    @Test func ofAnAccountThatOthersSignedForTooTheOwnerKeepsNothing() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 2), email: Self.email)
            let made = try await server.personID(Self.email, inApp: server.app.id)
            _ = try await server.authenticate(SyntheticSigner(seed: 2).genuine(30), of: Self.email, from: "192.0.2.1")
            let token = try server.token(mailedTo: Self.email)
            // Whose it is the owner sees by the time and the device.
            let letter = try #require(server.mailer.letters(to: Self.email).last).text
            let now = server.time.now().text
            #expect(letter.contains("on \(now.prefix(10)) \(now.dropFirst(11).prefix(5)) UTC (iPad)."), "\(letter)")
            let body = try DialectBody.register(key: server.key, email: Self.email, SyntheticSigner(seed: 1).samples(0..<10))
            #expect(try await server.send("/register/", body).res == "4")
            // The letter about what they gave themselves is over when they open the first one.
            server.time.advance(seconds: EmailProofRecord.replacementLifetime + 1)
            let question = try await EmailProofService(environment: server.environment).find(token: token)
            #expect(question.isContested && !question.isProved)
            let answer = try await prove(token, server, shownContested: true)
            #expect(answer.isProved && answer.isContested && answer.userName == "a")
            for table in ["template", "session", "appUse WHERE scope LIKE 'network:%'", "signatureSample", "capture", "consent"] {
                #expect(try await server.count(table) == 0, "\(table)")
            }
            let owner = try await server.personID(Self.email, inApp: server.app.id)
            #expect(owner != made)
            #expect(try await server.count("person") == 1)
            #expect(try await server.audited(subject: owner) == ["\(owner) addressProved"])
            // Said once more, it changes nothing.
            #expect(try await prove(token, server, shownContested: true) == answer)
            #expect(try await server.personID(Self.email, inApp: server.app.id) == owner)
            #expect(try await server.send("/login/", .login(key: server.key, email: Self.email)).res == "3")
            // They give theirs here.
            #expect(try await server.send("/register/", body).res == "4")
            try await server.consentAndEnrolHere(owner, SyntheticSigner(seed: 1))
            let signed = try DialectBody.authenticate(key: server.key, email: Self.email, SyntheticSigner(seed: 1).genuine(30))
            #expect(try await server.send("/authenticate/", signed).similarity ?? 0 > 0.5)
        }
    }

    @Test func samplesOfSeveralNetworksAreNobodysAndWhereTheLetterIsOpenedDoesNotMatter() async throws {
        for (networks, kept) in [(["192.0.2.1", "192.0.2.1"], true), (["203.0.113.9", "192.0.2.1"], false)] {
            try await DialectFixture.run { server in
                let samples = SyntheticSigner(seed: 1).samples(0..<15)
                // Those of another network count for nothing here: five more are asked for.
                for (part, network) in zip(
                    [samples[..<5], samples[5..<10]] + (kept ? [] : [samples[10...]]),
                    networks + networks.suffix(1)
                ) {
                    _ = try await server.register(Array(part), email: Self.email, from: network)
                }
                #expect(try await server.count("template") == 1)
                // From no network that anybody signed in, as on a phone that is at home elsewhere.
                try await server.prove(Self.email)
                #expect(try await server.count("template") == (kept ? 1 : 0))
                #expect(try await server.count("person WHERE emailProved = 1") == 1)
            }
        }
    }

    @Test func theSameSignaturesOnceMoreAreNobodyElses() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: Self.email, SyntheticSigner(seed: 1).samples(0..<10))
            #expect(try await server.send("/register/", body).res == "0")
            let token = try server.token(mailedTo: Self.email)
            server.time.advance(seconds: EnrolmentStore.lifetime + 1)
            #expect(try await server.send("/register/", body).res == "4")
            #expect(try await prove(token, server, shownContested: false).isContested == false)
            #expect(try await server.count("template") == 1)
        }
    }

    @Test func whatNoEnrolmentKeepsContestsNothing() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            let token = try server.token(mailedTo: Self.email)
            let lines = (1...10).map { number in
                let points = (0..<60).map { Point(x: Double($0) * 3, y: Double(number * $0) / 4, time: Double($0) * 9) }
                return Sample(strokes: [Stroke(points: points)], channels: .time)
            }
            let scribbles = try DialectBody.register(key: server.key, email: Self.email, lines)
            #expect(try await server.send("/register/", scribbles).res == "4")
            #expect(try await prove(token, server, shownContested: false).isProved)
            #expect(try await server.count("template") == 1)
        }
    }

    @Test func yesIsSaidToWhatThePageShowed() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            let token = try server.token(mailedTo: Self.email)
            // The page is open when the other signatures come.
            let body = try DialectBody.register(key: server.key, email: Self.email, SyntheticSigner(seed: 2).samples(0..<10))
            #expect(try await server.send("/register/", body).res == "4")
            let answer = try await prove(token, server, shownContested: false)
            #expect(!answer.isProved && answer.isContested)
            #expect(try await server.count("template") == 1)
            #expect(try await server.count("person WHERE emailProved = 1") == 0)
            #expect(try await prove(token, server, shownContested: true).isProved)
        }
    }

    @Test func ofTwoLettersNeitherHandsTheAccountToAStranger() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            let (made, first) = (try await server.personID(Self.email, inApp: server.app.id), try server.token(mailedTo: Self.email))
            server.time.advance(seconds: 60)
            let stranger = try DialectBody.register(key: server.key, email: Self.email, SyntheticSigner(seed: 2).samples(0..<10))
            #expect(try await server.send("/register/", stranger).res == "4")
            let letter = try #require(server.mailer.letters(to: Self.email).last).text
            let now = server.time.now().text
            #expect(letter.contains("on \(now.prefix(10)) \(now.dropFirst(11).prefix(5)) UTC (iPad)"), "\(letter)")
            let second = try server.token(mailedTo: Self.email)
            #expect(second != first)
            let shown = try await EmailProofService(environment: server.environment).find(token: second)
            #expect(shown.isContested && shown.kind == .account)
            // The owner, who did register and waits for a letter, says yes to the newest.
            #expect(try await !prove(second, server, shownContested: false).isProved)
            #expect(try await prove(second, server, shownContested: true).isProved)
            #expect(try await server.personID(Self.email, inApp: server.app.id) != made)
            #expect(try await server.send("/register/", stranger).res == "4")
            for table in ["template", "session", "signatureSample"] { #expect(try await server.count(table) == 0, "\(table)") }
            #expect(try await server.send("/login/", .login(key: server.key, email: Self.email)).res == "3")
            // What is asked of the account with its mailbox alone says when and on what, too.
            let third = try #require(server.mailer.letters(to: Self.email).last).text
            #expect(third.contains("this was asked on \(now.prefix(10)) \(now.dropFirst(11).prefix(5)) UTC (iPad)"), "\(third)")
        }
    }

    @Test func aLetterAboutATemplateIsOverOnceTheAddressIsProvedByAnother() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            let first = try server.token(mailedTo: Self.email)
            let stranger = try DialectBody.register(key: server.key, email: Self.email, SyntheticSigner(seed: 2).samples(0..<10))
            #expect(try await server.send("/register/", stranger).res == "4")
            let second = try server.token(mailedTo: Self.email)
            #expect(try await prove(first, server, shownContested: true).isProved)
            let late = await problem { try await EmailProofService(environment: server.environment).find(token: second) }
            #expect(late?.status == 404)
        }
    }

    @Test func whoeverIsDisabledStaysSoWhereTheAccountBeginsAnew() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            let stranger = try DialectBody.register(key: server.key, email: Self.email, SyntheticSigner(seed: 2).samples(0..<10))
            #expect(try await server.send("/register/", stranger).res == "4")
            let id = try await server.personID(Self.email, inApp: server.app.id)
            try await server.environment.database.write { tx in
                try tx.execute("UPDATE person SET status = 'disabled' WHERE id = \(id)")
            }
            try await server.prove(Self.email)
            #expect(try await server.count("person WHERE emailProved = 1 AND status = 'disabled'") == 1)
        }
    }

    @Test func whatAMailedLinkDoesStandsInActivityAndLedgerAndIsMailed() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            let id = try await server.personID(Self.email, inApp: server.app.id)
            try await server.prove(Self.email)
            #expect(try await server.audited(subject: id).last == "\(id) addressProved")
            #expect(try await server.count("activity WHERE kind = 'addressProved' AND appName IS NOT NULL") == 1)
            #expect(server.mailer.letters(to: Self.email).last?.subject == "You confirmed your account")
            // Another app, which they let by a link.
            let other = try await server.administration.create(.example, restricted: true)
            let body = try DialectBody.register(
                key: try #require(other.apiKey),
                email: Self.email,
                SyntheticSigner(seed: 1).samples(20..<30)
            )
            #expect(try await server.send("/register/", body).res == "4")
            try await server.prove(Self.email)
            #expect(try await server.audited(subject: other.id).last == "\(id) appAllowed")
            #expect(try await server.count("activity WHERE kind = 'appAllowed'") == 1)
            #expect(server.mailer.letters(to: Self.email).last?.subject == "You allowed an app")
        }
    }

    @Test func whatEndsInOtherAppsIsShownBeforeAndMailedAfter() async throws {
        try await DialectFixture.run { server in
            let service = EmailProofService(environment: server.environment)
            let other = try await server.anotherApp()
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            let token = try server.token(mailedTo: Self.email)
            #expect(try await service.find(token: token).alsoEnds == [])
            // The page is open when the other account is made.
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email, key: other)
            let unseen = try await prove(token, server, shownContested: false)
            #expect(!unseen.isProved)
            #expect(unseen.alsoEnds == [.init(name: "Example", isNameApproved: true)])
            #expect(try await server.count("person") == 2)
            let proved = try await service.prove(token: token, shown: EmailProofQuery(unseen))
            #expect(proved.isProved && proved.alsoEnds == [] && proved.ending == nil)
            #expect(try await server.count("person") == 1)
            let letters = server.mailer.letters(to: Self.email)
            let told = try #require(letters.last { $0.subject == "Your accounts in apps have ended" })
            #expect(told.text.contains("“Example”"), "\(told.text)")
            let id = try await server.personID(Self.email, inApp: server.app.id)
            let ended = try await server.environment.database.read {
                try $0.rows("SELECT subject FROM auditLedger WHERE action = 'personDeleted' AND actor = \(id)").count
            }
            #expect(ended == 1)
        }
    }

    @Test func whereNothingElseEndsNothingIsMailed() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: Self.email)
            try await server.prove(Self.email)
            #expect(server.mailer.letters(to: Self.email).allSatisfy { $0.subject != "Your accounts in apps have ended" })
        }
    }
}
