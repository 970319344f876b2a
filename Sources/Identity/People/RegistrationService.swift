import ParaphStorage
import ParaphWire
import ServerKit

/// Makes accounts of people who show that an address is theirs.
struct RegistrationService: Sendable {
    let environment: IdentityEnvironment

    /// How long a code is good, in seconds.
    static let lifetime: Int64 = 30 * 60
    /// The wait before another code may be asked for, in seconds.
    static let resendDelay: Int64 = 60
    /// How often one registration may ask for its code again.
    static let sendLimit = 5
    /// The wrong codes that a registration bears.
    static let tryLimit = 5

    private var codes: MailedCodeService { MailedCodeService(environment: environment) }

    /// Begins a registration; whether the address has an account already shows in the mail only, and whether the username is taken once the
    /// address is proved: the account has none then.
    ///
    /// The network is where the request comes from.
    func register(_ request: RegistrationRequest, from network: String? = nil) async throws -> RegistrationReceipt {
        guard let email = EmailAddress(request.email) else {
            throw Problem.invalid("email", .malformed, "is not an address that mail can be sent to")
        }
        try request.profile.check()
        let username = try request.username.map(Self.username)
        guard let language = Language(rawValue: request.language) else {
            throw Problem.invalid("language", .unknown, "must be one of ru, en, fr")
        }
        try ConsentDocument.check(request.consentVersion, field: "consentVersion")
        try request.place?.check()
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let registration = RegistrationRecord(
                id: Identifier.random(),
                email: email,
                username: username,
                profile: request.profile,
                language: language,
                consentVersion: request.consentVersion,
                tries: 0,
                sends: 1,
                sentAt: now,
                createdAt: now,
                expiresAt: now.adding(seconds: Self.lifetime)
            )
            try mailCode(for: registration, from: network, at: now, in: tx)
            try RegistrationStore.insert(registration, keys: environment.keys, in: tx)
            if let place = request.place {
                try PlaceStore.insert(place, ofRegistration: registration.id, keys: environment.keys, in: tx)
            }
            return receipt(of: registration, at: now)
        }
    }

    /// Mails the code once more; it stays the same.
    func resendCode(_ id: String, from network: String? = nil) async throws -> RegistrationReceipt {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard var registration = try RegistrationStore.find(id, at: now, keys: environment.keys, in: tx) else {
                throw Problem.notFound("registration")
            }
            let wait = registration.sentAt.adding(seconds: Self.resendDelay).milliseconds - now.milliseconds
            guard wait <= 0 else { throw Problem.tooMany(retryAfter: Int((wait + 999) / 1000)) }
            guard registration.sends < Self.sendLimit else {
                throw Problem.conflict(.codesUsedUp, "No more codes are mailed for this registration; use the last one, or begin again.")
            }
            registration.sends += 1
            registration.sentAt = now
            try mailCode(for: registration, from: network, at: now, in: tx)
            try RegistrationStore.update(registration, in: tx)
            return receipt(of: registration, at: now)
        }
    }

    /// Makes the account, its first device and a session, when the code is right.
    ///
    /// Where an app made the account and nothing but the mailbox was ever shown for it, the code brings that account its first device. The same
    /// request is answered again while nothing was done with the session, for its first answer may have been lost; a new proof shows that it is
    /// the same device, which a copy of what it sent does not.
    func confirm(_ id: String, _ confirmation: RegistrationConfirmation, appID: String? = nil, from network: String? = nil) async throws
        -> SessionGrant
    {
        try confirmation.device.check(subject: id)
        let outcome = try await environment.database.write { [environment] tx -> Outcome in
            let now = environment.time.now()
            guard var registration = try RegistrationStore.find(id, at: now, keys: environment.keys, in: tx) else {
                let again = try SessionStore.renewUnheard(
                    Self.name(of: confirmation, to: id),
                    provedBy: confirmation.device.proof,
                    appID: appID,
                    at: now,
                    in: tx
                )
                return again.map { .opened($0, []) } ?? .gone
            }
            guard registration.tries < Self.tryLimit else { return .usedUp }
            registration.tries += 1
            try RegistrationStore.update(registration, in: tx)
            let wrong = Outcome.wrongCode(left: Self.tryLimit - registration.tries)
            let (email, language) = (registration.email, registration.language)
            guard try codes.accepts(confirmation.code, for: email, in: language, from: network, at: now, tx: tx), try mayOpen(email, in: tx)
            else { return wrong }
            let opened = try open(registration, device: confirmation.device, appID: appID, at: now, in: tx)
            if case .opened(let grant, _) = opened {
                let name = Self.name(of: confirmation, to: id)
                try SessionStore.keepUnheard(grant, of: name, provedBy: confirmation.device.proof, in: tx)
            }
            return opened
        }
        switch outcome {
        case .opened(let grant, let blobs):
            await environment.deleteBlobs(blobs)
            return grant
        case .gone: throw Problem.notFound("registration")
        case .usedUp: throw Problem.conflict(.triesUsedUp, "Too many wrong codes were given; begin the registration again.")
        case .wrongCode(let left):
            throw Problem.invalid("code", .wrong, "is not the code that was mailed; \(left.counted("try is", "tries are")) left")
        }
    }

    /// Reads a username from a request.
    static func username(_ text: String) throws -> Username {
        guard let username = Username(text) else {
            throw Problem.invalid("username", .malformed, "must have 3 to 32 of the characters A–Z a–z 0–9 . _ -")
        }
        return username
    }

    /// The username is another person's.
    static let usernameTaken = Problem(
        code: .usernameTaken,
        title: "This does not fit what is there",
        detail: "This username is taken; choose another one.",
        fields: [.init(name: "username", code: .taken, detail: "is taken")]
    )

    /// What tells a confirmation from all others: the registration, its code and the device's key.
    private static func name(of confirmation: RegistrationConfirmation, to id: String) -> SecretHash {
        let code = MailedCode(typed: confirmation.code)?.digits ?? ""
        return SecretHash(of: "\(id) \(code) \(confirmation.device.publicKey.text)")
    }

    private enum Outcome: Sendable {
        case opened(SessionGrant, [BlobAddress])
        case gone, usedUp
        case wrongCode(left: Int)
    }

    private func open(
        _ registration: RegistrationRecord,
        device key: DeviceKey,
        appID: String?,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Outcome {
        let known = try PersonStore.find(proved: registration.email, keys: environment.keys, in: tx)
        let person = try known.map { try update($0, from: registration, in: tx) } ?? insert(registration, at: now, in: tx)
        let blobs = try UnprovedAccounts(environment: environment).end(inFavourOf: person, permit: .letter(), at: now, in: tx)
        let stepUp = StepUp(environment: environment)
        let settings = environment.settings
        let (device, grant) = try stepUp.accept(.firstDevice, of: person.id, shown: .mailedCode, at: now, in: tx) { permit, telling in
            if let known, known.username == nil, let username = try free(registration.username, in: tx) {
                try PersonStore.setUsername(username, of: known.id, permit: permit, keys: environment.keys, in: tx)
            }
            try ConsentStore.give(
                version: registration.consentVersion,
                language: registration.language,
                personID: person.id,
                permit: permit,
                at: now,
                in: tx
            )
            let wanted = DeviceRecord(key, personID: person.id, addedBy: .registration, at: now)
            let device = try DeviceStore.insert(wanted, permit: permit, in: tx)
            (telling.name, telling.isTold) = (device.name, known == nil)
            let grant = try SessionStore.grant(
                to: person.id,
                deviceID: device.id,
                appID: appID,
                enrolmentEndsAt: now.adding(seconds: StepUp.enrolmentWindow),
                permit: permit,
                settings: settings,
                at: now,
                in: tx
            )
            return (device, grant)
        }
        try PlaceStore.move(fromRegistration: registration.id, to: person.id, keys: environment.keys, in: tx)
        try RegistrationStore.deleteAll(of: registration.email, keys: environment.keys, in: tx)
        let receiver = try LetterReceiver(registration.email, keys: environment.keys, in: tx)
        try MailedCodeStore.delete(for: receiver, keys: environment.keys, in: tx)
        // The account was there, and its person reads what is new to them.
        if known != nil {
            try ActivityStore.append(.deviceAdded, of: person.id, at: now, deviceName: device.name, in: tx)
            try environment.notify(person, of: .deviceAdded(name: device.name), in: tx)
        }
        return .opened(grant, blobs)
    }

    /// Whether the mailed code is enough for an address: there is no account, or one that only ever had its mailbox.
    private func mayOpen(_ email: EmailAddress, in tx: any ReadTransaction) throws -> Bool {
        try PersonStore.find(proved: email, keys: environment.keys, in: tx).map { try MailAccountStore.takesFirstDevice($0, in: tx) }
            ?? true
    }

    private func insert(_ registration: RegistrationRecord, at now: Timestamp, in tx: any WriteTransaction) throws -> PersonRecord {
        let person = PersonRecord(
            email: registration.email,
            username: try free(registration.username, in: tx),
            profile: registration.profile,
            language: registration.language,
            createdAt: now
        )
        try PersonStore.insert(person, keys: environment.keys, in: tx)
        return person
    }

    /// Brings what an app told of a person up to what they just told themselves; what they left out stays.
    private func update(_ known: PersonRecord, from registration: RegistrationRecord, in tx: any WriteTransaction) throws -> PersonRecord {
        let (old, new) = (known.profile, registration.profile)
        return try PersonStore.change(known.id, keys: environment.keys, in: tx) { details in
            details.profile = Profile(
                userName: new.userName,
                companyName: new.companyName ?? old.companyName,
                position: new.position ?? old.position,
                phoneNumber: new.phoneNumber ?? old.phoneNumber,
                birthday: new.birthday ?? old.birthday,
                sex: new.sex ?? old.sex
            )
            details.language = registration.language
        }
    }

    /// A name unless it was taken while the mail was on its way; the account matters more than the name.
    private func free(_ username: Username?, in tx: any ReadTransaction) throws -> Username? {
        guard let username, try PersonStore.find(username: username, keys: environment.keys, in: tx) == nil else { return nil }
        return username
    }

    private func mailCode(for registration: RegistrationRecord, from network: String?, at now: Timestamp, in tx: any WriteTransaction)
        throws
    {
        try codes.mail(
            to: registration.email,
            in: registration.language,
            mayOpen: try mayOpen(registration.email, in: tx),
            holdsSomething: try PersonStore.find(proved: registration.email, keys: environment.keys, in: tx) != nil,
            from: network,
            at: now,
            tx: tx
        )
    }

    private func receipt(of registration: RegistrationRecord, at now: Timestamp) -> RegistrationReceipt {
        let wait = registration.sentAt.adding(seconds: Self.resendDelay).milliseconds - now.milliseconds
        return RegistrationReceipt(id: registration.id, expiresAt: registration.expiresAt, resendAfter: Int(max(0, (wait + 999) / 1000)))
    }
}
