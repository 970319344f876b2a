import SwiftASN1
import X509

/// What an issued certificate is for, which its extensions say (RFC 5280 §4.2.1).
public enum CertificateProfile: String, CaseIterable, Hashable, Sendable {
    /// Seals and signatures on documents.
    case documents
    /// Timestamps, and nothing else (RFC 3161 §2.3).
    case timestamps

    func extensions() throws -> [Certificate.Extension] {
        switch self {
        case .documents:
            // id-kp-documentSigning (RFC 9336), and Adobe's own, which Acrobat looks for.
            let usage = try ExtendedKeyUsage([.init(oid: [1, 3, 6, 1, 5, 5, 7, 3, 36]), .init(oid: [1, 2, 840, 113583, 1, 1, 5])])
            return [
                try Certificate.Extension(KeyUsage(digitalSignature: true, nonRepudiation: true), critical: true),
                try Certificate.Extension(usage, critical: false),
            ]
        case .timestamps:
            return [
                try Certificate.Extension(KeyUsage(digitalSignature: true, nonRepudiation: true), critical: true),
                try Certificate.Extension(try ExtendedKeyUsage([.timeStamping]), critical: true),
            ]
        }
    }
}
