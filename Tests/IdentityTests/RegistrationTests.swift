import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

@Suite struct RegistrationTests {
    @Test func aMailedCodeOpensAnAccountWithItsFirstDevice() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register("anna@example.org", username: "anna")
            let me = try await server.call(IdentityEndpoints.me, token: person.token)
            #expect(me.email == "anna@example.org")
            #expect(me.isEmailProved && me.username == "anna" && !me.signature.isEnrolled)
            #expect(me.consent?.version == IdentityServer.consentVersion)
            let devices = try await server.call(IdentityEndpoints.devices, token: person.token)
            #expect(devices.items.map(\.id) == [person.device.id])
        }
    }

    @Test func theFirstMailsAreForWhoHasJustBegunAndSpeakOfNothingEarlier() async throws {
        let firsts: [(String, [String])] = [
            ("en", ["Welcome to Paraph: your signature is ready", "Recovery codes were made"]),
            ("ru", ["Добро пожаловать в Paraph: ваша подпись готова", "Созданы коды восстановления"]),
            ("fr", ["Bienvenue sur Paraph\u{A0}: votre signature est prête", "Des codes de secours ont été créés"]),
        ]
        for (language, subjects) in firsts {
            try await IdentityServer.run { (server) async throws in
                let person = try await server.register(language: language)
                // The form is sent once more as it was, with a name to sign in with, and the pages are read in another language for a while.
                let profile = try await server.call(IdentityEndpoints.me, token: person.token).profile
                for update in [PersonUpdate(profile: profile, username: "anna"), .init(language: "fr"), .init(language: language)] {
                    _ = try await server.call(IdentityEndpoints.updateMe, body: update, token: person.token)
                }
                #expect(try await server.enrol(person).status == .created)
                _ = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token)
                let mails = server.mails.all(to: person.email)
                #expect(mails.map(\.subject).dropFirst() == subjects[...])
                for word in ["Earlier", "Прежние", "précédents"] { #expect(!mails.contains { $0.text.contains(word) }) }
                let told = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
                #expect(!told.contains("profileChanged") && !told.contains("usernameChanged"))
                // Later ones are told of as ever.
                let changed = Profile(userName: "Anna Ivanova")
                _ = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(profile: changed), token: person.token)
                let renewed = try await server.approved(person, .recoveryCodes, sample: 1)
                _ = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: renewed, token: person.token)
                #expect(server.mails.all(to: person.email).last?.subject != subjects[1])
                #expect(try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind).contains("profileChanged"))
            }
        }
    }

    @Test func anAddressWithAnAccountIsAnsweredAlikeAndToldByMailOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            _ = try await server.register("anna@example.org")
            let known = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("anna@example.org"))
            let unknown = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("boris@example.org"))
            #expect(known.resendAfter == unknown.resendAfter && known.expiresAt == unknown.expiresAt)
            #expect(server.mails.all(to: "anna@example.org").last?.subject == "You have a Paraph account already")
            let device = SimulatedDevice()
            for receipt in [known, unknown] {
                let confirmation = RegistrationConfirmation(code: "abcdef", device: try device.deviceKey(subject: receipt.id))
                let refusal = await problem {
                    try await server.call(IdentityEndpoints.confirmRegistration, receipt.id, body: confirmation)
                }
                #expect(refusal?.status == 400 && refusal?.fields?.first?.code == "wrong")
            }
        }
    }

    @Test func fiveWrongCodesEndARegistration() async throws {
        try await IdentityServer.run { (server) async throws in
            let receipt = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("anna@example.org"))
            let right = try #require(server.mails.lastCode(to: "anna@example.org"))
            let wrong = right == "000000" ? "000001" : "000000"
            let device = try SimulatedDevice().deviceKey(subject: receipt.id)
            for code in [wrong, wrong, wrong, wrong, wrong, right] {
                let refusal = await problem {
                    try await server.call(
                        IdentityEndpoints.confirmRegistration,
                        receipt.id,
                        body: RegistrationConfirmation(code: code, device: device)
                    )
                }
                #expect(refusal?.code == (code == right ? "triesUsedUp" : "malformed"))
            }
            #expect(try await server.count("person") == 0)
        }
    }

    @Test func aCodeIsMailedAgainAsItWasAndExpires() async throws {
        try await IdentityServer.run { (server) async throws in
            let receipt = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("anna@example.org"))
            let first = try #require(server.mails.lastCode(to: "anna@example.org"))
            let early = await problem { try await server.call(IdentityEndpoints.resendCode, receipt.id) }
            #expect(early?.retryAfter == 60)
            server.time.advance(seconds: 61)
            _ = try await server.call(IdentityEndpoints.resendCode, receipt.id)
            #expect(server.mails.all(to: "anna@example.org").count == 2)
            let second = try #require(server.mails.lastCode(to: "anna@example.org"))
            #expect(first == second)
            let device = try SimulatedDevice().deviceKey(subject: receipt.id)
            server.time.advance(seconds: 1800)
            let late = await problem {
                try await server.call(
                    IdentityEndpoints.confirmRegistration,
                    receipt.id,
                    body: RegistrationConfirmation(code: second, device: device)
                )
            }
            #expect(late?.status == 404)
            // The code itself is good for another half hour, for a registration that begins now.
            let again = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("anna@example.org"))
            let grant = try await server.call(
                IdentityEndpoints.confirmRegistration,
                again.id,
                body: RegistrationConfirmation(code: first, device: try SimulatedDevice().deviceKey(subject: again.id))
            )
            #expect(grant.token != nil)
        }
    }

    @Test func theRowOfAnotherCodeDoesNotOpen() async throws {
        try await IdentityServer.run { (server) async throws in
            _ = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("boris@example.org"))
            let known = try #require(server.mails.lastCode(to: "boris@example.org"))
            let receipt = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("anna@example.org"))
            // Whoever writes in the database gives an address the code of another.
            try await server.database.write { tx in
                let rows = try tx.rows("SELECT receiver, sealedDigits FROM mailedCode ORDER BY createdAt, id")
                let receiver = try LetterReceiver(EmailAddress(stored: "boris@example.org"), keys: server.keys, in: tx)
                for row in rows where try row.get("receiver", as: [UInt8].self) == receiver.hash {
                    try tx.execute("UPDATE mailedCode SET sealedDigits = \(try row.get("sealedDigits", as: [UInt8].self))")
                }
            }
            let confirmation = RegistrationConfirmation(code: known, device: try SimulatedDevice().deviceKey(subject: receipt.id))
            let fault = await problem { try await server.call(IdentityEndpoints.confirmRegistration, receipt.id, body: confirmation) }
            #expect(fault?.status == 500)
            #expect(try await server.count("person") == 0)
            // The keys go with the codes.
            server.time.advance(seconds: 90_001)
            let deleted = try await server.database.write { [keys = server.keys, now = server.time.now()] tx in
                try MailedCodeStore.deleteExpired(at: now, limit: 10, keys: keys, in: tx)
            }
            #expect(deleted == 2)
            #expect(try await server.count("objectKey") == 0)
        }
    }

    @Test func aDeviceThatDoesNotHoldItsKeyIsRefusedBeforeTheCodeCounts() async throws {
        try await IdentityServer.run { (server) async throws in
            let receipt = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("anna@example.org"))
            let code = try #require(server.mails.lastCode(to: "anna@example.org"))
            var device = try SimulatedDevice().deviceKey(subject: receipt.id)
            device.proof = try SimulatedDevice().deviceKey(subject: receipt.id).proof
            let stolen = device
            let refusal3 = await problem {
                try await server.call(
                    IdentityEndpoints.confirmRegistration,
                    receipt.id,
                    body: RegistrationConfirmation(code: code, device: stolen)
                )
            }
            #expect(refusal3?.fields?.first?.name == "device.proof")
            device = try SimulatedDevice().deviceKey(subject: "another registration")
            let reused = device
            let refusal4 = await problem {
                try await server.call(
                    IdentityEndpoints.confirmRegistration,
                    receipt.id,
                    body: RegistrationConfirmation(code: code, device: reused)
                )
            }
            #expect(refusal4 != nil)
        }
    }

    @Test(arguments: [
        ("", "email"), ("anna", "email"), ("anna@", "email"), ("a b@example.org", "email"), ("anna@example..org", "email"),
        ("anna@exam\u{202E}ple.org", "email"),
    ])
    func badAddressesAreNamed(address: String, field: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let refusal = await problem {
                try await server.call(IdentityEndpoints.register, body: server.registrationRequest(address))
            }
            #expect(refusal?.status == 400 && refusal?.fields?.first?.name == field)
            #expect(try await server.count("registration") == 0)
        }
    }

    @Test func badProfilesAreNamed() async throws {
        try await IdentityServer.run { (server) async throws in
            let profiles: [(Profile, String)] = [
                (Profile(userName: "  "), "profile.userName"),
                (Profile(userName: "a\u{202E}b"), "profile.userName"),
                (Profile(userName: "Anna", phoneNumber: "0123"), "profile.phoneNumber"),
                (Profile(userName: "Anna", birthday: "1990-02-30"), "profile.birthday"),
                (Profile(userName: "Anna", companyName: String(repeating: "x", count: 101)), "profile.companyName"),
            ]
            for (profile, field) in profiles {
                var request = server.registrationRequest("anna@example.org")
                request.profile = profile
                let bad = request
                let refusal5 = await problem { try await server.call(IdentityEndpoints.register, body: bad) }
                #expect(refusal5?.fields?.first?.name == field)
            }
            var request = server.registrationRequest("anna@example.org", username: "an")
            let refusal6 = await problem { [request] in try await server.call(IdentityEndpoints.register, body: request) }
            #expect(refusal6?.fields?.first?.name == "username")
            request = server.registrationRequest("anna@example.org")
            request.consentVersion = "1999"
            let refusal7 = await problem { [request] in try await server.call(IdentityEndpoints.register, body: request) }
            #expect(refusal7?.fields?.first?.name == "consentVersion")
        }
    }

    @Test func usernamesAreUniqueWithoutRegardToCase() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register("anna@example.org", username: "Anna")
            #expect(try await server.call(IdentityEndpoints.me, token: anna.token).username == "Anna")
            // Who proved no address is told nothing of it; who did gets an account without the name, and chooses another.
            let boris = try await server.register("b@example.org", username: "aNNA")
            #expect(try await server.call(IdentityEndpoints.me, token: boris.token).username == nil)
            let refusal = await problem {
                _ = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(username: "aNNA"), token: boris.token)
            }
            #expect(refusal?.code == "usernameTaken" && refusal?.fields?.first?.name == "username")
            let named = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(username: "Boris"), token: boris.token)
            #expect(named.username == "Boris")
        }
    }
}
