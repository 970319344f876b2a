import Foundation
public import ParaphStorage
public import ParaphTrust
import ParaphWire
public import ServerKit
import X509

/// The instance's own certification authority, and the keys that it certifies: the organisation's seal, and those for timestamps and people.
///
/// Everything is made when it is first needed, and renewed in time: keys on P-256, sealed by the key ring. A certificate is replaced by one
/// with a new key before it ends, when the root, the organisation's name or the public address changes, and when an administrator says so.
public struct Authority: Sendable {
    let database: any Database
    let store: AuthorityStore
    let time: any TimeSource
    let settings: AuthoritySettings
    let lists = RevocationLists(life: Fresh.list)

    /// How long roots last, and how long before their end they are not used any more, in seconds.
    private enum Lifetime {
        static let root: Int64 = 20 * 365 * 86_400
        /// Nothing outlives the root that it was issued by.
        static let rootReserve = CertificateUse.timestamps.life
        /// Others' clocks may be slow.
        static let backdating: Int64 = 3600
    }

    /// Makes an authority of an instance's parts.
    public init(database: any Database, keys: KeyRing, time: any TimeSource, settings: AuthoritySettings = AuthoritySettings()) {
        self.database = database
        store = AuthorityStore(keys: keys)
        self.time = time
        self.settings = settings
    }

    /// The organisation's seal: a key that is in memory while it is used, its certificate, and the root's.
    ///
    /// - Throws: `StorageError`, `TrustError`.
    public func seal() async throws -> SigningIdentity {
        try await identity(for: .seal, named: nil)
    }

    /// Seals a document that lies elsewhere, by its digest alone: the signature of a PAdES document (EN 319 142-1, level B-T).
    ///
    /// The instance's own timestamp lets the seal count for longer than its certificate.
    /// - Parameter digest: the SHA-256 of what the document's `/ByteRange` covers.
    /// - Returns: the DER of the CMS message for `/Contents`, at most ``sealSize()`` bytes.
    /// - Throws: `TrustError` of code `unsupported` where the digest is no SHA-256; `StorageError`.
    public func seal(digest: [UInt8]) async throws -> [UInt8] {
        let signed = try await SignedData.sign(digest: digest, algorithm: .sha256, by: try await seal())
        guard let signer = signed.signers.first else { return signed.der }
        let imprint = DigestAlgorithm.sha256.digest(of: signer.signature)
        let token = try await AuthorityTimestamps(authority: self).timestamp(digest: imprint, algorithm: .sha256)
        return try signed.adding(signatureTimestamp: token).der
    }

    /// How many bytes a seal takes at most, for the room that is left for it.
    public func sealSize() async throws -> Int {
        try SignedData.sizeLimit(by: try await seal(), timestamp: 8_192)
    }

    /// Answers a request for a timestamp (RFC 3161); what cannot be read is answered too.
    func answer(timestamp request: [UInt8]) async throws -> [UInt8] {
        let issuer = try TimestampIssuer(try await identity(for: .timestamps, named: nil))
        return await issuer.answer(request, at: time.now().date)
    }

    /// The key and certificate for a use, made or renewed where that is due.
    func identity(for use: CertificateUse, named name: String?) async throws -> SigningIdentity {
        let now = time.now()
        let found = try await database.read { tx in try usable(use, named: name, at: now, in: tx) }
        let (issued, root) =
            if let found { found } else { try await database.write { tx in try ensure(use, named: name, at: now, in: tx) } }
        return try SigningIdentity(certificate: issued.certificate, chain: [root.certificate], key: issued.key)
    }

    /// What is in use, unless it is to be replaced.
    private func usable(_ use: CertificateUse, named name: String?, at now: Timestamp, in tx: any ReadTransaction) throws
        -> (IssuedCertificate, RootCertificate)?
    {
        guard let root = try store.newestRootCertificate(in: tx), isUsable(root.certificate, at: now),
            let issued = try store.inUse(use, in: tx), issued.root == root.number
        else { return nil }
        let certificate = issued.certificate
        guard certificate.end > now.adding(seconds: use.reserve).milliseconds,
            certificate.subject == (try subject(of: use, named: name, like: certificate).distinguished()),
            settings.publicURL == nil || certificate.listAddresses.first == addresses(of: root.number, like: nil)?.list
        else { return nil }
        return (issued, root)
    }

    /// Whether a root's certificate lasts as long as what is issued by it.
    private func isUsable(_ root: Certificate, at now: Timestamp) -> Bool {
        root.end > now.adding(seconds: Lifetime.rootReserve).milliseconds
    }

    private func ensure(_ use: CertificateUse, named name: String?, at now: Timestamp, in tx: any WriteTransaction) throws
        -> (IssuedCertificate, RootCertificate)
    {
        // Another node may have made it meanwhile.
        if let found = try usable(use, named: name, at: now, in: tx) { return found }
        // Only an administrator gives a person another certificate whose last one was revoked.
        if case .person = use, try store.isRevoked(use, in: tx) { throw AuthorityRefusal.revoked }
        return try renew(use, named: name, by: "system", at: now, in: tx)
    }

    /// Makes a root where none can be used.
    func ensureRoot(by actor: String, at now: Timestamp, in tx: any WriteTransaction) throws -> AuthorityRoot {
        if let root = try store.newestRoot(in: tx), isUsable(root.issuer.certificate, at: now) { return root }
        return try makeRoot(by: actor, at: now, in: tx)
    }

    /// Makes the next root, from which on everything is issued.
    func makeRoot(by actor: String, at now: Timestamp, in tx: any WriteTransaction) throws -> AuthorityRoot {
        let last = try store.newestRoot(in: tx)
        let number = (last?.number ?? 0) + 1
        let organisation = settings.organisation ?? last?.issuer.certificate.organisation ?? settings.host
        // No two roots have the same name: lists of revoked certificates go by it.
        let name = CertificateName(commonName: "Paraph root \(number) \(Identifier.random().prefix(8))", organisation: organisation)
        let issuer = try CertificateIssuer.root(name, key: .p256(), validity: validity(Lifetime.root, from: now))
        let root = AuthorityRoot(number: number, issuer: issuer, createdAt: now)
        try store.insert(root, in: tx)
        let details = ["fingerprint": try issuer.certificate.fingerprint()]
        try AuditStore.append(.authorityRootMade, actor: actor, subject: "\(number)", details: details, at: now, in: tx)
        return root
    }

    /// Puts a certificate with a new key into use.
    func renew(_ use: CertificateUse, named name: String?, by actor: String, at now: Timestamp, in tx: any WriteTransaction) throws
        -> (IssuedCertificate, RootCertificate)
    {
        let root = try ensureRoot(by: actor, at: now, in: tx)
        let last = try store.certificateInUse(use, in: tx)?.certificate ?? store.certificateInUse(.seal, in: tx)?.certificate
        let key = MemoryKey.p256()
        let certificate = try root.issuer.issue(
            to: subject(of: use, named: name, like: last ?? root.issuer.certificate),
            key: key.publicKey,
            for: use.profile,
            validity: validity(use.life, from: now),
            addresses: addresses(of: root.number, like: last)
        )
        let issued = IssuedCertificate(use: use, root: root.number, certificate: certificate, key: key, createdAt: now)
        try store.replace(with: issued, at: now, in: tx)
        try AuditStore.append(
            .certificateIssued,
            actor: actor,
            subject: certificate.serialText,
            details: ["purpose": use.purpose, "holder": use.holder],
            at: now,
            in: tx
        )
        return (issued, RootCertificate(root))
    }

    /// Whom a certificate is to name; the organisation of an earlier one stays where the settings name none.
    private func subject(of use: CertificateUse, named name: String?, like earlier: Certificate) -> CertificateName {
        let organisation = settings.organisation ?? earlier.organisation ?? settings.host
        return switch use {
        case .seal: CertificateName(commonName: organisation, organisation: organisation)
        case .timestamps: CertificateName(commonName: "\(organisation): timestamps", organisation: organisation)
        case .person(let id): CertificateName(commonName: name ?? id, organisation: organisation, serialNumber: id)
        }
    }

    /// Where the root tells what was revoked.
    private func addresses(of root: Int, like earlier: Certificate?) -> AuthorityAddresses? {
        let earlierURL = earlier?.listAddresses.first.flatMap { address in
            address.firstRange(of: AuthorityPaths.root).map { String(address[..<$0.lowerBound]) }
        }
        guard let base = settings.publicURL ?? earlierURL else { return nil }
        return AuthorityAddresses(
            list: base + AuthorityPaths.list(root),
            ocsp: base + AuthorityPaths.ocsp,
            issuer: base + AuthorityPaths.certificate(root)
        )
    }

    private func validity(_ life: Int64, from now: Timestamp) -> Range<Date> {
        now.adding(seconds: -Lifetime.backdating).date..<now.adding(seconds: life).date
    }
}
