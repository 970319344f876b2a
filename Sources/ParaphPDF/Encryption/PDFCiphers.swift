/// The cryptography that encrypted files need, which the caller provides: this module has none but RC4.
///
/// A browser and iOS bring their own; on servers it is swift-crypto's.
public struct PDFCiphers: Sendable {
    /// A digest of bytes.
    public typealias Digest = @Sendable ([UInt8]) -> [UInt8]
    /// AES-128 or AES-256 in CBC mode without padding: data of whole blocks, the key, the 16 bytes to begin with; nil if these do not fit.
    public typealias BlockCipher = @Sendable (_ data: [UInt8], _ key: [UInt8], _ vector: [UInt8]) -> [UInt8]?

    var md5: Digest
    var sha256: Digest
    var sha384: Digest
    var sha512: Digest
    var encryptAES: BlockCipher
    var decryptAES: BlockCipher
    var random: @Sendable (Int) -> [UInt8]

    /// Collects the functions.
    ///
    /// - Parameters:
    ///   - md5: MD5 (RFC 1321), for files of before 2008.
    ///   - sha256: SHA-256.
    ///   - sha384: SHA-384.
    ///   - sha512: SHA-512.
    ///   - encryptAES: AES in CBC mode without padding.
    ///   - decryptAES: its inverse.
    ///   - random: so many unpredictable bytes.
    public init(
        md5: @escaping Digest,
        sha256: @escaping Digest,
        sha384: @escaping Digest,
        sha512: @escaping Digest,
        encryptAES: @escaping BlockCipher,
        decryptAES: @escaping BlockCipher,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.md5 = md5
        self.sha256 = sha256
        self.sha384 = sha384
        self.sha512 = sha512
        self.encryptAES = encryptAES
        self.decryptAES = decryptAES
        self.random = random
    }
}
