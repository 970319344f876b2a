extension OID {
    // RFC 5652, RFC 3161, RFC 6960, RFC 5035
    static let data: OID = [1, 2, 840, 113549, 1, 7, 1]
    static let signedData: OID = [1, 2, 840, 113549, 1, 7, 2]
    static let encryptedData: OID = [1, 2, 840, 113549, 1, 7, 6]
    static let contentType: OID = [1, 2, 840, 113549, 1, 9, 3]
    static let messageDigest: OID = [1, 2, 840, 113549, 1, 9, 4]
    static let signingTime: OID = [1, 2, 840, 113549, 1, 9, 5]
    static let timestampInfo: OID = [1, 2, 840, 113549, 1, 9, 16, 1, 4]
    static let signingCertificate: OID = [1, 2, 840, 113549, 1, 9, 16, 2, 12]
    static let signatureTimestamp: OID = [1, 2, 840, 113549, 1, 9, 16, 2, 14]
    static let signingCertificateV2: OID = [1, 2, 840, 113549, 1, 9, 16, 2, 47]
    static let revocationInfoArchival: OID = [1, 2, 840, 113583, 1, 1, 8]
    static let ocsp: OID = [1, 3, 6, 1, 5, 5, 7, 48, 1]
    static let ocspBasic: OID = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
    static let ocspNonce: OID = [1, 3, 6, 1, 5, 5, 7, 48, 1, 2]
    static let caIssuers: OID = [1, 3, 6, 1, 5, 5, 7, 48, 2]

    // Digests
    static let md5: OID = [1, 2, 840, 113549, 2, 5]
    static let sha1: OID = [1, 3, 14, 3, 2, 26]
    static let sha256: OID = [2, 16, 840, 1, 101, 3, 4, 2, 1]
    static let sha384: OID = [2, 16, 840, 1, 101, 3, 4, 2, 2]
    static let sha512: OID = [2, 16, 840, 1, 101, 3, 4, 2, 3]

    // Signatures: RFC 4055, RFC 5758, RFC 8410
    static let rsaEncryption: OID = [1, 2, 840, 113549, 1, 1, 1]
    static let md5WithRSA: OID = [1, 2, 840, 113549, 1, 1, 4]
    static let sha1WithRSA: OID = [1, 2, 840, 113549, 1, 1, 5]
    static let mgf1: OID = [1, 2, 840, 113549, 1, 1, 8]
    static let rsaPSS: OID = [1, 2, 840, 113549, 1, 1, 10]
    static let sha256WithRSA: OID = [1, 2, 840, 113549, 1, 1, 11]
    static let sha384WithRSA: OID = [1, 2, 840, 113549, 1, 1, 12]
    static let sha512WithRSA: OID = [1, 2, 840, 113549, 1, 1, 13]
    static let ecPublicKey: OID = [1, 2, 840, 10045, 2, 1]
    static let p256: OID = [1, 2, 840, 10045, 3, 1, 7]
    static let p384: OID = [1, 3, 132, 0, 34]
    static let p521: OID = [1, 3, 132, 0, 35]
    static let ecdsaWithSHA1: OID = [1, 2, 840, 10045, 4, 1]
    static let ecdsaWithSHA256: OID = [1, 2, 840, 10045, 4, 3, 2]
    static let ecdsaWithSHA384: OID = [1, 2, 840, 10045, 4, 3, 3]
    static let ecdsaWithSHA512: OID = [1, 2, 840, 10045, 4, 3, 4]
    static let ed25519: OID = [1, 3, 101, 112]

    // Keys in files: RFC 7292, RFC 8018, RFC 9579
    static let pkcs12KeyBag: OID = [1, 2, 840, 113549, 1, 12, 10, 1, 1]
    static let pkcs12ShroudedKeyBag: OID = [1, 2, 840, 113549, 1, 12, 10, 1, 2]
    static let pkcs12CertificateBag: OID = [1, 2, 840, 113549, 1, 12, 10, 1, 3]
    static let pkcs12SafeContentsBag: OID = [1, 2, 840, 113549, 1, 12, 10, 1, 6]
    static let x509Certificate: OID = [1, 2, 840, 113549, 1, 9, 22, 1]
    static let pbkdf2: OID = [1, 2, 840, 113549, 1, 5, 12]
    static let pbes2: OID = [1, 2, 840, 113549, 1, 5, 13]
    static let pbmac1: OID = [1, 2, 840, 113549, 1, 5, 14]
    static let hmacWithSHA1: OID = [1, 2, 840, 113549, 2, 7]
    static let hmacWithSHA256: OID = [1, 2, 840, 113549, 2, 9]
    static let hmacWithSHA384: OID = [1, 2, 840, 113549, 2, 10]
    static let hmacWithSHA512: OID = [1, 2, 840, 113549, 2, 11]
    static let aes128CBC: OID = [2, 16, 840, 1, 101, 3, 4, 1, 2]
    static let aes192CBC: OID = [2, 16, 840, 1, 101, 3, 4, 1, 22]
    static let aes256CBC: OID = [2, 16, 840, 1, 101, 3, 4, 1, 42]

    /// What an algorithm is called, or its arcs where nothing here knows it.
    var name: String { Self.names[self] ?? "\(self)" }

    private static let names: [OID: String] = [
        .md5: "MD5", .sha1: "SHA-1", .sha256: "SHA-256", .sha384: "SHA-384", .sha512: "SHA-512",
        [2, 16, 840, 1, 101, 3, 4, 2, 4]: "SHA-224", [2, 16, 840, 1, 101, 3, 4, 2, 7]: "SHA3-224",
        [2, 16, 840, 1, 101, 3, 4, 2, 8]: "SHA3-256", [2, 16, 840, 1, 101, 3, 4, 2, 9]: "SHA3-384",
        [2, 16, 840, 1, 101, 3, 4, 2, 10]: "SHA3-512", [2, 16, 840, 1, 101, 3, 4, 2, 12]: "SHAKE256",
        [2, 16, 840, 1, 101, 3, 4, 2, 18]: "SHAKE256",
        [1, 3, 36, 3, 2, 1]: "RIPEMD-160", .rsaEncryption: "RSA", .md5WithRSA: "RSA with MD5", .sha1WithRSA: "RSA with SHA-1",
        .rsaPSS: "RSA-PSS", .sha256WithRSA: "RSA with SHA-256", .sha384WithRSA: "RSA with SHA-384", .sha512WithRSA: "RSA with SHA-512",
        [1, 2, 840, 113549, 1, 1, 14]: "RSA with SHA-224", .ecPublicKey: "ECDSA", .ecdsaWithSHA1: "ECDSA with SHA-1",
        [1, 2, 840, 10045, 4, 3, 1]: "ECDSA with SHA-224", .ecdsaWithSHA256: "ECDSA with SHA-256",
        .ecdsaWithSHA384: "ECDSA with SHA-384", .ecdsaWithSHA512: "ECDSA with SHA-512", .ed25519: "Ed25519",
        [1, 3, 101, 113]: "Ed448", [1, 2, 840, 10040, 4, 1]: "DSA", [1, 2, 840, 10040, 4, 3]: "DSA with SHA-1",
        [2, 16, 840, 1, 101, 3, 4, 3, 2]: "DSA with SHA-256", [1, 2, 643, 7, 1, 1, 1, 1]: "GOST R 34.10-2012 (256)",
        [1, 2, 643, 7, 1, 1, 1, 2]: "GOST R 34.10-2012 (512)", [1, 2, 643, 2, 2, 19]: "GOST R 34.10-2001",
        [1, 2, 643, 7, 1, 1, 2, 2]: "GOST R 34.11-2012 (256)", [1, 2, 643, 7, 1, 1, 2, 3]: "GOST R 34.11-2012 (512)",
        [1, 2, 643, 7, 1, 1, 3, 2]: "GOST R 34.10-2012 (256)", [1, 2, 643, 7, 1, 1, 3, 3]: "GOST R 34.10-2012 (512)",
        [2, 16, 840, 1, 101, 3, 4, 3, 9]: "ECDSA with SHA3-224", [2, 16, 840, 1, 101, 3, 4, 3, 10]: "ECDSA with SHA3-256",
        [2, 16, 840, 1, 101, 3, 4, 3, 11]: "ECDSA with SHA3-384", [2, 16, 840, 1, 101, 3, 4, 3, 12]: "ECDSA with SHA3-512",
        [2, 16, 840, 1, 101, 3, 4, 3, 13]: "RSA with SHA3-224", [2, 16, 840, 1, 101, 3, 4, 3, 14]: "RSA with SHA3-256",
        [2, 16, 840, 1, 101, 3, 4, 3, 15]: "RSA with SHA3-384", [2, 16, 840, 1, 101, 3, 4, 3, 16]: "RSA with SHA3-512",
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 1]: "plain ECDSA with SHA-1", [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 2]: "plain ECDSA with SHA-224",
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 3]: "plain ECDSA with SHA-256", [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 4]: "plain ECDSA with SHA-384",
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 5]: "plain ECDSA with SHA-512",
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 6]: "plain ECDSA with RIPEMD-160",
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 8]: "plain ECDSA with SHA3-224", [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 9]: "plain ECDSA with SHA3-256",
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 10]: "plain ECDSA with SHA3-384",
        [0, 4, 0, 127, 0, 7, 1, 1, 4, 1, 11]: "plain ECDSA with SHA3-512",
        [1, 2, 156, 10197, 1, 501]: "SM2 with SM3", [2, 16, 840, 1, 101, 3, 4, 3, 17]: "ML-DSA-44",
        [2, 16, 840, 1, 101, 3, 4, 3, 18]: "ML-DSA-65", [2, 16, 840, 1, 101, 3, 4, 3, 19]: "ML-DSA-87",
        [1, 2, 840, 113549, 1, 12, 1, 1]: "PBE with SHA-1 and RC4", [1, 2, 840, 113549, 1, 12, 1, 3]: "PBE with SHA-1 and 3DES",
        [1, 2, 840, 113549, 1, 12, 1, 6]: "PBE with SHA-1 and RC2-40", [1, 2, 840, 113549, 1, 12, 1, 5]: "PBE with SHA-1 and RC2-128",
        [1, 2, 840, 113549, 1, 5, 3]: "PBES1 with MD5 and DES", [1, 2, 840, 113549, 1, 5, 10]: "PBES1 with SHA-1 and DES",
        [1, 2, 840, 113549, 3, 7]: "3DES", [1, 3, 6, 1, 4, 1, 11591, 4, 11]: "scrypt",
    ]
}
