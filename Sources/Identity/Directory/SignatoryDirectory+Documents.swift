public import ParaphStorage
public import ParaphWire
import Passkeys
import ServerKit

extension SignatoryDirectory {
    /// How long after it was drawn a signature may still be put on its document, in seconds.
    static let patience: Int64 = 900

    /// Remembers one request that was authorised, where it may be sent again.
    public struct Memory: Sendable {
        let remembers: @Sendable (any ReadTransaction) throws -> Bool
        let remember: @Sendable (any WriteTransaction) throws -> Void

        /// Makes a memory.
        ///
        /// - Parameters:
        ///   - remembers: Whether the same request was authorised before.
        ///   - remember: Runs in the transaction that keeps the passkey's counter.
        public init(
            remembers: @escaping @Sendable (any ReadTransaction) throws -> Bool,
            remember: @escaping @Sendable (any WriteTransaction) throws -> Void
        ) {
            (self.remembers, self.remember) = (remembers, remember)
        }
    }

    /// A person by id; `nil` once they are gone.
    public func person(_ id: String, in tx: any ReadTransaction) throws -> Person? {
        try PersonStore.find(id, keys: environment.keys, in: tx).map(Self.person)
    }

    /// The SHA-256 of the document that a signature was drawn for in the web app, in lower-case hexadecimal; `nil` for any other id.
    public func documentHash(ofSignature id: String, in tx: any ReadTransaction) throws -> String? {
        try DocumentSignatureStore.documentHash(of: id, in: tx)
    }

    /// A signature that was drawn in the web app for a document, and matched; with what its person told of where.
    func drawnHere(_ record: SignatureRecord, told: CaptureDetails?, in tx: any ReadTransaction) throws -> Signature? {
        guard record.isMatch, try DocumentSignatureStore.documentHash(of: record.id, in: tx) != nil else { return nil }
        // The one that drew, and the one that placed it where that is another.
        let places = [record.deviceID, try DocumentSignatureStore.placer(of: record.id, in: tx)].compactMap(\.self)
        let devices = try places.compactMap { try DeviceStore.find($0, of: record.personID, in: tx) }
        return Signature(
            personID: record.personID,
            appID: nil,
            similarity: record.similarity,
            isMatch: true,
            refusal: nil,
            at: record.at,
            clientTime: record.at.signToLogin,
            latitude: told?.location?.latitude,
            longitude: told?.location?.longitude,
            country: told?.country,
            countryCode: told?.countryCode,
            city: told?.city,
            address: nil,
            deviceVersion: devices.isEmpty ? nil : devices.map(\.name).joined(separator: " → "),
            osVersion: devices.count == 1 ? devices.first?.osVersion : nil,
            application: nil
        )
    }

    /// Throws unless the device that a signature was drawn on says, by its own key, that a digest is to be sealed with it.
    ///
    /// Where the one that drew named another by its key (``HandOverService``), that other says it, and no one else. Both must still be the
    /// person's.
    ///
    /// - Parameters:
    ///   - request: What the device says.
    ///   - personID: Whose device it is.
    ///   - memory: Lets the same request in again, though the passkey's counter went on with it.
    /// - Throws: a `Problem`: `unknownSignature` for one that this person did not give for this document, `signatureExpired` fifteen minutes
    ///   after it was drawn, `badAssertion`, `badPasskey`, `answerOvertaken` or `clockSkew`.
    public func authorize(_ request: SealRequest, personID: String, memory: Memory? = nil) async throws {
        let now = environment.time.now()
        let (device, passkey) = try await environment.database.read { [environment] tx in
            guard let record = try SignatureStore.find(request.signatureId, keys: environment.keys, in: tx), record.personID == personID,
                record.isMatch, try DocumentSignatureStore.documentHash(of: record.id, in: tx) == request.previousHash
            else { throw Problem.unknownSignature }
            let device = try Self.placer(of: record, in: tx)
            guard now < record.at.adding(seconds: Self.patience) else { throw Problem.signatureExpired }
            return (device, try device.passkeyID.flatMap { try PasskeyStore.find($0, of: personID, in: tx) })
        }
        let audience = environment.site.publicURL
        switch (request.assertion, request.passkey) {
        case (let assertion?, nil):
            let statement = try DeviceAssertion<SealClaims>(compact: assertion, type: "paraph-seal+jwt")
            guard device.passkeyID == nil, statement.deviceID == device.id, statement.isSigned(by: device.publicKey) else {
                throw Problem.badAssertion("The assertion is not signed by the device that may place the signature.")
            }
            try statement.claims.check(request, audience: audience, now: now)
        case (nil, let statement?):
            try statement.claims.check(request, audience: audience, now: now)
            try await advance(passkey, by: statement, memory, at: now)
        default:
            throw Problem.invalid("assertion", .missing, "or passkey must be there, and not both")
        }
    }

    /// Throws unless both the device that a signature was drawn on and the one that places it are the person's still.
    ///
    /// What a device said before it was removed is worth nothing once it is.
    public func requireDevices(ofSignature id: String, personID: String, in tx: any ReadTransaction) throws {
        guard let record = try SignatureStore.find(id, keys: environment.keys, in: tx), record.personID == personID else {
            throw Problem.unknownSignature
        }
        _ = try Self.placer(of: record, in: tx)
    }

    /// The device that may place a signature, where the one that drew it is there too.
    private static func placer(of record: SignatureRecord, in tx: any ReadTransaction) throws -> DeviceRecord {
        guard let drawerID = record.deviceID, try DeviceStore.find(drawerID, of: record.personID, in: tx) != nil,
            let device = try DeviceStore.find(
                DocumentSignatureStore.placer(of: record.id, in: tx) ?? drawerID,
                of: record.personID,
                in: tx
            )
        else { throw Problem.unknownSignature }
        return device
    }

    /// Judges a passkey's statement and keeps its counter.
    private func advance(_ passkey: PasskeyRecord?, by statement: PasskeyStatement<SealClaims>, _ memory: Memory?, at now: Timestamp)
        async throws
    {
        guard var passkey, passkey.credentialID == statement.credentialId.bytes else {
            throw Problem.badAssertion("The passkey is not the key of the device that may place the signature.")
        }
        let party = try PasskeyService(environment: environment).relyingParty()
        do throws(PasskeyError) {
            let assertion = try statement.check(passkey.credential, relyingParty: party)
            passkey.signCount = assertion.signCount
            passkey.isBackedUp = assertion.isBackedUp
            passkey.lastUsedAt = now
        } catch {
            // The same words as before, such as those of a request whose answer was lost.
            if error.code == .counter, let memory, try await environment.database.read({ try memory.remembers($0) }) { return }
            if error.code == .counter { try await noteCopy(of: passkey, at: now) }
            throw Problem.badPasskey(error)
        }
        let advanced = passkey
        let isAdvanced = try await environment.database.write { tx in
            guard try PasskeyStore.advance(advanced, in: tx) else { return try memory?.remembers(tx) ?? false }
            try memory?.remember(tx)
            return true
        }
        guard isAdvanced else { throw Problem.answerOvertaken }
    }

    private func noteCopy(of passkey: PasskeyRecord, at now: Timestamp) async throws {
        try await environment.database.write { [environment] tx in
            guard let person = try PersonStore.find(passkey.personID, keys: environment.keys, in: tx) else { return }
            try PasskeyService(environment: environment).noteCopy(of: passkey, person, at: now, in: tx)
        }
    }
}

extension Problem {
    static let unknownSignature = Problem.conflict(
        .unknownSignature,
        "This is no signature that you gave for this document on a device that you still have; sign again."
    )

    static let signatureExpired = Problem.conflict(
        .signatureExpired,
        "The signature was drawn more than fifteen minutes ago; sign again."
    )
}

extension Timestamp {
    /// The moment as Sign To Login writes it, in UTC: `DD.MM.YYYY HH:MM:SS`.
    var signToLogin: String {
        let parts = text.split(whereSeparator: { "-T:.Z".contains($0) }).map(String.init)
        guard parts.count >= 6 else { return text }
        return "\(parts[2]).\(parts[1]).\(parts[0]) \(parts[3]):\(parts[4]):\(parts[5])"
    }
}
