import SwiftASN1

/// The texts that keys and certificates are kept in (RFC 7468).
enum PEM {
    /// One document of a text.
    struct Document {
        let label: String
        let der: [UInt8]
    }

    /// Reads all documents of a text; what stands between them is passed over.
    static func documents(_ text: String, _ what: String) throws(TrustError) -> [Document] {
        guard text.utf8.count <= 4 << 20 else { throw TrustError(.tooLarge, "The file of \(what) is larger than 4 MiB.") }
        guard !text.contains("Proc-Type:") else {
            throw TrustError(.unsupported, "The file of \(what) is encrypted in OpenSSL's old way; convert it with `openssl pkcs8 -topk8`.")
        }
        do {
            return try PEMDocument.parseMultiple(pemString: text).map { Document(label: $0.discriminator, der: $0.derBytes) }
        } catch {
            throw TrustError(.malformed, "The file of \(what) is no PEM.", cause: error)
        }
    }

    /// One document as a text, its last line ended.
    static func text(_ der: [UInt8], label: String) -> String { PEMDocument(type: label, derBytes: der).pemString + "\n" }
}
