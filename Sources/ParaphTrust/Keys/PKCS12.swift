import Crypto
import X509

/// A file with a key and its certificates (RFC 7292).
struct PKCS12 {
    private static let what = "the PKCS #12 file"
    private static let depthLimit = 4

    /// The keys as PKCS #8, in the order of the file.
    private(set) var keys: [[UInt8]] = []
    /// The certificates, in the order of the file.
    private(set) var certificates: [Certificate] = []
    /// Why a certificate is left out that cannot be read, if there is one.
    private(set) var unreadable: TrustError?
    private let password: String
    private var budget: DerivationBudget

    /// Opens a file.
    ///
    /// - Throws: `password` where it does not open the file or the file was altered, `unsupported`, `malformed`, `tooLarge`.
    init(_ bytes: [UInt8], password: String, rounds: Int = DerivationBudget.usual) throws(TrustError) {
        guard bytes.count <= 16 << 20 else { throw TrustError(.tooLarge, "The PKCS #12 file is larger than 16 MiB.") }
        self.password = password
        budget = DerivationBudget(rounds: rounds)
        let normal = try Normaliser.definite(bytes[...], Self.what).element
        var reader = try Element(normal, Self.what).reader(Self.what)
        guard try Number(try reader.next(Tag.integer), Self.what).value == 3 else {
            throw TrustError(.unsupported, "The PKCS #12 file is not of version 3.")
        }
        let safe = try content(of: try reader.next(Tag.sequence))
        guard let mac = try reader.optional(Tag.sequence) else {
            throw TrustError(.unsupported, "The PKCS #12 file is not protected by a password, so nothing says that it is whole.")
        }
        try PKCS12MAC(mac).check(safe, password: password, &budget)
        // The authenticated content may have open lengths of its own.
        let parts = try Element(try Normaliser.definite(safe, Self.what).element, Self.what)
        for part in try parts.elements(Self.what, limit: 64) {
            let bags = try content(of: part)
            try read(bags, depth: 0)
        }
    }

    /// The content of a ContentInfo, decrypted if it is encrypted.
    private mutating func content(of info: Element) throws(TrustError) -> ArraySlice<UInt8> {
        var reader = try info.reader(Self.what)
        let type = try OID(try reader.next(Tag.oid))
        let content = try Element(try reader.next(Tag.constructed(0)).content, Self.what)
        switch type {
        case .data: return content.content
        case .encryptedData:
            var reader = try content.reader(Self.what)
            _ = try reader.next(Tag.integer)
            var encrypted = try reader.next(Tag.sequence).reader(Self.what)
            _ = try encrypted.next(Tag.oid)
            let algorithm = try AlgorithmIdentifier(try encrypted.next(Tag.sequence), Self.what)
            let box = try encrypted.next()
            var bytes = box.content
            if box.isConstructed {
                bytes = []
                for piece in try box.elements(Self.what) { bytes += piece.content }
            }
            return try PBES2.decrypt(bytes, by: algorithm, password: Array(password.utf8), &budget, Self.what)[...]
        default: throw TrustError(.unsupported, "The PKCS #12 file is encrypted for a key (\(type)); only a password is read.")
        }
    }

    /// Reads SafeContents (RFC 7292 §4.2).
    private mutating func read(_ bytes: ArraySlice<UInt8>, depth: Int) throws(TrustError) {
        guard depth < Self.depthLimit else { throw TrustError(.tooLarge, "The bags of the PKCS #12 file lie too deep.") }
        let contents = try Element(try Normaliser.definite(bytes, Self.what).element, Self.what)
        for bag in try contents.elements(Self.what, limit: 256) {
            var reader = try bag.reader(Self.what)
            let type = try OID(try reader.next(Tag.oid))
            let value = try reader.next(Tag.constructed(0)).content
            switch type {
            case .pkcs12KeyBag: keys.append(Array(value))
            case .pkcs12ShroudedKeyBag: keys.append(try PBES2.open(value, password: Array(password.utf8), &budget))
            case .pkcs12SafeContentsBag: try read(value, depth: depth + 1)
            case .pkcs12CertificateBag:
                var inner = try Element(value, Self.what).reader(Self.what)
                guard try OID(try inner.next(Tag.oid)) == .x509Certificate else { continue }
                let octets = try Element(try inner.next(Tag.constructed(0)).content, Self.what)
                do {
                    certificates.append(try Certificate(der: Array(octets.content)))
                } catch {
                    unreadable = error
                }
            default: continue
            }
        }
    }
}
