import ParaphStorage
import ParaphWire
import ServerKit

/// An account that began anew by a contested yes: where its owner gives their signature.
extension EmailProofService {
    /// Where the owner of an account that began anew gives their signature, of which one letter tells them; `nil` for any other address.
    func enrolHere(_ email: EmailAddress, _ asked: ProofLetter.Asked, in tx: any WriteTransaction) throws -> String? {
        guard let person = try PersonStore.find(proved: email, keys: environment.keys, in: tx),
            try AnewAccountStore.contains(person.id, in: tx)
        else { return nil }
        let hasDevice = try !DeviceStore.list(of: person.id, in: tx).isEmpty
        let link = "\(environment.site.publicURL)\(hasDevice ? "/enrol" : "/register")"
        if person.status == .active, try AnewAccountStore.takeLetter(person.id, in: tx) {
            let letter = ProofLetter.signatureHere(asked)
            try environment.mailer.enqueue(letter.mail(to: email, link: link, language: person.language), in: tx)
        }
        return link
    }

    /// Brings an account that began anew its first device, in the browser that said yes: its session may take the signature without an approval.
    ///
    /// Once, within 30 minutes of the yes, and while nothing but the mailbox was ever shown for the account; later a code to the mailbox does, as for
    /// any account with nothing else.
    func begin(token: String, _ asked: DeviceSessionRequest) async throws -> SessionGrant {
        try asked.device.check(subject: token)
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let proof = try require(token: token, at: now, in: tx)
            guard proof.isContested, let provedAt = proof.provedAt, now < provedAt.adding(seconds: EmailProofRecord.replacementLifetime),
                let person = try proof.personID.flatMap({ try PersonStore.find($0, keys: environment.keys, in: tx) }),
                try AnewAccountStore.contains(person.id, in: tx), try MailAccountStore.takesFirstDevice(person, in: tx)
            else { throw Problem.conflict(.requestOver, "This link opens no session, or no more. Register with this address instead.") }
            let stepUp = StepUp(environment: environment)
            return try stepUp.accept(.firstDevice, of: person.id, shown: .mailedCode, at: now, in: tx) { permit, telling in
                let wanted = DeviceRecord(asked.device, personID: person.id, addedBy: .registration, at: now)
                let device = try DeviceStore.insert(wanted, permit: permit, in: tx)
                telling.name = device.name
                return try SessionStore.grant(
                    to: person.id,
                    deviceID: device.id,
                    enrolmentEndsAt: now.adding(seconds: StepUp.enrolmentWindow),
                    permit: permit,
                    settings: environment.settings,
                    at: now,
                    in: tx
                )
            }
        }
    }
}
