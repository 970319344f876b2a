import HTTPTypes
import HummingbirdTesting
import ParaphInk
import ParaphInkFormats
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// People with accounts of their own, and what they do on our pages.
extension DialectFixture {
    /// Somebody with an account of their own, who gave their signature to nobody yet.
    func person(_ email: String) async throws -> String {
        try await environment.database.write { [environment] tx in
            let address = try #require(EmailAddress(email))
            if let known = try PersonStore.find(proved: address, keys: environment.keys, in: tx) { return known.id }
            let person = PersonRecord(email: address, profile: Profile(userName: "A"), language: .en, createdAt: environment.time.now())
            try PersonStore.insert(person, keys: environment.keys, in: tx)
            try ConsentStore.give(
                version: ConsentDocument.version,
                language: .en,
                personID: person.id,
                permit: .administrator(),
                at: environment.time.now(),
                in: tx
            )
            return person.id
        }
    }

    /// Whose account an app made of an address.
    func personID(_ email: String, inApp appID: String) async throws -> String {
        try await environment.database.read { [keys = environment.keys] tx in
            let address = try #require(EmailAddress(email))
            return try #require(try PersonStore.find(address, inApp: appID, keys: keys, in: tx)).id
        }
    }

    /// A session that has just proved the address; through an app where one is named.
    func caller(_ personID: String, appID: String? = nil) async throws -> SessionCaller {
        let now = time.now()
        let end = now.adding(seconds: StepUp.enrolmentWindow)
        let session = SessionRecord(
            personID: personID,
            deviceID: nil,
            appID: appID,
            kind: .person,
            scopes: [],
            createdAt: now,
            expiresAt: end,
            endsAt: end,
            enrolmentEndsAt: end
        )
        try await environment.database.write { _ = try SessionStore.insert(session, permit: .administrator(), in: $0) }
        return SessionCaller(personID: personID, sessionID: session.id, deviceID: nil, appID: appID)
    }

    /// An approval, as a signature gives one.
    func approval(
        _ purpose: ChallengePurpose,
        subject: String? = nil,
        by caller: SessionCaller,
        method: StepUp.Method = .signature
    ) async throws -> String {
        let now = time.now()
        return try await environment.database.write { tx in
            try ApprovalStore.issue(
                to: caller.personID,
                sessionID: caller.sessionID,
                purpose: purpose,
                subject: subject,
                method: method,
                at: now,
                in: tx
            ).approval
        }
    }

    /// Deletes an app that somebody registered, with the approval that it takes.
    func deleteApp(_ id: String, of personID: String) async throws {
        let caller = try await caller(personID)
        let approval = try await approval(.deleteApp, subject: id, by: caller)
        try await AppService(environment: environment).delete(id, approval: approval, by: caller)
    }

    /// Gives somebody the signature that is good everywhere, as the web app does.
    func enrolHere(_ personID: String, _ signer: SyntheticSigner) async throws {
        // As apps send them: their form has no times.
        let samples = try signer.samples(0..<10).map { Base64URL(try SignToLoginFormat.decode(SignToLoginFormat.encode($0)).encoded()) }
        let caller = try await caller(personID)
        let result = try await NativeEnrolment(environment: environment).enrol(EnrolmentRequest(samples: samples), by: caller)
        #expect(result.status == .created)
    }

    /// Gives the consent, then the signature that is good everywhere.
    func consentAndEnrolHere(_ personID: String, _ signer: SyntheticSigner) async throws {
        let request = ConsentRequest(version: ConsentDocument.version)
        _ = try await PersonService(environment: environment).giveConsent(request, by: try await caller(personID))
        try await enrolHere(personID, signer)
    }

    /// Withdraws the consent, as the web app does.
    func withdraw(_ personID: String) async throws {
        let caller = try await caller(personID)
        let approval = try await approval(.withdrawConsent, by: caller)
        _ = try await PersonService(environment: environment).withdrawConsent(approval: approval, by: caller)
    }

    /// Confirms on our own pages what a link asks that an app was answered.
    func confirmHere(_ link: String?, of personID: String) async throws {
        let id = try letter(link)
        let caller = try await caller(personID)
        let approval = try await approval(.allowAppSignature, subject: id, by: caller)
        try await EmailProofService(environment: environment).approve(id, approval: approval, by: caller)
    }

    /// The letter of a link that an app was answered.
    func letter(_ link: String?) throws -> String {
        String(try #require(link?.split(separator: "=").last))
    }

    /// Follows the last link mailed to an address, where the mail alone can say yes to it.
    func proveIfMailed(_ email: String) async throws {
        if try #require(mailer.letters(to: email).last).text.contains("/confirm?token=") { try await prove(email) }
    }
}
