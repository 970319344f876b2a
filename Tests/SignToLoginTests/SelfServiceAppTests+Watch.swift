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

/// What tries in one app do to the signature that is given elsewhere.
extension SelfServiceAppTests {
    private func allow(_ app: RegisteredApp, by personID: String, _ server: DialectFixture) async throws {
        try await server.environment.database.write { [now = server.time.now()] tx in
            try AppGrantStore.allow(app.id, by: personID, basis: .device, permit: .administrator(), at: now, in: tx)
        }
    }

    /// A template of another hand that is good in an app, as if the person had been brought to confirm it.
    private func plant(_ thief: SyntheticSigner, in app: RegisteredApp, of personID: String, _ server: DialectFixture) async throws {
        let samples = try thief.samples(0..<10).map { try SignToLoginFormat.decode(SignToLoginFormat.encode($0)) }
        let template = AdaptiveTemplate(try #require(server.environment.verifier.enrol(samples).template))
        try await server.environment.database.write { [keys = server.environment.keys, now = server.time.now()] tx in
            let place = TemplatePlace(personID: personID, appID: app.id)
            let record = TemplateRecord(place: place, touch: true, referenceCount: 10, createdAt: now, confirmedBy: .signature)
            try TemplateStore.replace(with: record, bytes: template.encoded(), permit: .administrator(), keys: keys, in: tx)
            for sample in samples {
                let (trace, digest) = (ReplayTrace(of: sample).encoded(), TraceStore.digest(of: sample.encoded()))
                try TraceStore.append(trace, digest: digest, templateID: record.id, of: place, keys: keys, in: tx)
            }
            try AppGrantStore.allow(app.id, by: personID, basis: .mailedLink, permit: .administrator(), at: now, in: tx)
        }
    }

    /// Guesses in an app until it is noticed.
    private func guess(_ signer: SyntheticSigner, in app: RegisteredApp, _ server: DialectFixture) async throws {
        for variation in DialectFixture.variations(of: signer, 24) {
            if try await server.authenticate(variation, of: Self.victim, in: app, from: nil).refusal == "guess" { return }
        }
        Issue.record("nothing was noticed")
    }

    @Test func guessingInAnAppHasItsOwnerWaitAndNobodyElse() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let (id, app, _) = try await allowed(server, signer)
            let (sister, _) = try await ownApp(server)
            let (honest, _) = try await ownApp(server, owner: "honest@example.org")
            for app in [sister, honest] { try await allow(app, by: id, server) }
            try await guess(signer, in: app, server)
            server.time.advance(seconds: 31)
            let waits = { @Sendable (number: Int, app: RegisteredApp?) async throws -> Bool in
                let answer = try await server.tryOnce(signer.genuine(number), of: Self.victim, in: app, from: nil)
                if case .wait(let seconds) = answer { return seconds > 30 }
                return false
            }
            #expect(try await waits(31, app))
            #expect(try await waits(32, sister), "the same owner has no other to go on with")
            #expect(try await !waits(33, honest))
            #expect(try await !waits(34, nil))
            // Ended and let again, it begins with nothing new.
            try await server.environment.database.write { [environment = server.environment] tx in
                let person = try PersonService.find(id, keys: environment.keys, in: tx)
                let record = try #require(try AppStore.find(app.id, in: tx))
                try AppGrantService.end(
                    record,
                    of: person,
                    permit: .administrator(),
                    keys: environment.keys,
                    at: environment.time.now(),
                    in: tx
                )
            }
            try await allow(app, by: id, server)
            #expect(try await waits(35, app))
        }
    }

    @Test(arguments: [false, true]) func theMailAboutGuessingNamesAnAppOnlyOnceItsNameWasLookedAt(_ isApproved: Bool) async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let (_, app, _) = try await allowed(server, signer)
            try await server.environment.database.write {
                try $0.execute("UPDATE app SET name = 'You won', nameApproved = \(isApproved) WHERE id = \(app.id)")
            }
            try await guess(signer, in: app, server)
            let letters = server.mailer.letters(to: Self.victim).filter { $0.subject.contains("guessing") }
            #expect(letters.count == 1 && letters.allSatisfy { $0.text.contains("You won") == isApproved })
        }
    }

    @Test func whatMatchesAnAppsOwnTemplateMakesNothingGoodElsewhere() async throws {
        try await DialectFixture.run { server in
            let (signer, thief) = (SyntheticSigner(seed: 1), SyntheticSigner(seed: 2))
            let (id, app, _) = try await allowed(server, signer)
            // The owner's second app has a template of its own that the owner's hand fits.
            let (planted, _) = try await ownApp(server)
            try await plant(thief, in: planted, of: id, server)
            for number in 0..<6 {
                let tried = try await server.authenticate(signer.forgery(number, kind: .random), of: Self.victim, in: app, from: nil)
                let own = try await server.authenticate(thief.genuine(30 + number), of: Self.victim, in: planted, from: nil)
                #expect(!tried.isMatch && own.isMatch)
            }
            let (level, failures) = try await server.environment.database.read { tx in
                (
                    try tx.first("SELECT MAX(level) AS most FROM sourceWatch")?.get("most", as: Double.self) ?? 0,
                    try tx.first("SELECT MAX(failures) AS most FROM attempt")?.get("most", as: Int.self) ?? 0
                )
            }
            #expect(level > 5.9 && failures == 6)
        }
    }

    @Test func whatMatchesAnAppsOwnTemplatePushesNothingOfThePersonsOut() async throws {
        try await DialectFixture.run { server in
            let (signer, thief) = (SyntheticSigner(seed: 1), SyntheticSigner(seed: 2))
            let id = try await server.person(Self.victim)
            try await server.enrolHere(id, signer)
            let recorded = signer.genuine(30)
            #expect(try await server.authenticate(recorded, of: Self.victim, from: nil).isMatch)
            let (app, _) = try await ownApp(server)
            try await plant(thief, in: app, of: id, server)
            // As many as are remembered, and one more.
            let trace = ReplayTrace(of: thief.genuine(29)).encoded()
            try await server.environment.database.write { [keys = server.environment.keys] tx in
                for number in 0..<TraceStore.historyLimit {
                    let digest = TraceStore.digest(of: Array("sample \(number)".utf8))
                    try TraceStore.append(trace, digest: digest, of: TemplatePlace(personID: id, appID: app.id), keys: keys, in: tx)
                }
            }
            #expect(try await server.authenticate(thief.genuine(30), of: Self.victim, in: app, from: nil).isMatch)
            #expect(try await server.count("trace WHERE templateId IS NULL") == TraceStore.historyLimit + 1)
            var moved = recorded
            for stroke in moved.strokes.indices {
                for point in moved.strokes[stroke].points.indices { moved.strokes[stroke].points[point].x += 20 }
            }
            #expect(try await server.authenticate(moved, of: Self.victim, from: nil).refusal == "replay")
            // What an app leaves behind is found too, and counts together for all apps that are gone.
            try await server.deleteApp(app.id, of: try #require(app.ownerId))
            #expect(try await server.count("trace WHERE place = 'ended' AND templateId IS NULL") == TraceStore.historyLimit + 10)
            #expect(try await server.authenticate(signer.genuine(31), of: Self.victim, from: nil).isMatch)
            #expect(try await server.count("trace WHERE place = 'ended'") == TraceStore.historyLimit)
            #expect(try await server.count("trace WHERE place = 'own' AND templateId IS NULL") == 2)
        }
    }
}
