import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit

extension AppAccounts {
    /// What a registration has come to.
    enum Registration: Sendable {
        case done(sessionID: String)
        case moreNeeded(required: Int, exist: Int, model: Int, incorrect: Int)
        /// The owner of the address must confirm first, where the link leads.
        case confirmationNeeded(link: String)
        case disabled
        /// The app's owner brought up too many addresses today; the next may come after so many seconds.
        case tooManyAddresses(wait: Int)
    }

    /// What a completed registration made.
    private struct Made: Sendable {
        var personID: String
        var sessionID: String
    }

    private struct ConfirmationNeeded: Error {}
    private struct Disabled: Error {}

    /// Registers a person through an app, or gives the account that there is a template for this app.
    ///
    /// An unproved address becomes an account that works in this app only. One that has an account already needs the
    /// confirmation of its owner, for this very request: by the mailbox where they have nothing else, else by what opens their account. The
    /// account, its template, its session and what the app told are stored all at once.
    /// The last request of a registration may be sent again within 30 minutes, as after a lost answer; it is recognised by its samples.
    func register(_ call: RegisterCall, app: AppRecord, language: Language, network: String?) async throws -> Registration {
        if let wait = try await bringUp(call.email, by: app) { return .tooManyAddresses(wait: wait) }
        // Twice, because the same request may be sent twice at once: the second finds the account made, and recognises it.
        for _ in 0..<2 {
            do {
                if let made = try await resume(call, app: app) { return try await finish(made, call, app) }
                let progress = try await enrol(call, app: app, language: language, network: network)
                if let made = progress.completion { return try await finish(made, call, app) }
                return .moreNeeded(
                    required: progress.countRequired,
                    exist: progress.countExist,
                    model: progress.countModel,
                    incorrect: progress.countIncorrect
                )
            } catch is ConfirmationNeeded {
                continue
            } catch is Disabled {
                return .disabled
            }
        }
        try await contest(call, app: app, network: network)
        let link = try await proofs.requestReplacement(
            of: call.email,
            app: app,
            request: call.digest(inApp: app.id),
            on: call.details.device,
            language: language,
            from: network
        )
        return .confirmationNeeded(link: link)
    }

    /// Counts an address that a restricted app does not reach yet, before anything is looked up that the answer would tell of.
    ///
    /// - Returns: the seconds to wait where it brought up too many.
    private func bringUp(_ email: EmailAddress, by app: AppRecord) async throws -> Int? {
        guard app.restricted else { return nil }
        do {
            let isNew = try await environment.database.write { [environment] tx in
                guard try AppReach.person(email, by: app, keys: environment.keys, in: tx) == nil else { return false }
                try AppBudget(app: app).bringUp(email, at: environment.time.now(), keys: environment.keys, in: tx)
                return true
            }
            if isNew { environment.countUnreached("register", by: app) }
            return nil
        } catch let refused as AppBudget.Refused {
            try await environment.noteTooMany(by: app)
            return refused.wait
        }
    }

    /// Notes that signatures came for an account of the app's whose address is unproved, of which it has none: they may be of another hand, and
    /// the letter about the account cannot tell whose it is.
    ///
    /// What no enrolment would keep contests nothing: a scribble shows no hand.
    private func contest(_ call: RegisterCall, app: AppRecord, network: String?) async throws {
        let digests = call.samples.map { TraceStore.digest(of: $0.encoded()) }
        let traces = try await environment.database.read { [environment] tx -> [[UInt8]]? in
            guard let person = try PersonStore.find(unproved: call.email, inApp: app.id, keys: environment.keys, in: tx),
                try EmailProofStore.mayContest(call.email, inApp: app.id, keys: environment.keys, in: tx)
            else { return nil }
            // The last request once more, later than it is recognised.
            if let template = try TemplateStore.find(TemplatePlace(personID: person.id, appID: app.id), in: tx),
                try digests.contains(where: { try TraceStore.contains($0, ofTemplate: template.id, of: person.id, in: tx) })
            {
                return nil
            }
            return try TraceStore.history(of: person.id, keys: environment.keys, in: tx).traces
        }
        guard let traces, try await enrolment.wouldKeep(call.samples, beside: traces, from: network.map { "network:\($0)" } ?? "") else {
            return
        }
        try await environment.database.write { [environment] tx in
            try EmailProofStore.contest(call.email, inApp: app.id, keys: environment.keys, in: tx)
        }
    }

    private func finish(_ made: Made, _ call: RegisterCall, _ app: AppRecord) async throws -> Registration {
        if let photo = call.photo, try await photos.mayHaveProfilePicture(made.personID, app: app) {
            try await PersonService(environment: environment).setFirstPhoto(photo, of: made.personID)
        }
        return .done(sessionID: made.sessionID)
    }

    /// Opens a session where the request is one that made the template already.
    private func resume(_ call: RegisterCall, app: AppRecord) async throws -> Made? {
        let digests = call.samples.map { TraceStore.digest(of: $0.encoded()) }
        let personID = try await environment.database.read { [environment] tx -> String? in
            let now = environment.time.now()
            guard let person = try AppReach.person(call.email, by: app, keys: environment.keys, in: tx), person.status == .active,
                let template = try TemplateStore.find(of: person.id, forApp: app.id, in: tx),
                template.createdAt.adding(seconds: EnrolmentStore.lifetime) > now,
                try digests.contains(where: { try TraceStore.contains($0, ofTemplate: template.id, of: person.id, in: tx) })
            else { return nil }
            return person.id
        }
        guard let personID else { return nil }
        return try await environment.database.write { tx in
            try AppAuthenticator.requireEnabled(app.id, in: tx)
            guard try AppReach.person(call.email, byAppWith: app.id, keys: environment.keys, in: tx)?.id == personID else {
                throw ConfirmationNeeded()
            }
            return Made(personID: personID, sessionID: try openSession(of: personID, app: app, permit: .app(), in: tx))
        }
    }

    private func enrol(_ call: RegisterCall, app: AppRecord, language: Language, network: String?) async throws -> EnrolmentProgress<Made> {
        let (known, letter) = try await environment.database.read { [environment] tx in
            let person = try PersonStore.find(call.email, inApp: app.id, keys: environment.keys, in: tx)
            return (person, try permission(for: person, call, app: app, at: environment.time.now(), in: tx))
        }
        return try await enrolment.submit(
            call.samples,
            for: .app(appID: app.id, email: call.email, letter.map { .letter($0.id) } ?? call.asker(from: network)),
            from: network.map { "network:\($0)" } ?? "",
            keepsFirst: letter != nil,
            personID: known?.id,
            approve: { [environment] _, tx in
                try AppAuthenticator.requireEnabled(app.id, in: tx)
                let person = try PersonStore.find(call.email, inApp: app.id, keys: environment.keys, in: tx)
                let permission = try permission(for: person, call, app: app, at: environment.time.now(), in: tx)
                guard person?.id == known?.id, permission?.id == letter?.id else { throw ConfirmationNeeded() }
                return .app()
            },
            complete: { [environment] completion, permit, tx in
                let permission = try permission(for: known, call, app: app, at: environment.time.now(), in: tx)
                let person = try account(
                    for: call,
                    known: known,
                    app: app,
                    language: language,
                    network: network,
                    isContested: completion.isContested,
                    permit: permit,
                    in: tx
                )
                let place = TemplatePlace(personID: person.id, appID: app.id)
                try allow(app, by: person, permission: permission, permit: permit, in: tx)
                if !app.restricted { try FamiliarNetwork.note(network, of: place, at: environment.time.now(), in: tx) }
                // What else was allowed, or waits, was about what there was before.
                try EmailProofStore.deleteRequests(about: call.email, inApp: app.id, keys: environment.keys, in: tx)
                try EnrolmentStore.deleteAll(of: call.email, inApp: app.id, keys: environment.keys, in: tx)
                if known != nil {
                    let isReplaced = try TemplateStore.find(place, in: tx) != nil
                    try environment.notify(person, of: .appSignature(app.inLetters, isReplaced: isReplaced), in: tx)
                }
                let sessionID = try openSession(of: person.id, app: app, permit: permit, in: tx)
                return EnrolmentService.Completed(
                    place: place,
                    // A mailed code is no more than the mailbox: what it allowed counts until the person gives their signature.
                    confirmedBy: permission?.confirmedBy == .mailedCode ? nil : permission?.confirmedBy,
                    value: Made(personID: person.id, sessionID: sessionID)
                )
            }
        )
    }

    /// The confirmed letter that allows the request; `nil` where the app has no such account, so that nothing needs to be allowed.
    ///
    /// It allows the request that caused it, and those that complete what that one began. Of an account whose address is not proved nothing is
    /// allowed: its owner says first whose it is.
    private func permission(
        for person: PersonRecord?,
        _ call: RegisterCall,
        app: AppRecord,
        at now: Timestamp,
        in tx: any ReadTransaction
    ) throws -> EmailProofRecord? {
        guard let person else { return nil }
        let (email, keys, request) = (call.email, environment.keys, call.digest(inApp: app.id))
        guard person.status == .active else {
            // Whom the app does not reach is like a stranger to it.
            guard try AppReach.person(email, by: app, keys: keys, in: tx)?.id == person.id else { throw ConfirmationNeeded() }
            throw Disabled()
        }
        guard try !AnewAccountStore.contains(person.id, in: tx) else { throw ConfirmationNeeded() }
        let caused = try EmailProofStore.find(of: email, inApp: app.id, request: request, at: now, keys: keys, in: tx)
        let permission =
            try caused.flatMap { $0.provedAt == nil ? nil : $0 }
            ?? EmailProofStore.begun(by: email, inApp: app.id, at: now, keys: keys, in: tx)
        guard person.emailProved, let permission, try permission.confirmedBy != nil || !AppReach.needsConfirmation(of: person.id, in: tx),
            try !ConsentStore.needsApproval(of: person.id, in: tx)
        else { throw ConfirmationNeeded() }
        return permission
    }

    /// Notes that the person enrolled in the app, and on whose word.
    private func allow(
        _ app: AppRecord,
        by person: PersonRecord,
        permission: EmailProofRecord?,
        permit: borrowing StepUp.Permit,
        in tx: any WriteTransaction
    ) throws {
        let basis: AppGrantRecord.Basis = permission == nil ? .enrolled : .mailedLink
        try AppGrantStore.allow(app.id, by: person.id, basis: basis, permit: permit, at: environment.time.now(), in: tx)
    }

    /// The account that the template is for: the one that there is, whose address is proved, or a new one whose address is not proved yet.
    private func account(
        for call: RegisterCall,
        known: PersonRecord?,
        app: AppRecord,
        language: Language,
        network: String?,
        isContested: Bool,
        permit: borrowing StepUp.Permit,
        in tx: any WriteTransaction
    ) throws -> PersonRecord {
        let now = environment.time.now()
        let person: PersonRecord
        if let known {
            person = known
        } else {
            person = PersonRecord(email: call.email, ownerAppID: app.id, profile: call.profile, language: language, createdAt: now)
            try PersonStore.insert(person, keys: environment.keys, in: tx)
            try MailAccountStore.insert(person.id, in: tx)
            try ActivityStore.append(.registered, of: person.id, at: now, appName: app.name, in: tx)
            let device = call.details.device
            try proofs.mail(account: person, app: app, on: device, from: network, isContested: isContested, in: tx)
        }
        // Apps ask for the consent themselves before they let a person draw; that they did is on record with the app.
        if try ConsentStore.current(of: person.id, in: tx) == nil {
            try ConsentStore.give(
                version: ConsentDocument.version,
                language: language,
                personID: person.id,
                appID: app.id,
                permit: permit,
                at: now,
                in: tx
            )
        }
        let capture = CaptureRecord(
            id: Identifier.random(),
            personID: person.id,
            appID: app.id,
            kind: .registration,
            details: call.details,
            at: now
        )
        try CaptureStore.insert(capture, keys: environment.keys, in: tx)
        try ActivityStore.append(.enrolled, of: person.id, at: now, appName: app.name, in: tx)
        return person
    }

    /// Opens a session that is good in this dialect only, under an id of the form that its clients know: 16 hexadecimal digits.
    private func openSession(of personID: String, app: AppRecord, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws
        -> String
    {
        let token = ShortIdentifier.random()
        let now = environment.time.now()
        let session = SessionRecord(
            personID: personID,
            deviceID: nil,
            appID: app.id,
            kind: .app,
            scopes: [],
            createdAt: now,
            expiresAt: now.adding(seconds: environment.settings.sessionIdleDays * 86_400),
            endsAt: now.adding(seconds: environment.settings.sessionDays * 86_400)
        )
        try SessionStore.insert(session, tokenHash: SecretHash(of: token), permit: permit, in: tx)
        // The same request may be sent again for half an hour, and is answered with another session each time.
        try SessionStore.dropOldest(of: personID, openedInDialectBy: app.id, beside: session.id, in: tx)
        return token
    }
}
