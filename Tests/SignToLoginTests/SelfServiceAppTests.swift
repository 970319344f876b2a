import ParaphInk
import ParaphInkFormats
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What somebody can do to others who registers an app for themselves and has its key.
struct SelfServiceAppTests {
    static let victim = "victim@example.org"

    /// The key of an app that somebody registered for themselves.
    func ownApp(_ server: DialectFixture, owner: String = "attacker@example.org") async throws -> (app: RegisteredApp, key: String) {
        let ownerID = try await server.person(owner)
        let app = try await AppService(environment: server.environment).register(.example, by: .session(of: ownerID))
        return (app, try #require(app.apiKey))
    }

    @Test func whoIsHereIsNotToldToTheKeyOfASelfServiceApp() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrolHere(try await server.person(Self.victim), signer)
            let letters = server.mailer.letters(to: Self.victim).count
            let (_, key) = try await ownApp(server)
            for email in [Self.victim, "nobody@example.org"] {
                let unknown = DialectAnswer(res: "2", error: "User does not exist")
                #expect(try await server.send("/login/", .login(key: key, email: email)) == unknown)
                #expect(try await server.send("/authenticate/", .authenticate(key: key, email: email, signer.genuine(30))) == unknown)
            }
            for table in ["signatureSample", "capture", "attempt", "signatureDrawing"] { #expect(try await server.count(table) == 0) }
            #expect(server.mailer.letters(to: Self.victim).count == letters)
            #expect(server.environment.metrics.exposition.contains(#"paraph_restricted_apps_unreached_total{call="login"} 2"#))
            // The organisation's own reaches them, as its specification has it.
            let own = try await server.send("/authenticate/", .authenticate(key: server.key, email: Self.victim, signer.genuine(30)))
            #expect(own.res == "0" && own.similarity ?? 0 > 0.5)
        }
    }

    @Test func aDisabledAccountIsNobodyToASelfServiceApp() async throws {
        try await DialectFixture.run { server in
            _ = try await server.person(Self.victim)
            try await server.environment.database.write { try $0.execute("UPDATE person SET status = 'disabled'") }
            let (_, key) = try await ownApp(server)
            let login = try await server.send("/login/", .login(key: key, email: Self.victim))
            let register = try await server.send(
                "/register/",
                .register(key: key, email: Self.victim, [SyntheticSigner(seed: 2).genuine(0)])
            )
            #expect([login.res, register.res] == ["2", "4"])
        }
    }

    @Test func registeringAddressesTellsOfSoManyADayWhateverAppsAreMade() async throws {
        try await DialectFixture.run { server in
            _ = try await server.person(Self.victim)
            let sample = SyntheticSigner(seed: 2).genuine(0)
            var (app, key) = try await ownApp(server)
            for number in 0..<AppBudget.addresses {
                let answer = try await server.send("/register/", .register(key: key, email: "p\(number)@example.org", [sample]))
                #expect(answer.res == "2")
                if number == 50 {
                    try await server.deleteApp(app.id, of: try #require(app.ownerId))
                    (app, key) = try await ownApp(server)
                }
            }
            for email in [Self.victim, "nobody@example.org"] {
                let refused = try await server.send("/register/", .register(key: key, email: email, [sample]))
                #expect(refused.res == "6" && (1...86_400).contains(refused.retryAfter ?? 0), "\(refused)")
            }
            // Who was brought up may go on, and other owners' apps are not counted with it.
            #expect(try await server.send("/register/", .register(key: key, email: "p99@example.org", [sample])).res == "2")
            let (_, other) = try await ownApp(server, owner: "honest@example.org")
            #expect(try await server.send("/register/", .register(key: other, email: "nobody@example.org", [sample])).res == "2")
            #expect(try await server.audited(subject: app.id).contains { $0.hasSuffix(" appAsksTooMuch") })
            #expect(server.environment.metrics.exposition.contains("paraph_restricted_apps_refused_total 2"))
            #expect(server.mailer.letters(to: Self.victim).isEmpty)
            server.time.advance(seconds: 86_401)
            #expect(try await server.send("/register/", .register(key: key, email: Self.victim, [sample])).res == "4")
        }
    }

    @Test func whoAllowsAnAppASignatureIsReachedThereAndNotByTheOneThatTheyGaveHere() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let id = try await server.person(Self.victim)
            try await server.enrolHere(id, signer)
            let (app, key) = try await ownApp(server)
            let body = try DialectBody.register(key: key, email: Self.victim, signer.samples(50..<60))
            let asked = try await server.send("/register/", body)
            #expect(asked.res == "4")
            try await server.confirmHere(asked.link, of: id)
            #expect(try await server.send("/login/", .login(key: key, email: Self.victim)).res == "3")
            #expect(try await server.send("/register/", body).res == "0")
            let answer = try await server.send("/authenticate/", .authenticate(key: key, email: Self.victim, signer.genuine(70)))
            #expect(answer.res == "0" && answer.similarity ?? 0 > 0.5)
            let grants = try await AppGrantService(environment: server.environment).list(of: id).items
            #expect(
                grants.map(\.appId) == [app.id] && grants[0].basis == .mailedLink && grants[0].hasOwnSignature && !grants[0].comparesHere
            )
        }
    }

    @Test func aTemplateThatAStrangerPlantedEndsWithTheSignatureThatThePersonGives() async throws {
        try await DialectFixture.run { server in
            let (thief, owner) = (SyntheticSigner(seed: 2), SyntheticSigner(seed: 1))
            let (_, key) = try await ownApp(server)
            // Planted in an app of the thief's and in one of the organisation's, and taken over with the address by its owner's own click.
            for key in [key, server.key] { try await server.enrol(thief, email: Self.victim, key: key) }
            try await server.prove(Self.victim)
            let email = try #require(EmailAddress(Self.victim))
            let known = try await server.environment.database.read { [keys = server.environment.keys] tx in
                try PersonStore.find(proved: email, keys: keys, in: tx)
            }
            let id = try #require(known).id
            let before = try await server.send("/authenticate/", .authenticate(key: server.key, email: Self.victim, thief.genuine(30)))
            #expect(before.similarity ?? 0 > 0.5)
            try await server.enrolHere(id, owner)
            let after = try await server.send("/authenticate/", .authenticate(key: server.key, email: Self.victim, thief.genuine(31)))
            let genuine = try await server.send("/authenticate/", .authenticate(key: server.key, email: Self.victim, owner.genuine(30)))
            #expect(after.similarity ?? 1 < 0.5 && genuine.similarity ?? 0 > 0.5, "\(after) \(genuine)")
            let sessions = try await server.environment.database.read { try $0.rows("SELECT id FROM session WHERE kind = 'app'").count }
            #expect(sessions == 0)
        }
    }

    @Test func aTemplatePlantedInASelfServiceAppAnswersForNobodyOnceTheyGaveTheirSignature() async throws {
        try await DialectFixture.run { server in
            let (thief, owner) = (SyntheticSigner(seed: 2), SyntheticSigner(seed: 1))
            let (_, key) = try await ownApp(server)
            try await server.enrol(thief, email: Self.victim, key: key)
            try await server.prove(Self.victim)
            let email = try #require(EmailAddress(Self.victim))
            let known = try await server.environment.database.read { [keys = server.environment.keys] tx in
                try PersonStore.find(proved: email, keys: keys, in: tx)
            }
            let id = try #require(known).id
            try await server.enrolHere(id, owner)
            for signer in [thief, owner] {
                let answer = try await server.send("/authenticate/", .authenticate(key: key, email: Self.victim, signer.genuine(30)))
                #expect(answer.res == "3", "\(answer)")
            }
        }
    }

    @Test func lettersAreCountedByMailboxAndByOwnerAndOthersStillGetTheirs() async throws {
        try await DialectFixture.run { server in
            _ = try await server.person(Self.victim)
            let sample = SyntheticSigner(seed: 2).genuine(0)
            for _ in 0..<4 {
                let (app, key) = try await ownApp(server)
                let answer = try await server.send("/register/", .register(key: key, email: Self.victim, [sample]))
                #expect(answer.res == "4" && answer.link?.contains("/confirm?id=") == true)
                try await server.deleteApp(app.id, of: try #require(app.ownerId))
            }
            #expect(server.mailer.letters(to: Self.victim).count == NoticeKind.restrictedApp.limit.ofSource)
            // Many owners together stop at the mailbox's bound; the organisation's letters have theirs.
            for number in 0..<6 {
                let (_, key) = try await ownApp(server, owner: "attacker\(number)@example.org")
                _ = try await server.send("/register/", .register(key: key, email: Self.victim, [sample]))
            }
            #expect(server.mailer.letters(to: Self.victim).count == NoticeKind.restrictedApp.limit.daily)
            _ = try await server.send("/register/", .register(key: server.key, email: Self.victim, [sample]))
            #expect(server.mailer.letters(to: Self.victim).count == NoticeKind.restrictedApp.limit.daily + 1)
        }
    }

    @Test func anAppOfSomebodyWhoIsGoneStaysRestricted() async throws {
        try await DialectFixture.run { server in
            try await server.enrolHere(try await server.person(Self.victim), SyntheticSigner(seed: 1))
            let (_, key) = try await ownApp(server)
            let owner = try await server.person("attacker@example.org")
            try await server.environment.database.makeUpRows { _ = try $0.execute("DELETE FROM person WHERE id = \(owner)") }
            #expect(try await server.send("/login/", .login(key: key, email: Self.victim)).res == "2")
        }
    }

    /// An account of a person who let an app of their own choice, with the signature that they gave here.
    func allowed(_ server: DialectFixture, _ signer: SyntheticSigner) async throws -> (id: String, app: RegisteredApp, key: String) {
        let id = try await server.person(Self.victim)
        try await server.enrolHere(id, signer)
        let (app, key) = try await ownApp(server)
        try await server.environment.database.write { [now = server.time.now()] tx in
            try AppGrantStore.allow(app.id, by: id, basis: .device, permit: .administrator(), at: now, in: tx)
        }
        return (id, app, key)
    }

    @Test func makingAnAppAnewResetsNoWaitAndDevicesAndTheOrganisationsAppsWaitForNone() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let (id, app, key) = try await allowed(server, signer)
            for number in 0..<AppAttempts.restricted.freeFailures {
                let forgery = signer.forgery(number, kind: .random)
                let answer = try await server.send("/authenticate/", .authenticate(key: key, email: Self.victim, forgery))
                #expect(answer.res == "0", "\(answer)")
            }
            let genuine = try DialectBody.authenticate(key: key, email: Self.victim, signer.genuine(30))
            #expect(try await server.send("/authenticate/", genuine).res == "6")
            // Deleted and made anew, and even let anew: the wait goes on.
            try await server.deleteApp(app.id, of: try #require(app.ownerId))
            let (again, other) = try await ownApp(server)
            try await server.environment.database.write { [now = server.time.now()] tx in
                try AppGrantStore.allow(again.id, by: id, basis: .device, permit: .administrator(), at: now, in: tx)
            }
            let waiting = try await server.send("/authenticate/", genuine.with("apikey", "\"\(other)\""))
            #expect(waiting.res == "6" && waiting.retryAfter == 30)
            let own = try await server.send("/authenticate/", genuine.with("apikey", "\"\(server.key)\""))
            #expect(own.res == "0" && own.similarity ?? 0 > 0.5)
            #expect(try await server.count("attempt WHERE scope LIKE 'device:%'") == 0)
            server.time.advance(seconds: 31)
            let body = try DialectBody.authenticate(key: other, email: Self.victim, signer.genuine(31))
            #expect(try await server.send("/authenticate/", body).res == "0")
        }
    }

    @Test func strangersMakeOtherNetworksWaitAndNotThoseWhereThePersonSigned() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.victim)
            let app = try #require(try await server.environment.database.read { try AppStore.find(server.app.id, in: $0) })
            let now = server.time.now()
            try await server.environment.database.write { tx in
                let first = try AppAttempts(app: app, personID: id, network: "192.0.2.1", at: now, in: tx)
                #expect(try first.reserve(at: now, in: tx) == .allowed)
                try first.succeed(at: now, in: tx)
                let home = try AppAttempts(app: app, personID: id, network: "192.0.2.1", at: now, in: tx)
                for number in 0..<AppAttempts.strangeNetworks.freeFailures {
                    let stranger = try AppAttempts(app: app, personID: id, network: "198.51.100.\(number % 10)", at: now, in: tx)
                    #expect(try stranger.reserve(at: now, in: tx) == .allowed)
                }
                let next = try AppAttempts(app: app, personID: id, network: "203.0.113.9", at: now, in: tx)
                #expect(try next.reserve(at: now, in: tx) == .wait(30))
                for _ in 0..<AppAttempts.network.freeFailures { #expect(try home.reserve(at: now, in: tx) == .allowed) }
                #expect(try home.reserve(at: now, in: tx) == .wait(30))
                // A day of quiet forgets all of it but whose network it is.
                _ = try AppAttempts.deleteQuiet(at: now.adding(seconds: 86_401), limit: 100, in: tx)
                #expect(try tx.rows("SELECT scope FROM attempt").isEmpty)
            }
        }
    }

    @Test func junkCallsLeaveNoPicturesAndFewRows() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let (_, _, key) = try await allowed(server, signer)
            for number in 0..<(CaptureStore.refusedLimit + 20) {
                let forgery = signer.forgery(number, kind: .random)
                var body = try DialectBody.authenticate(key: key, email: Self.victim, forgery)
                body["photo"] = "\"\(Picture.png.base64)\""
                #expect(try await server.send("/authenticate/", body).res == "0")
                server.time.advance(seconds: 31)
            }
            #expect(try await server.count("capture WHERE photoBlob IS NOT NULL") == 0)
            #expect(try await server.count("orphanedBlob") == 0)
            #expect(try await server.count("capture") == CaptureStore.refusedLimit)
            #expect(try await server.count("signatureSample") == CaptureStore.refusedLimit)
            #expect(try await server.count("activity WHERE kind = 'signInRefused'") == AppAccounts.refusalsTold)
        }
    }

    @Test func picturesOfMatchesEndUnlessTheySignedADocument() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let (_, _, key) = try await allowed(server, signer)
            var body = try DialectBody.authenticate(key: key, email: Self.victim, signer.genuine(30))
            body["photo"] = "\"\(Picture.png.base64)\""
            #expect(try await server.send("/authenticate/", body).similarity ?? 0 > 0.5)
            #expect(try await server.count("capture WHERE photoBlob IS NOT NULL") == 1)
            server.time.advance(seconds: AppPhotos.patience + 1)
            while try await IdentitySweep(environment: server.environment).turn() {}
            #expect(try await server.count("capture WHERE photoBlob IS NOT NULL") == 0)
            #expect(try await server.count("capture") == 1)
        }
    }

    @Test func anAccountThatNobodyProvedHasNoPictureInASelfServiceApp() async throws {
        try await DialectFixture.run { server in
            let (_, key) = try await ownApp(server)
            for (number, key) in [key, server.key].enumerated() {
                let samples = SyntheticSigner(seed: 1).samples(0..<10)
                var body = try DialectBody.register(key: key, email: "new\(number)@example.org", samples)
                body["photo"] = "\"\(Picture.png.base64)\""
                #expect(try await server.send("/register/", body).res == "0")
                #expect(try await server.count("person WHERE photoBlob IS NOT NULL") == number)
            }
        }
    }

    @Test func anEndedAppHasNothingLeftOfThePerson() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let (id, app, key) = try await allowed(server, signer)
            try await server.environment.database.write { [environment = server.environment] tx in
                let record = try #require(try AppStore.find(app.id, in: tx))
                let person = try PersonService.find(id, keys: environment.keys, in: tx)
                try AppGrantService.end(
                    record,
                    of: person,
                    permit: .administrator(),
                    keys: environment.keys,
                    at: environment.time.now(),
                    in: tx
                )
            }
            #expect(try await server.send("/login/", .login(key: key, email: Self.victim)).res == "2")
            #expect(try await AppGrantService(environment: server.environment).list(of: id).items.isEmpty)
        }
    }
}
