import ParaphStorage
import ParaphWire
import ServerKit

/// Asks the owners of addresses whether what apps did with them was their doing.
struct EmailProofService: Sendable {
    let environment: IdentityEnvironment

    /// Mails the link of a letter about a new account, in the transaction that makes the account.
    func mail(account person: PersonRecord, app: AppRecord, in tx: any WriteTransaction) throws {
        let now = environment.time.now()
        guard try AppBudget(app: app).takeLetter(to: person.email, at: now, keys: environment.keys, in: tx) else { return }
        let proof = EmailProofRecord(email: person.email, appID: app.id, personID: person.id, createdAt: now)
        try send(proof, letter: .account(app), language: person.language, in: tx)
    }

    /// Mails the link of a letter about a template for an address that has an account; a letter that is on its way already does.
    ///
    /// - Returns: where the person can confirm.
    func requestReplacement(of email: EmailAddress, app: AppRecord, language: Language) async throws -> String {
        try await environment.database.write { tx in
            let now = environment.time.now()
            if let proof = try EmailProofStore.replacement(of: email, inApp: app.id, at: now, keys: environment.keys, in: tx) {
                return link(to: proof)
            }
            let proof = EmailProofRecord(email: email, appID: app.id, personID: nil, createdAt: now)
            if try AppBudget(app: app).takeLetter(to: email, at: now, keys: environment.keys, in: tx) {
                try send(proof, letter: .template(app), language: language, in: tx)
            } else {
                // No more letters today; on a device of theirs the person sees it all the same.
                try EmailProofStore.insert(proof, token: Secret.random(), keys: environment.keys, in: tx)
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

    /// The owner says yes; saying it twice changes nothing.
    ///
    /// A new account becomes theirs, and accounts that other apps made of the address are deleted. A template may be given within 30 minutes.
    func prove(token: String) async throws -> EmailProof {
        let (answer, blobs) = try await environment.database.write { [environment] tx -> (EmailProof, [BlobAddress]) in
            let now = environment.time.now()
            var proof = try require(token: token, at: now, in: tx)
            var blobs: [BlobAddress] = []
            if proof.provedAt == nil {
                proof.provedAt = now
                if let personID = proof.personID {
                    guard var person = try PersonStore.find(personID, keys: environment.keys, in: tx) else {
                        throw Problem.notFound("link")
                    }
                    person.emailProved = true
                    person.ownerAppID = nil
                    try PersonStore.update(person, keys: environment.keys, in: tx)
                    try AppGrantStore.allow(proof.appID, by: person.id, basis: .mailedLink, at: now, in: tx)
                    blobs = try PersonStore.deleteUnproved(
                        proof.email,
                        at: now,
                        keys: environment.keys,
                        belongings: environment.belongings,
                        in: tx
                    )
                } else {
                    if let person = try PersonStore.find(proved: proof.email, keys: environment.keys, in: tx) {
                        try AppGrantService.allow(proof.appID, by: person.id, basis: .mailedLink, at: now, in: tx)
                    }
                    proof.expiresAt = now.adding(seconds: EmailProofRecord.replacementLifetime)
                }
                try EmailProofStore.update(proof, in: tx)
            }
            return (try wire(proof, in: tx), blobs)
        }
        await environment.deleteBlobs(blobs)
        return answer
    }

    /// The owner says no: an account that is still unproved is deleted, and the link is worth nothing any more.
    func refuse(token: String) async throws {
        let blobs = try await environment.database.write { [environment] tx -> [BlobAddress] in
            let now = environment.time.now()
            let proof = try require(token: token, at: now, in: tx)
            guard proof.provedAt == nil else {
                throw Problem.conflict("alreadyProved", "You confirmed this already. Sign in to change or delete the account.")
            }
            try EmailProofStore.delete(proof.id, in: tx)
            guard let personID = proof.personID, let person = try PersonStore.find(personID, keys: environment.keys, in: tx),
                !person.emailProved
            else { return [] }
            return try PersonStore.delete(person.id, at: now, keys: environment.keys, belongings: environment.belongings, in: tx)
        }
        await environment.deleteBlobs(blobs)
    }

    /// A person on a known device lets an app give them a new signature within 30 minutes, which will be good everywhere.
    ///
    /// - Throws: a ``Problem``: `notFound` unless the letter is about their own address, `approvalRequired`.
    func approve(_ id: String, approval: String?, by caller: SessionCaller) async throws {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard var proof = try EmailProofStore.find(id, at: now, keys: environment.keys, in: tx), proof.personID == nil,
                try PersonStore.find(proved: proof.email, keys: environment.keys, in: tx)?.id == caller.personID
            else { throw Problem.notFound("request") }
            let (stepUp, person) = (
                StepUp(environment: environment), try PersonService.find(caller.personID, keys: environment.keys, in: tx)
            )
            try stepUp.require(.allowAppSignature, by: caller, approval: approval, at: now, in: tx)
            try AppGrantStore.allow(proof.appID, by: person.id, basis: .device, at: now, in: tx)
            try AuditStore.append(.appAllowed, actor: person.id, subject: proof.appID, details: ["basis": "device"], at: now, in: tx)
            try stepUp.tell(.allowAppSignature, person, appName: AppStore.find(proof.appID, in: tx)?.name, at: now, in: tx)
            proof.approved = true
            proof.provedAt = proof.provedAt ?? now
            proof.expiresAt = now.adding(seconds: EmailProofRecord.replacementLifetime)
            try EmailProofStore.update(proof, in: tx)
        }
    }

    private func link(to proof: EmailProofRecord) -> String {
        "\(environment.site.publicURL)/confirm?id=\(proof.id)"
    }

    private func send(_ proof: EmailProofRecord, letter: ProofLetter, language: Language, in tx: any WriteTransaction) throws {
        let token = Secret.random()
        try EmailProofStore.insert(proof, token: token, keys: environment.keys, in: tx)
        let link = "\(environment.site.publicURL)/confirm?token=\(token.text)"
        try environment.mailer.enqueue(letter.mail(to: proof.email, link: link, language: language), in: tx)
    }

    private func require(token: String, at now: Timestamp, in tx: any ReadTransaction) throws -> EmailProofRecord {
        guard let proof = try EmailProofStore.find(token: token, at: now, keys: environment.keys, in: tx) else {
            throw Problem.notFound("link")
        }
        return proof
    }

    private func wire(_ proof: EmailProofRecord, in tx: any ReadTransaction) throws -> EmailProof {
        guard let app = try AppStore.find(proof.appID, in: tx) else { throw Problem.notFound("link") }
        return EmailProof(
            email: proof.email.text,
            appName: app.name,
            appNameApproved: app.nameApproved,
            kind: proof.personID == nil ? .template : .account,
            userName: try proof.personID.flatMap { try PersonStore.find($0, keys: environment.keys, in: tx) }?.profile.userName,
            proved: proof.provedAt != nil,
            expiresAt: proof.expiresAt
        )
    }
}
