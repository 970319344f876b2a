import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Signatures of apps' own, for people who have accounts: what may go before the signature that they gave here, and on whose word.
struct AppSignatureTests {
    private static let email = "a@example.org"
    private let owner = SyntheticSigner(seed: 1)
    private let thief = SyntheticSigner(seed: 2)

    private func similarity(_ server: DialectFixture, _ signer: SyntheticSigner, _ number: Int, key: String? = nil) async throws -> Double {
        let body = try DialectBody.authenticate(key: key ?? server.key, email: Self.email, signer.genuine(number))
        return try #require(try await server.send("/authenticate/", body).similarity)
    }

    private func register(_ server: DialectFixture, _ samples: [Sample], key: String? = nil) async throws -> DialectAnswer {
        try await server.send("/register/", .register(key: key ?? server.key, email: Self.email, samples))
    }

    /// Somebody whom an app enrolled, and who has nothing but the mailbox.
    private func mailboxOnly(_ server: DialectFixture) async throws {
        try await server.enrol(owner, email: Self.email)
        try await server.prove(Self.email)
    }

    @Test func aLetterAlonePutsNoSignatureBeforeThePersonsOwn() async throws {
        try await DialectFixture.run { server in
            try await server.enrolHere(try await server.person(Self.email), owner)
            #expect(try await register(server, thief.samples(0..<10)).res == "4")
            try await server.proveIfMailed(Self.email)
            #expect(try await register(server, thief.samples(0..<10)).res == "4")
            #expect(try await similarity(server, thief, 30) < 0.5)
            #expect(try await similarity(server, owner, 30) > 0.5)
            #expect(try await server.count("template") == 1)
        }
    }

    @Test func whatADeviceConfirmedGoesBeforeThePersonsOwnInThatAppOnly() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.email)
            try await server.enrolHere(id, owner)
            let other = SyntheticSigner(seed: 3)
            let asked = try await register(server, other.samples(0..<10))
            try await server.confirmHere(asked.link, of: id)
            #expect(try await register(server, other.samples(0..<10)).res == "0")
            #expect(try await similarity(server, other, 30) > 0.5)
            let elsewhere = try await server.anotherApp()
            #expect(try await similarity(server, owner, 30, key: elsewhere) > 0.5)
            #expect(try await similarity(server, other, 31, key: elsewhere) < 0.5)
        }
    }

    @Test func aWithdrawnConsentIsNotGivenAgainThroughAnApp() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.email)
            try await server.enrolHere(id, owner)
            // Everything that an app can have waiting: a letter that the person confirmed, samples, and a grant by mail.
            let asked = try await register(server, owner.samples(20..<27))
            try await server.confirmHere(asked.link, of: id)
            #expect(try await register(server, owner.samples(20..<27)).res == "2")
            #expect(try await server.count("enrolment") == 1)
            try await server.environment.database.write { [now = server.time.now(), app = server.app.id] tx in
                try AppGrantStore.allow(app, by: id, basis: .mailedLink, permit: .administrator(), at: now, in: tx)
            }
            try await server.withdraw(id)
            for table in ["emailProof", "enrolment", "appGrant"] { #expect(try await server.count(table) == 0, "\(table)") }
            for _ in 0..<2 {
                let answer = try await register(server, owner.samples(20..<30))
                #expect(answer.res == "4", "\(answer)")
                try await server.proveIfMailed(Self.email)
            }
            #expect(try await server.count("consent WHERE withdrawnAt IS NULL") == 0)
            #expect(try await server.count("template") == 0)
        }
    }

    @Test func aLetterServesTheRequestThatCausedItAndNoOther() async throws {
        try await DialectFixture.run { server in
            try await mailboxOnly(server)
            let other = try await server.anotherApp()
            #expect(try await register(server, owner.samples(20..<30), key: other).res == "4")
            try await server.prove(Self.email)
            #expect(try await register(server, thief.samples(0..<10), key: other).res == "4")
            #expect(try await register(server, owner.samples(20..<30), key: other).res == "0")
            #expect(try await similarity(server, owner, 40, key: other) > 0.5)
        }
    }

    @Test func samplesThatCameLaterPushThoseOfTheLetterOutOfNothing() async throws {
        try await DialectFixture.run { server in
            try await mailboxOnly(server)
            let other = try await server.anotherApp()
            #expect(try await register(server, owner.samples(20..<27), key: other).res == "4")
            try await server.prove(Self.email)
            #expect(try await register(server, owner.samples(20..<27), key: other).countRequired == 3)
            let strange = try await register(server, thief.samples(0..<10), key: other)
            #expect(strange.res == "2" && strange.countIncorrect == 10 && strange.countExist == 7, "\(strange)")
            // Who was asked for three more sends these alone.
            #expect(try await register(server, owner.samples(27..<30), key: other).res == "0")
            #expect(try await similarity(server, thief, 40, key: other) < 0.5)
        }
    }

    @Test func whatIsDoubtedOfTheRequestThatWasAllowedCountsOnceMoreHaveCome() async throws {
        try await DialectFixture.run { server in
            try await mailboxOnly(server)
            let other = try await server.anotherApp()
            let first = owner.samples(20..<27) + thief.samples(0..<2)
            #expect(try await register(server, first, key: other).res == "4")
            try await server.prove(Self.email)
            #expect(try await register(server, first, key: other).countExist == 7)
            #expect(try await server.count("enrolmentSample") == 9)
            // What comes later and does not fit is kept no more than before.
            #expect(try await register(server, thief.samples(2..<4), key: other).countExist == 7)
            #expect(try await server.count("enrolmentSample") == 9)
            let letters = server.mailer.letters(to: Self.email).count
            #expect(try await register(server, owner.samples(27..<30), key: other).res == "0")
            #expect(server.mailer.letters(to: Self.email).dropFirst(letters).map(\.subject) == ["An app has a new signature of yours"])
            #expect(try await similarity(server, thief, 40, key: other) < 0.5)
        }
    }

    @Test func aSignaturePlantedEarlierIsNotMadeGoodByWhatThePersonLetsLater() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(thief, email: Self.email)
            try await server.prove(Self.email)
            let id = try await server.person(Self.email)
            try await server.environment.database.write { [now = server.time.now(), app = server.app.id] tx in
                try AppGrantStore.allow(app, by: id, basis: .device, permit: .administrator(), at: now, in: tx)
            }
            try await server.enrolHere(id, owner)
            #expect(try await similarity(server, thief, 30) < 0.5)
            #expect(try await similarity(server, owner, 30) > 0.5)
        }
    }

    @Test func whatTheMailboxAndASessionAllowedEndsWithTheSignatureThatThePersonGives() async throws {
        try await DialectFixture.run { server in
            // A thief at the unlocked browser of somebody who did not sign yet, whose mail lies open beside it.
            let id = try await server.person(Self.email)
            let letter = try server.letter(try await register(server, thief.samples(0..<10)).link)
            let caller = try await server.caller(id)
            let approval = try await server.approval(.allowAppSignature, subject: letter, by: caller, method: .mailedCode)
            try await EmailProofService(environment: server.environment).approve(letter, approval: approval, by: caller)
            #expect(try await register(server, thief.samples(0..<10)).res == "0")
            #expect(try await similarity(server, thief, 30) > 0.5, "until the person signs")
            try await server.enrolHere(id, owner)
            #expect(try await similarity(server, thief, 31) < 0.5)
            #expect(try await similarity(server, owner, 30) > 0.5)
            #expect(try await server.count("template") == 1)
        }
    }

    @Test func samplesThatWaitInAppsEndWithTheSignatureThatThePersonGives() async throws {
        try await DialectFixture.run { server in
            #expect(try await register(server, thief.samples(0..<7)).res == "2")
            try await server.enrolHere(try await server.person(Self.email), owner)
            #expect(try await server.count("enrolment") == 0)
        }
    }

    /// The code of the problem that an approval of a letter comes to; `nil` where it is taken.
    private func attempt(_ server: DialectFixture, _ letter: String, _ approval: String, by caller: SessionCaller) async -> String? {
        let proofs = EmailProofService(environment: server.environment)
        return await problem { try await proofs.approve(letter, approval: approval, by: caller) }?.code.rawValue
    }

    @Test func theApprovalOfALetterNamesItsAppAndServesNoOtherAndNoAppsSession() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.email)
            try await server.enrolHere(id, owner)
            let other = try await server.anotherApp()
            let wanted = try server.letter(try await register(server, owner.samples(20..<30)).link)
            let strange = try server.letter(try await register(server, thief.samples(0..<10), key: other).link)
            let proofs = EmailProofService(environment: server.environment)
            let caller = try await server.caller(id)
            let replacing = try await server.approval(.modifySignature, by: caller)
            #expect(await attempt(server, wanted, replacing, by: caller) == "approvalRequired")
            let approval = try await server.approval(.allowAppSignature, subject: wanted, by: caller)
            #expect(await attempt(server, strange, approval, by: caller) == "approvalRequired")
            // A session that the app itself got, with an approval that was given in it.
            let apps = try await server.caller(id, appID: server.app.id)
            let inApp = try await server.approval(.allowAppSignature, subject: wanted, by: apps)
            #expect(await attempt(server, wanted, inApp, by: apps) == "ownSessionRequired")
            // Somebody else's letter is nobody's.
            let stranger = try await server.caller(try await server.person("b@example.org"))
            let theirs = try await server.approval(.allowAppSignature, subject: wanted, by: stranger)
            #expect(await attempt(server, wanted, theirs, by: stranger) == "notFound")
            #expect(await attempt(server, wanted, approval, by: caller) == nil)
            let shown = try await proofs.find(wanted, by: caller)
            #expect(shown.appName == server.app.name && shown.isProved)
            #expect(server.mailer.letters(to: Self.email).last?.subject == "An app may have a signature of yours")
            #expect(try await server.count("activity WHERE kind = 'appSignatureAllowed' AND appName = 'Example'") == 1)
            // It was for a signature of the app's own: the one that they gave here is not opened to it.
            let grants = try await AppGrantService(environment: server.environment).list(of: id).items
            #expect(grants.first { $0.appId == server.app.id }?.basis == .mailedLink)
        }
    }

    @Test func everyFactorThatThePersonEverHadAsksForMoreThanTheMailbox() async throws {
        try await DialectFixture.run { server in
            try await mailboxOnly(server)
            let (other, id) = (try await server.anotherApp(), try await server.person(Self.email))
            for (number, factor) in AccountFactor.allCases.enumerated() {
                let samples = owner.samples((20 + 10 * number)..<(30 + 10 * number))
                #expect(try await register(server, samples, key: other).res == "4")
                try await server.prove(Self.email)
                // Between the letter and the request that it allowed.
                try await server.environment.database.write { [now = server.time.now()] tx in
                    try AccountFactorStore.remember(factor, of: id, at: now, in: tx)
                }
                #expect(try await register(server, samples, key: other).res == "4", "\(factor)")
                try await server.environment.database.write { try $0.execute("DELETE FROM accountFactor") }
                server.time.advance(seconds: 86_401)
            }
        }
    }

    @Test func theLinkOfAMailedLetterSaysThatMoreThanTheMailboxIsNeeded() async throws {
        try await DialectFixture.run { server in
            try await mailboxOnly(server)
            let (other, id) = (try await server.anotherApp(), try await server.person(Self.email))
            let letter = try server.letter(try await register(server, owner.samples(20..<30), key: other).link)
            let token = try server.token(mailedTo: Self.email)
            try await server.environment.database.write { [now = server.time.now()] tx in
                try AccountFactorStore.remember(.device, of: id, at: now, in: tx)
            }
            let proofs = EmailProofService(environment: server.environment)
            #expect(try await proofs.find(token: token).confirmHere == letter)
            #expect(await problem { _ = try await proofs.prove(token: token, shown: EmailProofQuery()) }?.code == "confirmHere")
        }
    }

    private func give(_ server: DialectFixture, _ id: String) async throws {
        let now = server.time.now()
        try await server.environment.database.write { tx in
            try ConsentStore.give(version: ConsentDocument.version, language: .en, personID: id, permit: .administrator(), at: now, in: tx)
        }
    }

    @Test func afterAWithdrawalThePersonGivesTheConsentThemselvesBeforeAnAppMayHaveASignature() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.email)
            try await server.enrolHere(id, owner)
            try await server.withdraw(id)
            let asked = try await register(server, owner.samples(20..<30))
            #expect(await problem { try await server.confirmHere(asked.link, of: id) }?.code == "consentRequired")
            // Nor does any other giving pass, whoever calls it.
            await #expect(throws: Problem.consentRequired) { try await give(server, id) }
            let caller = try await server.caller(id)
            let approval = try await server.approval(.giveConsent, by: caller, method: .recoveryCode)
            let request = ConsentRequest(version: ConsentDocument.version, approval: approval)
            _ = try await PersonService(environment: server.environment).giveConsent(request, by: caller)
            try await server.confirmHere(asked.link, of: id)
            #expect(try await register(server, owner.samples(20..<30)).res == "0")
        }
    }

    @Test func aConfirmedSignatureOfAnAppEndsWithTheApp() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person(Self.email)
            try await server.enrolHere(id, owner)
            let other = SyntheticSigner(seed: 3)
            try await server.confirmHere(try await register(server, other.samples(0..<10)).link, of: id)
            #expect(try await register(server, other.samples(0..<10)).res == "0")
            // Another signature given here leaves it: the person confirmed it.
            try await server.environment.database.write { try $0.execute("DELETE FROM accountFactor") }
            try await server.enrolHere(id, SyntheticSigner(seed: 4))
            #expect(try await similarity(server, other, 30) > 0.5)
            let caller = try await server.caller(id)
            let approval = try await server.approval(.endApp, subject: server.app.id, by: caller)
            try await AppGrantService(environment: server.environment).end(server.app.id, approval: approval, by: caller)
            #expect(try await similarity(server, other, 31) < 0.5)
        }
    }
}
