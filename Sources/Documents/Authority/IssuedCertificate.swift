import ParaphStorage
import ParaphTrust
import ParaphWire
import X509

/// A root of the instance's own authority.
struct AuthorityRoot: Sendable {
    /// Which one it is, from 1.
    let number: Int
    let issuer: CertificateIssuer
    let createdAt: Timestamp
}

/// A root as everybody sees it.
struct RootCertificate: Sendable {
    let number: Int
    let certificate: Certificate

    init(row: Row) throws {
        number = try row.get("number")
        certificate = try Certificate(der: try row.get("certificate"))
    }

    init(_ root: AuthorityRoot) {
        number = root.number
        certificate = root.issuer.certificate
    }
}

/// What a certificate is for and who has its key.
enum CertificateUse: Hashable, Sendable {
    /// The organisation's seal on documents.
    case seal
    /// The instance's timestamps.
    case timestamps
    /// A person's signatures.
    case person(String)

    /// The holder of the instance's own keys in the key ring.
    static let instance = "authority"

    var purpose: String {
        switch self {
        case .seal: "seal"
        case .timestamps: "timestamps"
        case .person: "person"
        }
    }

    /// Whose key in the key ring seals it: a person's goes with the person.
    var holder: String { if case .person(let id) = self { id } else { Self.instance } }

    /// How long its certificates last, in seconds.
    ///
    /// What is proven by a timestamp counts as long as the timestamp's certificate.
    var life: Int64 { (self == .timestamps ? 12 : 3) * 365 * 86_400 }

    /// How long before its end a certificate is replaced, in seconds: the key for timestamps is in use for a year.
    var reserve: Int64 { self == .timestamps ? 11 * 365 * 86_400 : 30 * 86_400 }

    var profile: CertificateProfile { self == .timestamps ? .timestamps : .documents }
}

/// A certificate in use, with its key.
struct IssuedCertificate: Sendable {
    let use: CertificateUse
    let root: Int
    let certificate: Certificate
    let key: MemoryKey
    let createdAt: Timestamp
}
