import Crypto
import CryptoExtras
import Foundation
public import ParaphPDF

extension PDFCiphers {
    /// The ciphers of swift-crypto.
    public static let crypto = PDFCiphers(
        md5: { Array(Insecure.MD5.hash(data: $0)) },
        sha256: { Array(SHA256.hash(data: $0)) },
        sha384: { Array(SHA384.hash(data: $0)) },
        sha512: { Array(SHA512.hash(data: $0)) },
        encryptAES: { data, key, vector in
            guard let vector = try? AES._CBC.IV(ivBytes: vector) else { return nil }
            return try? Array(AES._CBC.encrypt(data, using: SymmetricKey(data: key), iv: vector, noPadding: true))
        },
        decryptAES: { data, key, vector in
            guard let vector = try? AES._CBC.IV(ivBytes: vector) else { return nil }
            return try? Array(AES._CBC.decrypt(data, using: SymmetricKey(data: key), iv: vector, noPadding: true))
        },
        random: { count in
            var generator = SystemRandomNumberGenerator()
            return (0..<count).map { _ in generator.next() }
        }
    )
}
