import ParaphStorage
public import ParaphTrust
public import ParaphWire
import ServerKit
public import X509

/// A certificate that the authority issued, as administrators see it.
public struct CertificateRecord: Codable, Hashable, Sendable {
    /// In lower-case hexadecimal.
    public var serial: String
    /// The number of the root that issued it.
    public var root: Int
    /// `seal`, `timestamps` or `person`.
    public var purpose: String
    /// The person's id; `nil` for the instance's own.
    public var personId: String?
    public var createdAt: Timestamp
    public var notAfter: Timestamp
    /// Since when another one is used; `nil` while it is in use.
    public var replacedAt: Timestamp?
    public var revokedAt: Timestamp?
    /// Why it was revoked, such as `keyCompromise`.
    public var reason: String?

    init(_ entry: AuthorityStore.Entry) {
        serial = entry.serial
        root = entry.root
        purpose = entry.purpose
        personId = entry.holder == CertificateUse.instance ? nil : entry.holder
        createdAt = entry.createdAt
        notAfter = entry.notAfter
        replacedAt = entry.replacedAt
        revokedAt = entry.revokedAt
        reason = entry.reason.map { "\($0)" }
    }
}

/// Why the authority does not do what it was asked for.
public enum AuthorityRefusal: Error, Hashable, Sendable {
    /// The person's certificate was revoked; an administrator has to issue another.
    case revoked
    /// There is no certificate of this serial number.
    case unknownSerial
    /// The certificate was revoked before.
    case revokedBefore
}

extension Authority {
    /// How many certificates are listed at most.
    private static let listLimit = 1000

    /// A person's own key and certificate, made when it is first needed and renewed in time.
    ///
    /// What the person did not allow on their own device must not be signed with it.
    /// - Parameters:
    ///   - personID: The person, who has a key in the key ring.
    ///   - name: The person's name, which the certificate says; where it changed, the certificate is replaced.
    /// - Returns: The key, its certificate and the root's.
    /// - Throws: ``AuthorityRefusal/revoked``; `StorageError`, `TrustError`.
    public func signer(_ personID: String, name: String) async throws -> SigningIdentity {
        try await identity(for: .person(personID), named: name)
    }

    /// A person's certificates that were revoked and have not ended, the last one first, each with the root's; ten at most.
    func revokedSigners(_ personID: String) async throws -> [[Certificate]] {
        let now = time.now()
        return try await database.read { [store] tx in
            let roots = try store.rootCertificates(in: tx)
            return try store.revoked(.person(personID), at: now, limit: 10, in: tx).map { number, certificate in
                [certificate] + roots.filter { $0.number == number }.map(\.certificate)
            }
        }
    }

    /// Gives a person a new key and certificate, also where the last one was revoked; the old key is destroyed.
    ///
    /// - Returns: The certificate.
    /// - Throws: `StorageError`, `TrustError`.
    public func issue(to personID: String, name: String) async throws -> Certificate {
        let now = time.now()
        return try await database.write { tx in
            try renew(.person(personID), named: name, by: "administrator", at: now, in: tx).0.certificate
        }
    }

    /// The certificates, the newest first, a thousand at most: of a person, or all.
    public func certificates(of personID: String? = nil) async throws -> [CertificateRecord] {
        try await database.read { [store] tx in
            try store.entries(of: personID, limit: Self.listLimit, in: tx).map(CertificateRecord.init)
        }
    }

    /// Revokes a certificate and destroys its key, for good.
    ///
    /// - Parameters:
    ///   - serial: The serial number in hexadecimal; colons between and capitals do not matter.
    ///   - reason: Why.
    /// - Returns: The certificate.
    /// - Throws: ``AuthorityRefusal``, `StorageError`.
    public func revoke(_ serial: String, reason: RevocationReason) async throws -> CertificateRecord {
        let number = serial.lowercased().filter { $0 != ":" }
        let now = time.now()
        return try await database.write { [store] tx in
            guard try store.entry(serial: number, in: tx) != nil else { throw AuthorityRefusal.unknownSerial }
            guard try store.revoke(number, reason: reason, at: now, in: tx), let entry = try store.entry(serial: number, in: tx) else {
                throw AuthorityRefusal.revokedBefore
            }
            let details = ["reason": "\(reason)", "holder": entry.holder]
            try AuditStore.append(.certificateRevoked, actor: "administrator", subject: number, details: details, at: now, in: tx)
            return CertificateRecord(entry)
        }
    }
}
