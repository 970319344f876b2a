import Foundation
import ParaphStorage
import ParaphTrust
import ParaphWire
import X509

/// The rows of roots and of what they issued.
struct AuthorityStore: Sendable {
    private static let roots = "authorityRoot"
    static let certificates = "authorityCertificate"
    let keys: KeyRing

    /// The newest root; `nil` where there is none yet.
    func newestRoot(in tx: any ReadTransaction) throws -> AuthorityRoot? {
        try tx.first("SELECT * FROM authorityRoot ORDER BY number DESC LIMIT 1").map { try root($0, in: tx) }
    }

    /// A root by its number.
    func root(_ number: Int, in tx: any ReadTransaction) throws -> AuthorityRoot? {
        try tx.first("SELECT * FROM authorityRoot WHERE number = \(number)").map { try root($0, in: tx) }
    }

    /// Every root's certificate, the newest first; without opening a key.
    func rootCertificates(in tx: any ReadTransaction) throws -> [RootCertificate] {
        try tx.rows("SELECT number, certificate FROM authorityRoot ORDER BY number DESC").map(RootCertificate.init)
    }

    /// The newest root's certificate, without opening its key; `nil` where there is none yet.
    func newestRootCertificate(in tx: any ReadTransaction) throws -> RootCertificate? {
        try tx.first("SELECT number, certificate FROM authorityRoot ORDER BY number DESC LIMIT 1").map(RootCertificate.init)
    }

    /// Adds a root.
    func insert(_ root: AuthorityRoot, in tx: any WriteTransaction) throws {
        try keys.create(holder: CertificateUse.instance, in: tx)
        guard let scalar = root.issuer.keyScalar else { throw StorageError(.unexpectedValue, "a root's key is not on P-256") }
        let sealed = try seal(scalar, of: .seal, table: Self.roots, row: "\(root.number)", version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO authorityRoot (number, certificate, sealedKey, notAfter, createdAt)
            VALUES (\(root.number), \(try root.issuer.certificate.der()), \(sealed), \(root.issuer.certificate.end),
                \(root.createdAt.milliseconds))
            """
        )
    }

    /// The certificate that is in use; `nil` where there is none, or its person is gone.
    func inUse(_ use: CertificateUse, in tx: any ReadTransaction) throws -> IssuedCertificate? {
        let row = try tx.first(
            "SELECT * FROM authorityCertificate WHERE purpose = \(use.purpose) AND holder = \(use.holder) AND replacedAt IS NULL"
        )
        guard let row else { return nil }
        let serial: String = try row.get("serial")
        do {
            let certificate = try open(try row.get("sealedCertificate"), of: use, row: serial, version: 1, in: tx)
            let scalar = try open(try row.get("sealedKey"), of: use, row: serial, version: 2, in: tx)
            return IssuedCertificate(
                use: use,
                root: try row.get("root"),
                certificate: try Certificate(der: certificate),
                key: try MemoryKey(p256Scalar: scalar),
                createdAt: Timestamp(milliseconds: try row.get("createdAt"))
            )
        } catch let error as StorageError where error.code == .notFound {
            return nil
        }
    }

    /// Puts a certificate into use; the one before keeps no key.
    func replace(with issued: IssuedCertificate, at now: Timestamp, in tx: any WriteTransaction) throws {
        let (use, serial) = (issued.use, issued.certificate.serialText)
        try tx.execute(
            """
            UPDATE authorityCertificate SET replacedAt = \(now.milliseconds), sealedKey = NULL
            WHERE purpose = \(use.purpose) AND holder = \(use.holder) AND replacedAt IS NULL
            """
        )
        guard let scalar = issued.key.p256Scalar else { throw StorageError(.unexpectedValue, "an issued key is not on P-256") }
        let certificate = try seal(try issued.certificate.der(), of: use, table: Self.certificates, row: serial, version: 1, in: tx)
        let key = try seal(scalar, of: use, table: Self.certificates, row: serial, version: 2, in: tx)
        try tx.execute(
            """
            INSERT INTO authorityCertificate (serial, root, purpose, holder, sealedCertificate, sealedKey, notAfter, createdAt)
            VALUES (\(serial), \(issued.root), \(use.purpose), \(use.holder), \(certificate), \(key), \(issued.certificate.end),
                \(issued.createdAt.milliseconds))
            """
        )
    }

    private func root(_ row: Row, in tx: any ReadTransaction) throws -> AuthorityRoot {
        let number: Int = try row.get("number")
        let scalar = try keys.open(
            try row.get("sealedKey"),
            holder: CertificateUse.instance,
            table: Self.roots,
            row: "\(number)",
            version: 1,
            in: tx
        )
        let issuer = try CertificateIssuer(
            certificate: try Certificate(der: try row.get("certificate")),
            key: try MemoryKey(p256Scalar: scalar)
        )
        return AuthorityRoot(number: number, issuer: issuer, createdAt: Timestamp(milliseconds: try row.get("createdAt")))
    }

    private func seal(
        _ bytes: [UInt8],
        of use: CertificateUse,
        table: String,
        row: String,
        version: Int,
        in tx: any ReadTransaction
    ) throws -> [UInt8] {
        try keys.seal(bytes, holder: use.holder, table: table, row: row, version: version, in: tx)
    }

    func open(_ sealed: [UInt8], of use: CertificateUse, row: String, version: Int, in tx: any ReadTransaction) throws -> [UInt8] {
        try keys.open(sealed, holder: use.holder, table: Self.certificates, row: row, version: version, in: tx)
    }
}

extension Certificate {
    /// When it ends, in milliseconds since 1970.
    var end: Int64 { Int64(notValidAfter.timeIntervalSince1970) * 1000 }
}

extension Timestamp {
    /// The moment as certificates take it.
    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
