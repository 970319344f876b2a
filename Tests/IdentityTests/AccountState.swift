import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// How an account stands when a protected act is asked for.
enum AccountState: String, CaseIterable, Sendable {
    /// Registered a moment ago, in the session that proved the address.
    case fresh
    /// The same with the signature just given.
    case signed
    /// As fresh, when the window is over; there is a device and nothing else.
    case late
    /// As signed, a little later, while the window would be open for whom has no signature.
    case template
    case codes
    /// There were codes, and each is used up.
    case usedUp
    case passkey
    /// There was a passkey.
    case removed
    /// The template went with the consent.
    case withdrawn
    /// The same with codes left.
    case withdrawnCodes
    case all
    /// An app made it of an address that is not proved; a session of it is put there, as none can be opened.
    case appMade
    /// An administrator closed it; sessions are put there, as none is left.
    case disabled

    /// What the account ever had.
    var ever: Set<AccountFactor> {
        switch self {
        case .fresh, .late: [.device]
        case .signed, .template, .disabled: [.device, .template]
        case .codes, .usedUp: [.device, .recoveryCode]
        case .passkey, .removed: [.device, .passkey]
        case .withdrawn: [.device, .template, .withdrawal]
        case .withdrawnCodes: [.device, .template, .recoveryCode, .withdrawal]
        case .all: [.device, .template, .recoveryCode, .passkey]
        case .appMade: []
        }
    }

    /// Whether the session that proved the address may still enrol without an approval.
    var isInWindow: Bool { self == .fresh || self == .signed }
    var isWithdrawn: Bool { ever.contains(.withdrawal) }
    /// Whether a code by mail stands in at once: nothing else was ever there.
    var mailboxCounts: Bool { self == .fresh || self == .late }
    var hasPasskey: Bool { self == .passkey || self == .all }
}

extension IdentityServer {
    /// A person whose account stands so, with a second device, so that no refusal is about the last one.
    func person(_ state: AccountState, _ email: String) async throws -> TestPerson {
        if state == .appMade { return try await appMadePerson(email) }
        let person = try await register(email, username: "user\(email.prefix(while: { $0 != "@" }))")
        if state.ever.contains(.template) { try await enrol(person) }
        if state == .all {
            _ = try await passkey(of: person)
        } else if state.ever.contains(.passkey) {
            var passkey = TestPasskey()
            let added = try await add(&passkey, to: person)
            if state == .removed {
                let approved = ApprovedRequest(approval: try await approval(person, .removePasskey, subject: added.id, by: .passkey))
                _ = try await call(IdentityEndpoints.removePasskey, added.id, body: approved, token: person.token)
            }
        }
        if state.ever.contains(.recoveryCode) {
            let made = try await call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
            for text in state == .usedUp ? made ?? [] : [] {
                let code = try #require(RecoveryCode(typed: text))
                #expect(try await database.write { try RecoveryStore.consume(code, of: person.id, at: self.time.now(), in: $0) })
            }
        }
        if state.isWithdrawn {
            let approved = try await approved(person, .withdrawConsent, sample: 50)
            _ = try await call(IdentityEndpoints.withdrawConsent, body: approved, token: person.token)
        }
        let now = time.now()
        try await database.write { tx in
            let key = try SimulatedDevice().deviceKey(subject: "x")
            _ = try DeviceStore.insert(
                DeviceRecord(key, personID: person.id, addedBy: .approval, at: now),
                permit: .administrator(),
                in: tx
            )
        }
        return person
    }

    /// A person whose address an app registered and nobody proved.
    private func appMadePerson(_ email: String) async throws -> TestPerson {
        let app = try await AppAdministration(database: database, keys: keys, people: .identityAlone(keys), time: time).create(.example).id
        let now = time.now()
        let record = PersonRecord(
            email: try #require(EmailAddress(email)),
            ownerAppID: app,
            profile: Profile(userName: "Anna Petrova"),
            language: .en,
            createdAt: now
        )
        try await database.write { [keys] tx in
            try PersonStore.insert(record, keys: keys, in: tx)
            try MailAccountStore.insert(record.id, in: tx)
            try ConsentStore.give(
                version: Self.consentVersion,
                language: .en,
                personID: record.id,
                appID: app,
                permit: .app(),
                at: now,
                in: tx
            )
        }
        var device = SimulatedDevice()
        device.id = "none"
        return TestPerson(
            email: email,
            device: device,
            id: record.id,
            token: try await session(of: record.id),
            signer: SyntheticSigner(seed: 7)
        )
    }

    /// Another session of a person, which proved nothing; through an app where one is named.
    func session(of personID: String, deviceID: String? = nil, appID: String? = nil) async throws -> String {
        let now = time.now()
        return try await database.write { tx in
            try SessionStore.open(
                personID: personID,
                deviceID: deviceID,
                appID: appID,
                permit: .administrator(),
                settings: IdentitySettings(),
                at: now,
                in: tx
            ).token.text
        }
    }

    /// An approval of the person's session, as if a factor had been shown.
    func approval(
        _ person: TestPerson,
        _ purpose: ChallengePurpose,
        subject: String? = nil,
        by method: StepUp.Method
    ) async throws -> String {
        let now = time.now()
        return try await database.write { tx in
            let session = try #require(try SessionStore.find(token: person.token, at: now, in: tx))
            return try ApprovalStore.issue(
                to: person.id,
                sessionID: session.id,
                purpose: purpose,
                subject: subject,
                method: method,
                at: now,
                in: tx
            ).approval
        }
    }
}
