import Foundation
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
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
                \(root.createdAt))
            """
        )
    }

    /// The certificate that is in use, with its key; `nil` where there is none, or its person is gone.
    ///
    /// - Throws: `StorageError` of code `undecryptable` where the key was destroyed: an old row was put back.
    func inUse(_ use: CertificateUse, in tx: any ReadTransaction) throws -> IssuedCertificate? {
        guard let row = try row(inUse: use, in: tx), let (root, certificate) = try certificate(in: row, of: use, tx) else { return nil }
        return IssuedCertificate(
            use: use,
            root: root,
            certificate: certificate,
            key: try MemoryKey(p256Scalar: try scalar(in: row, of: use, tx)),
            createdAt: try row.timestamp("createdAt")
        )
    }

    /// The certificate that is in use and its root's number, without opening the key; `nil` where there is none, or its person is gone.
    func certificateInUse(_ use: CertificateUse, in tx: any ReadTransaction) throws -> (root: Int, certificate: Certificate)? {
        try row(inUse: use, in: tx).flatMap { try certificate(in: $0, of: use, tx) }
    }

    private func row(inUse use: CertificateUse, in tx: any ReadTransaction) throws -> Row? {
        try tx.first(
            "SELECT * FROM authorityCertificate WHERE purpose = \(use.purpose) AND holder = \(use.holder) AND replacedAt IS NULL"
        )
    }

    private func certificate(in row: Row, of use: CertificateUse, _ tx: any ReadTransaction) throws -> (
        root: Int, certificate: Certificate
    )? {
        do {
            let der = try open(try row.get("sealedCertificate"), of: use, row: try row.get("serial"), version: 1, in: tx)
            return (try row.get("root"), try Certificate(der: der))
        } catch let error as StorageError where error.code == .notFound {
            return nil
        }
    }

    private func scalar(in row: Row, of use: CertificateUse, _ tx: any ReadTransaction) throws -> [UInt8] {
        let serial: String = try row.get("serial")
        do {
            return try keys.open(
                try row.get("sealedScalar"),
                object: Self.object(serial),
                holder: use.holder,
                table: Self.certificates,
                row: serial,
                version: Self.scalarVersion,
                in: tx
            )
        } catch let error as StorageError where error.code == .notFound {
            throw StorageError(.undecryptable, "the key of the certificate in use was destroyed: issue another, and look who wrote the row")
        }
    }

    /// Puts a certificate into use; the key of the one before is destroyed.
    func replace(with issued: IssuedCertificate, at now: Timestamp, in tx: any WriteTransaction) throws {
        let (use, serial) = (issued.use, issued.certificate.serialText)
        let replaced = try tx.rows(
            """
            UPDATE authorityCertificate SET replacedAt = \(now), sealedScalar = NULL
            WHERE purpose = \(use.purpose) AND holder = \(use.holder) AND replacedAt IS NULL RETURNING serial
            """
        )
        for row in replaced { try keys.destroy(object: Self.object(try row.get("serial")), in: tx) }
        guard let scalar = issued.key.p256Scalar else { throw StorageError(.unexpectedValue, "an issued key is not on P-256") }
        let certificate = try seal(try issued.certificate.der(), of: use, table: Self.certificates, row: serial, version: 1, in: tx)
        let (object, version) = (Self.object(serial), Self.scalarVersion)
        try keys.create(object: object, holders: [use.holder], in: tx)
        let key = try keys.seal(
            scalar,
            object: object,
            holder: use.holder,
            table: Self.certificates,
            row: serial,
            version: version,
            in: tx
        )
        try tx.execute(
            """
            INSERT INTO authorityCertificate (serial, root, purpose, holder, sealedCertificate, sealedScalar, notAfter, createdAt)
            VALUES (\(serial), \(issued.root), \(use.purpose), \(use.holder), \(certificate), \(key), \(issued.certificate.end),
                \(issued.createdAt))
            """
        )
    }

    /// The certificate itself is sealed for the first.
    static let scalarVersion = 2

    /// The key ring's name for a certificate's key.
    static func object(_ serial: String) -> String { "certificate/\(serial)" }

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
        return AuthorityRoot(number: number, issuer: issuer, createdAt: try row.timestamp("createdAt"))
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
