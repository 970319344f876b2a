import ParaphStorage
import ParaphTrust
public import ParaphWire
import ServerKit
import X509

/// What the authority has, as administrators see it.
public struct AuthorityOverview: Codable, Hashable, Sendable {
    /// A root: a certificate that those who check signatures have to trust.
    public struct Root: Codable, Hashable, Sendable {
        /// Which one it is; the highest issues.
        public var number: Int
        public var subject: String
        /// SHA-256 of the certificate, in lower-case hexadecimal.
        public var fingerprint: String
        public var notAfter: Timestamp
    }

    /// A certificate in use by the instance itself.
    public struct Issued: Codable, Hashable, Sendable {
        /// In lower-case hexadecimal.
        public var serial: String
        /// The number of the root that issued it.
        public var root: Int
        public var subject: String
        public var fingerprint: String
        public var notAfter: Timestamp
        /// Where it says that revoked certificates are listed; `nil` where it says nothing.
        public var revocationList: String?
    }

    /// The roots, the newest first; empty before anything was needed.
    public var roots: [Root]
    /// The organisation's seal.
    public var seal: Issued?
    /// The timestamp service.
    public var timestamps: Issued?
}

extension Authority {
    /// What is there; nothing is made.
    public func overview() async throws -> AuthorityOverview {
        try await database.read { [store] tx in
            AuthorityOverview(
                roots: try store.rootCertificates(in: tx).map {
                    AuthorityOverview.Root(
                        number: $0.number,
                        subject: "\($0.certificate.subject)",
                        fingerprint: try $0.certificate.fingerprint(),
                        notAfter: Timestamp(milliseconds: $0.certificate.end)
                    )
                },
                seal: try store.certificateInUse(.seal, in: tx).map(Self.issued),
                timestamps: try store.certificateInUse(.timestamps, in: tx).map(Self.issued)
            )
        }
    }

    /// Gives the seal, and the timestamp service where it was used, a new key and certificate; what the old ones signed stays valid.
    ///
    /// - Parameter root: Whether a new root is made first, which those who check signatures then have to trust too.
    /// - Returns: What is there afterwards.
    /// - Throws: `StorageError`, `TrustError`.
    public func rotate(root: Bool) async throws -> AuthorityOverview {
        let now = time.now()
        try await database.write { tx in
            if root { _ = try makeRoot(by: "administrator", at: now, in: tx) }
            _ = try renew(.seal, named: nil, by: "administrator", at: now, in: tx)
            if try store.certificateInUse(.timestamps, in: tx) != nil {
                _ = try renew(.timestamps, named: nil, by: "administrator", at: now, in: tx)
            }
        }
        return try await overview()
    }

    /// The certificates of the roots, the newest first, as one PEM text; the first is made where there is none.
    public func exportedRoots() async throws -> String {
        let now = time.now()
        return try await database.write { tx in
            _ = try ensureRoot(by: "administrator", at: now, in: tx)
            return try store.rootCertificates(in: tx).map { try $0.certificate.pem() }.joined()
        }
    }

    private static func issued(_ root: Int, _ certificate: Certificate) throws -> AuthorityOverview.Issued {
        AuthorityOverview.Issued(
            serial: certificate.serialText,
            root: root,
            subject: "\(certificate.subject)",
            fingerprint: try certificate.fingerprint(),
            notAfter: Timestamp(milliseconds: certificate.end),
            revocationList: certificate.listAddresses.first
        )
    }
}
