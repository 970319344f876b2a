import Foundation
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import X509

/// Signs by people's keys what programs have no more than digests of, once the person's device authorised each digest.
struct CSCService: Sendable {
    let environment: DocumentsEnvironment

    /// How many digests one authorisation is for at most.
    static let mostDigests = 100
    /// How long an authorisation is good after the person gave it, in seconds.
    static let lifetime: Int64 = 300

    /// The one key of the person for whom a program acts; `nil` where an administrator revoked it, or the person is gone.
    private func identity(of principal: Principal) async throws -> SigningIdentity? {
        let person = try await environment.database.read { [environment] tx in
            try environment.signatories.person(principal.personID, in: tx)
        }
        guard let person, person.isActive else { return nil }
        do {
            return try await environment.authority.signer(person.id, name: person.name)
        } catch AuthorityRefusal.revoked {
            return nil
        }
    }

    /// The key with an id, if it signs.
    private func identity(_ credential: String, of principal: Principal) async throws -> SigningIdentity {
        guard let identity = try await identity(of: principal), identity.certificate.serialText == credential else {
            throw OAuthError.invalid("credentialID")
        }
        return identity
    }

    /// A person's key as programs are told of it.
    private struct Key {
        /// Its certificate and the root's.
        let chain: [Certificate]
        let isRevoked: Bool

        var id: String { chain.first?.serialText ?? "" }
    }

    /// The keys of the person for whom a program acts: the one that signs, and those that were revoked.
    private func keys(of principal: Principal) async throws -> [Key] {
        let person = try await environment.database.read { [environment] tx in
            try environment.signatories.person(principal.personID, in: tx)
        }
        guard let person, person.isActive else { return [] }
        let used = try await identity(of: principal).map { Key(chain: [$0.certificate] + $0.chain, isRevoked: false) }
        let revoked = try await environment.authority.revokedSigners(person.id).map { Key(chain: $0, isRevoked: true) }
        // One that is revoked right now is read as both.
        return [used].compactMap(\.self).filter { used in !revoked.contains { $0.id == used.id } } + revoked
    }

    func list(_ parameters: CSCParameters, _ principal: Principal) async throws -> CSCCredentialList {
        guard !parameters.has("userID") else { throw OAuthError.request("userID parameter MUST be null") }
        let wantsInfo = try parameters.flag("credentialInfo")
        let onlyValid = try parameters.flag("onlyValid")
        let keys = try await keys(of: principal).filter { !onlyValid || !$0.isRevoked }
        return CSCCredentialList(
            credentialIDs: keys.map(\.id),
            credentialInfos: wantsInfo ? try keys.map { try credential($0, parameters, named: true) } : nil,
            onlyValid: onlyValid ? true : nil
        )
    }

    func info(_ parameters: CSCParameters, _ principal: Principal) async throws -> CSCCredential {
        let id = try parameters.requiredText("credentialID")
        guard let key = try await keys(of: principal).first(where: { $0.id == id }) else { throw OAuthError.invalid("credentialID") }
        return try credential(key, parameters, named: false)
    }

    private func credential(_ key: Key, _ parameters: CSCParameters, named: Bool) throws -> CSCCredential {
        guard let leaf = key.chain.first else { throw OAuthError.invalid("credentialID") }
        let certificates: [Certificate]? =
            switch try parameters.text("certificates") ?? "single" {
            case "none": nil
            case "single": [leaf]
            case "chain": key.chain
            default: throw OAuthError.invalid("certificates")
            }
        var certificate = CSCCredential.Certificate()
        if key.isRevoked { certificate.status = "revoked" }
        certificate.certificates = try certificates?.map { Data(try $0.der()).base64EncodedString() }
        if try parameters.flag("certInfo") {
            certificate.issuerDN = "\(leaf.issuer)"
            certificate.subjectDN = "\(leaf.subject)"
            certificate.serialNumber = leaf.serialText.uppercased()
            certificate.validFrom = Self.generalizedTime(leaf.notValidBefore)
            certificate.validTo = Self.generalizedTime(leaf.notValidAfter)
        }
        return CSCCredential(
            credentialID: named ? key.id : nil,
            key: CSCCredential.Key(status: key.isRevoked ? "disabled" : "enabled"),
            cert: certificate,
            multisign: Self.mostDigests
        )
    }

    /// Asks the person; what they say is learnt by ``check(_:_:)``.
    func authorize(_ parameters: CSCParameters, _ principal: Principal) async throws -> CSCAuthorization {
        let credential = try parameters.requiredText("credentialID")
        let count = try parameters.integer("numSignatures")
        guard count >= 1 else { throw OAuthError.request("Invalid value for parameter numSignatures") }
        guard count <= Self.mostDigests else { throw OAuthError.request("Numbers of signatures is too high") }
        let digests = try parameters.digests(limit: Self.mostDigests)
        // Nothing but what the person's device authorises is ever signed, so every digest is there from the beginning.
        guard digests.count == count else { throw OAuthError.request("Invalid value for parameter numSignatures") }
        try parameters.checkHashAlgorithm()
        let description = try parameters.text("description")
        _ = try await identity(credential, of: principal)
        let question = SigningQuestion(description: description, digests: digests, credential: credential)
        return .pending(handle: try await environment.requests.ask(question, as: principal))
    }

    /// Tells how an authorisation stands.
    ///
    /// Asked again it gives another secret, and the one before is worth nothing any more.
    func check(_ parameters: CSCParameters, _ principal: Principal) async throws -> CSCAuthorization {
        let handle = try parameters.requiredText("handle")
        guard handle.utf8.count <= 200, !handle.utf8.contains(0), let client = principal.program else { throw OAuthError.invalid("handle") }
        // Programs ask many times: who only waits writes nothing.
        let outcome = try await environment.database.read { [requests = environment.requests] tx in
            try requests.outcome(of: handle, for: principal, in: tx)
        }
        if case .pending? = outcome { return .pending(handle: handle) }
        let secret = Secret.random()
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            switch try environment.requests.outcome(of: handle, for: principal, in: tx) {
            case nil: throw OAuthError.invalid("handle")
            case .pending: return .pending(handle: handle)
            case .declined: throw OAuthError.denied("The person declined")
            case .denied: throw OAuthError.denied("The signatures that were drawn are not the person's")
            case .expired: throw OAuthError.denied("The person did not answer in time")
            case .approved(let question, let signatureID, let at):
                let activation = ActivationStore.Record(
                    requestID: handle,
                    personID: principal.personID,
                    client: client,
                    credential: question.credential,
                    expiresAt: at.adding(seconds: Self.lifetime)
                )
                guard now < activation.expiresAt else { throw OAuthError.request("SAD expired") }
                if try ActivationStore.keep(activation, digests: question.digests, secret: secret.hash, in: tx) {
                    let details = ["client": client, "credential": question.credential, "signature": signatureID]
                    try AuditStore.append(.signingActivated, actor: principal.personID, subject: handle, details: details, at: now, in: tx)
                }
                let left = (activation.expiresAt.milliseconds - now.milliseconds) / 1000
                return .granted(activation: secret.text, expiresIn: Int(left))
            }
        }
    }

    /// Signs digests that were authorised, each once; who asks again, as after an answer that was lost, gets the same signatures.
    func sign(_ parameters: CSCParameters, _ principal: Principal) async throws -> [String: [String]] {
        let credential = try parameters.requiredText("credentialID")
        let secret = SecretHash(of: try parameters.requiredText("SAD"))
        let digests = try parameters.digests(limit: Self.mostDigests)
        guard try parameters.requiredText("signAlgo") == CSCAlgorithm.ecdsaWithSHA256 else { throw OAuthError.invalid("signAlgo") }
        try parameters.checkHashAlgorithm()
        guard try parameters.text("operationMode") ?? "S" == "S" else { throw OAuthError.invalid("operationMode") }
        let identity = try await identity(credential, of: principal)
        _ = try await environment.database.read { tx in try find(secret, credential, digests, for: principal, in: tx) }
        let made = try digests.map { try identity.signature(sha256: $0) }
        // None of them leaves before all are noted: where another client had the same digest signed meanwhile, theirs is the one.
        let signatures = try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let activation = try find(secret, credential, digests, for: principal, in: tx)
            try checkStanding(activation, for: principal, in: tx)
            return try zip(digests, made).map { digest, signature in
                if let kept = try ActivationStore.signature(of: digest, for: activation.requestID, in: tx) { return kept }
                try ActivationStore.keep(signature, of: digest, for: activation.requestID, at: now, in: tx)
                let details = ["client": activation.client, "request": activation.requestID, "digest": Base64URL(digest).text]
                try AuditStore.append(.digestSigned, actor: principal.personID, subject: credential, details: details, at: now, in: tx)
                return signature
            }
        }
        return ["signatures": signatures.map { Data($0).base64EncodedString() }]
    }

    /// The authorisation of a secret, if it is this program's, in time, for this key, and covers the digests.
    private func find(
        _ secret: SecretHash,
        _ credential: String,
        _ digests: [[UInt8]],
        for principal: Principal,
        in tx: any ReadTransaction
    ) throws -> ActivationStore.Record {
        guard let activation = try ActivationStore.find(secret: secret, in: tx), activation.personID == principal.personID,
            activation.client == principal.program, activation.credential == credential
        else { throw OAuthError.invalid("SAD") }
        guard environment.time.now() < activation.expiresAt else { throw OAuthError.request("SAD expired") }
        for digest in digests where try !ActivationStore.covers(digest, for: activation.requestID, in: tx) {
            throw OAuthError.request("Hash is not authorized by the SAD")
        }
        return activation
    }

    /// Refuses what the person, or an administrator, took back after the key was read: the outcome is `approved` only while the device, the consent and
    /// what the program was allowed are there.
    private func checkStanding(_ activation: ActivationStore.Record, for principal: Principal, in tx: any ReadTransaction) throws {
        guard case .approved? = try environment.requests.outcome(of: activation.requestID, for: principal, in: tx) else {
            throw OAuthError.denied("The person took the authorisation back")
        }
        guard try environment.signatories.person(activation.personID, in: tx)?.isActive == true,
            let entry = try environment.authority.store.entry(serial: activation.credential, in: tx), entry.revokedAt == nil
        else { throw OAuthError.invalid("credentialID") }
    }

    /// A moment as `YYYYMMDDHHmmssZ`, in UTC.
    private static func generalizedTime(_ date: Date) -> String {
        let text = Timestamp(milliseconds: Int64(date.timeIntervalSince1970) * 1000).text
        return String(text.filter(\.isNumber).prefix(14)) + "Z"
    }
}
