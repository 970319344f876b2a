import ParaphStorage
import ParaphWire
import ServerKit

/// Asks the owners of addresses whether what apps did with them was their doing.
struct EmailProofService: Sendable {
    let environment: IdentityEnvironment

    /// Mails the link of a letter about a new account, in the transaction that makes the account.
    ///
    /// The device is what the app says it was made on, the network where the request came from that completed it; contested is it where some of
    /// its samples came from elsewhere.
    func mail(
        account person: PersonRecord,
        app: AppRecord,
        on device: DeviceType,
        from network: String?,
        isContested: Bool,
        in tx: any WriteTransaction
    ) throws {
        let now = environment.time.now()
        let budget = AppBudget(app: app)
        guard try budget.takeLetter(to: person.email, from: network, at: now, keys: environment.keys, in: tx) else { return }
        var proof = EmailProofRecord(email: person.email, appID: app.id, personID: person.id, createdAt: now)
        (proof.sends, proof.sentAt, proof.isContested) = (1, now, isContested)
        try EmailProofStore.insert(proof, keys: environment.keys, in: tx)
        try send(proof, letter: .account(ProofLetter.Asked(app.inLetters, at: now, device)), language: person.language, in: tx)
    }

    /// Mails the link of a letter about a template for an address that has an account.
    ///
    /// A request that is sent again has the letter that it caused; that one is mailed again, where it was mailed, within its bounds. Of an account
    /// that began anew no letter asks: its owner gives their signature here first.
    /// - Parameters:
    ///   - email: The address.
    ///   - app: The app that asks.
    ///   - request: The digest of the request, which the letter is bound to.
    ///   - device: What the app says it was made on.
    ///   - language: The language of the letter where the account that it is about is gone by now; else it is that of the account.
    ///   - network: Where the request came from.
    /// - Returns: where the person can confirm.
    /// - Throws: a `StorageError` where the database refuses.
    func requestReplacement(
        of email: EmailAddress,
        app: AppRecord,
        request: [UInt8],
        on device: DeviceType,
        language: Language,
        from network: String?
    ) async throws -> String {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            if let link = try enrolHere(email, ProofLetter.Asked(app.inLetters, at: now, device), in: tx) { return link }
            let known = try EmailProofStore.find(of: email, inApp: app.id, request: request, at: now, keys: environment.keys, in: tx)
            var proof =
                known
                ?? EmailProofRecord(
                    email: email,
                    appID: app.id,
                    personID: nil,
                    request: request,
                    network: network,
                    device: device,
                    createdAt: now
                )
            if known == nil {
                try EmailProofStore.makeRoom(for: proof, keys: environment.keys, in: tx)
                try EmailProofStore.insert(proof, keys: environment.keys, in: tx)
            }
            // Where there are no more letters today, the person sees it on a device of theirs all the same.
            let isFirst = proof.sends == 0 && proof.provedAt == nil
            let isMailed =
                try isFirst
                ? AppBudget(app: app).takeLetter(to: email, from: network, at: now, keys: environment.keys, in: tx)
                : proof.mayBeSentAgain(at: now)
            if isMailed {
                (proof.sends, proof.sentAt) = (proof.sends + 1, now)
                try EmailProofStore.update(proof, in: tx)
                // An app's call tells nothing of who reads the letter.
                let language = try PersonStore.find(email, inApp: app.id, keys: environment.keys, in: tx)?.language ?? language
                let asked = ProofLetter.Asked(app.inLetters, at: proof.createdAt, device)
                let letter: ProofLetter =
                    if try mustConfirmHere(proof, in: tx) {
                        .templateOnDevice(asked)
                    } else if try asItStands(proof, in: tx).isContested {
                        .contested(asked)
                    } else {
                        .template(asked)
                    }
                try send(proof, letter: letter, language: language, in: tx)
            }
            return link(to: proof)
        }
    }

    /// What a mailed link asks.
    func find(token: String) async throws -> EmailProof {
        try await environment.database.read { [environment] tx in
            let proof = try require(token: token, at: environment.time.now(), in: tx)
            return try wire(proof, in: tx)
        }
    }

    /// The owner says yes to what they were shown; saying it twice changes nothing.
    ///
    /// A new account becomes theirs, and accounts that other apps made of the address are deleted, which they are told before and by mail after; where the letter is contested, so is
    /// what this app made, and theirs begins anew. Where it was shown as it no longer is, nothing is done. A template for a proved account may be given within 30 minutes.
    func prove(token: String, shown: EmailProofQuery) async throws -> EmailProof {
        let (answer, blobs) = try await environment.database.write { [environment] tx -> (EmailProof, [BlobAddress]) in
            let now = environment.time.now()
            var proof = try require(token: token, at: now, in: tx)
            guard proof.provedAt == nil, proof.isContested == (shown.isContested ?? false), try ending(proof, in: tx).digest == shown.ending
            else {
                return (try wire(proof, in: tx), [])
            }
            var blobs: [BlobAddress] = []
            proof.provedAt = now
            if let personID = proof.personID {
                blobs = try keepAccount(personID, &proof, at: now, in: tx)
            } else {
                if let person = try PersonStore.find(proved: proof.email, keys: environment.keys, in: tx) {
                    guard try !AppReach.needsConfirmation(of: person.id, in: tx) else { throw Self.confirmHere }
                    try AppGrantService(environment: environment).allow(proof.appID, byMailTo: person.id, at: now, in: tx)
                }
                proof.expiresAt = now.adding(seconds: EmailProofRecord.replacementLifetime)
            }
            try EmailProofStore.update(proof, in: tx)
            return (try wire(proof, in: tx), blobs)
        }
        await environment.deleteBlobs(blobs)
        return answer
    }

    /// Makes an account that an app made its owner's, or, of a contested one, gives them an account without anything of what came before.
    ///
    /// - Returns: the blobs of what apps made of the address, to delete once this is committed.
    private func keepAccount(_ id: String, _ proof: inout EmailProofRecord, at now: Timestamp, in tx: any WriteTransaction) throws
        -> [BlobAddress]
    {
        guard let made = try PersonStore.find(id, keys: environment.keys, in: tx) else { throw Problem.notFound("link") }
        var person = proof.isContested ? try beginAnew(in: made, at: now, in: tx) : made
        let stepUp = StepUp(environment: environment)
        try stepUp.accept(.proveAddress, of: person.id, shown: .mailedCode, at: now, in: tx) { permit, telling in
            telling.appName = try AppStore.find(proof.appID, in: tx)?.name
            // It is told to an address that is proved.
            if !proof.isContested { person = try PersonStore.prove(person.id, permit: permit, keys: environment.keys, in: tx) }
            telling.person = person
            try AppGrantStore.allow(proof.appID, by: person.id, basis: .mailedLink, permit: permit, at: now, in: tx)
            let details = ["app": proof.appID].merging(proof.isContested ? ["contested": "yes", "insteadOf": id] : [:]) { $1 }
            try AuditStore.append(.addressProved, actor: person.id, subject: person.id, details: details, at: now, in: tx)
        }
        let accounts = UnprovedAccounts(environment: environment)
        let blobs = try accounts.end(inFavourOf: person, toldOf: id, permit: .letter(), at: now, in: tx)
        // What was asked about templates is over, this letter too where it is one: none of those requests is allowed by a yes that comes later.
        try EmailProofStore.deleteRequests(about: proof.email, keys: environment.keys, in: tx)
        if proof.isContested {
            // The letter went with the account that it was about.
            proof.personID = person.id
            try EmailProofStore.insert(proof, keys: environment.keys, in: tx)
        }
        return blobs
    }

    /// The account of an owner who keeps nothing of what an app made of their address: no domain can count as theirs what was signed or saved before.
    private func beginAnew(in made: PersonRecord, at now: Timestamp, in tx: any WriteTransaction) throws -> PersonRecord {
        let name = String(made.email.text.prefix { $0 != "@" })
        var person = PersonRecord(email: made.email, profile: Profile(userName: name), language: made.language, createdAt: now)
        // Whom an administrator shut out is not let in by beginning anew.
        person.status = made.status
        try PersonStore.insert(person, keys: environment.keys, in: tx)
        try MailAccountStore.insert(person.id, in: tx)
        try AnewAccountStore.mark(person.id, in: tx)
        return person
    }

    /// The owner says no: an account that is still unproved is deleted, and the link is worth nothing any more.
    ///
    /// What was allowed about a template can be taken back until it was used; whose an account is cannot.
    func refuse(token: String) async throws {
        let blobs = try await environment.database.write { [environment] tx -> [BlobAddress] in
            let now = environment.time.now()
            let proof = try require(token: token, at: now, in: tx)
            guard proof.provedAt == nil || proof.personID == nil else {
                throw Problem.conflict(.alreadyProved, "You confirmed this already. Sign in to change or delete the account.")
            }
            try end(proof, in: tx)
            guard let personID = proof.personID, let person = try PersonStore.find(personID, keys: environment.keys, in: tx),
                !person.emailProved
            else { return [] }
            return try environment.people.erase(person.id, permit: .letter(), at: now, in: tx)
        }
        await environment.deleteBlobs(blobs)
    }

    /// A person takes back, on our own pages, what they allowed of an app's request, or refuses it.
    ///
    /// - Throws: a ``Problem``: `notFound` unless the letter is about their own address, or once it was used.
    func refuse(_ id: String, by caller: SessionCaller) async throws {
        try await environment.database.write { [environment] tx in
            try end(Self.request(id, to: caller.personID, at: environment.time.now(), keys: environment.keys, in: tx), in: tx)
        }
    }

    /// Ends a letter, and the samples that wait by what it allowed.
    private func end(_ proof: EmailProofRecord, in tx: any WriteTransaction) throws {
        try EmailProofStore.delete(proof.id, in: tx)
        let owner = EnrolmentOwner.app(appID: proof.appID, email: proof.email, .letter(proof.id))
        try EnrolmentStore.delete(owner, keys: environment.keys, in: tx)
    }

    /// What an app asks of a person for a signature that is good in it alone.
    func find(_ id: String, by caller: SessionCaller) async throws -> EmailProof {
        try await environment.database.read { [environment] tx in
            try wire(Self.request(id, to: caller.personID, at: environment.time.now(), keys: environment.keys, in: tx), in: tx)
        }
    }

    /// The app's request for a signature of a person's that is good in it alone.
    ///
    /// - Throws: a ``Problem``: `notFound` unless the letter is about their own address.
    static func request(_ id: String, to personID: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws
        -> EmailProofRecord
    {
        guard let proof = try EmailProofStore.find(id, at: now, keys: keys, in: tx), proof.personID == nil,
            try PersonLookup.find(proved: proof.email, keys: keys, in: tx) == personID
        else { throw Problem.notFound("request") }
        return proof
    }

    /// A person lets an app have, within 30 minutes, the signature that its request holds; it will be good in this app alone.
    ///
    /// - Throws: a ``Problem``: `notFound` unless the letter is about their own address; `consentRequired` after a withdrawal,
    ///   `approvalRequired`, `ownSessionRequired`.
    func approve(_ id: String, approval: String?, by caller: SessionCaller) async throws {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            var proof = try Self.request(id, to: caller.personID, at: now, keys: environment.keys, in: tx)
            guard try !ConsentStore.needsApproval(of: caller.personID, in: tx) else { throw Problem.consentRequired }
            let stepUp = StepUp(environment: environment)
            let (personID, basis) = (caller.personID, AppGrantRecord.Basis.mailedLink)
            try stepUp.perform(.allowAppSignature, by: caller, approval: approval, subject: id, at: now, in: tx) { permit, telling in
                telling.appName = try AppStore.find(proof.appID, in: tx)?.name
                try AppGrantStore.allow(proof.appID, by: personID, basis: basis, permit: permit, at: now, in: tx)
                try AuditStore.append(
                    .appAllowed,
                    actor: personID,
                    subject: proof.appID,
                    details: ["basis": basis.rawValue],
                    at: now,
                    in: tx
                )
                proof.confirmedBy = permit.used?.method
                proof.provedAt = proof.provedAt ?? now
                proof.expiresAt = now.adding(seconds: EmailProofRecord.replacementLifetime)
                try EmailProofStore.update(proof, in: tx)
            }
        }
    }

    /// The mailbox alone gives no app a signature of a person who has more factors.
    static let confirmHere = Problem.conflict(
        .confirmHere,
        "You have more than your mailbox here. Open the link on a device that you sign on, and confirm it there."
    )

    /// Whether the owner of the address has more than the mailbox to say yes with.
    private func mustConfirmHere(_ proof: EmailProofRecord, in tx: any ReadTransaction) throws -> Bool {
        guard proof.personID == nil, let personID = try PersonLookup.find(proved: proof.email, keys: environment.keys, in: tx) else {
            return false
        }
        return try AppReach.needsConfirmation(of: personID, in: tx)
    }

    private func link(to proof: EmailProofRecord) -> String {
        "\(environment.site.publicURL)/confirm?id=\(proof.id)"
    }

    private func send(_ proof: EmailProofRecord, letter: ProofLetter, language: Language, in tx: any WriteTransaction) throws {
        let token = try EmailProofStore.token(of: proof, keys: environment.keys, in: tx)
        let mailed = "\(environment.site.publicURL)/confirm?token=\(token)"
        let link = if case .templateOnDevice = letter { link(to: proof) } else { mailed }
        try environment.mailer.enqueue(letter.mail(to: proof.email, link: link, language: language), in: tx)
    }

    func require(token: String, at now: Timestamp, in tx: any ReadTransaction) throws -> EmailProofRecord {
        guard let proof = try EmailProofStore.find(token: token, at: now, keys: environment.keys, in: tx) else {
            throw Problem.notFound("link")
        }
        return try asItStands(proof, in: tx)
    }

    /// What a letter comes to now: one about a template for an address of which there is nothing but an account that this app made, not
    /// proved, asks whose that account is.
    ///
    /// Its request is of one party, the account of another, as far as can be told: it is contested, and allows neither of them.
    private func asItStands(_ proof: EmailProofRecord, in tx: any ReadTransaction) throws -> EmailProofRecord {
        guard proof.personID == nil, proof.provedAt == nil,
            let person = try PersonStore.find(proof.email, inApp: proof.appID, keys: environment.keys, in: tx), !person.emailProved
        else { return proof }
        var proof = proof
        (proof.personID, proof.isContested) = (person.id, true)
        return proof
    }

    /// What ends with a yes, besides the account that the letter is about.
    private func ending(_ proof: EmailProofRecord, in tx: any ReadTransaction) throws -> UnprovedAccounts.Ending {
        guard proof.provedAt == nil else { return UnprovedAccounts.Ending(apps: []) }
        return try UnprovedAccounts(environment: environment).ending(proof.email, besides: proof.personID, in: tx)
    }

    private func wire(_ proof: EmailProofRecord, in tx: any ReadTransaction) throws -> EmailProof {
        guard let app = try AppStore.find(proof.appID, in: tx) else { throw Problem.notFound("link") }
        let ending = try ending(proof, in: tx)
        let isAsked = proof.personID == nil && proof.provedAt == nil
        let now = environment.time.now()
        let others = try isAsked ? EmailProofStore.others(beside: proof, at: now, keys: environment.keys, in: tx) : []
        return EmailProof(
            email: proof.email.text,
            appName: app.name,
            isAppNameApproved: app.nameApproved,
            kind: proof.personID == nil ? .template : .account,
            userName: try proof.personID.flatMap { try PersonStore.find($0, keys: environment.keys, in: tx) }?.profile.userName,
            isProved: try proof.confirmedBy != nil || proof.provedAt != nil && !mustConfirmHere(proof, in: tx),
            confirmHere: try mustConfirmHere(proof, in: tx) ? proof.id : nil,
            isContested: proof.isContested,
            alsoEnds: ending.apps.map { EmailProof.App(name: $0.name, isNameApproved: $0.nameApproved) },
            ending: ending.digest,
            asked: others.isEmpty ? nil : proof.asked,
            others: others.map(\.asked),
            expiresAt: proof.expiresAt
        )
    }
}

extension EmailProofRecord {
    /// When it was asked, and on what.
    fileprivate var asked: EmailProof.Asked { EmailProof.Asked(at: createdAt, device: device) }
}
