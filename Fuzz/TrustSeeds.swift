import Crypto
import Foundation
import ParaphTrust
import SwiftASN1
import X509

/// The first inputs of the targets that read signed messages and answers about revocation.
enum TrustSeeds {
    static func all() async throws -> [(target: String, name: String, bytes: [UInt8])] {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("Seed") }
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(bytes: [1]),
            publicKey: Certificate.PublicKey(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 1_700_000_000),
            notValidAfter: Date(timeIntervalSince1970: 2_000_000_000),
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions { Critical(KeyUsage(digitalSignature: true)) },
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
        let identity = try SigningIdentity(certificate: certificate, key: try MemoryKey(pem: key.pemRepresentation))
        let digest = DigestAlgorithm.sha256.digest(of: [])
        let message = try await SignedData.sign(digest: digest, algorithm: .sha256, by: identity)
        return [
            ("SignedMessage", "plain", message.der),
            ("SignedMessage", "stamp", try decoded(stamp)),
            ("Revocation", "list", try decoded(list)),
            ("Revocation", "answer", try decoded(answer)),
        ]
    }

    private static func decoded(_ text: String) throws -> [UInt8] {
        Array(Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data())
    }

    /// A revocation list by openssl.
    private static let list = """
        MIHIMHACAQEwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBUhcNMjYxMTIxMjEzNjUyWhcNMzYxMTE4MjEzNjUyWjAjMCECAhACFw0yNjExMjEyMTM2NTJaMAww
        CgYDVR0VBAMKAQSgDjAMMAoGA1UdFAQDAgEBMAoGCCqGSM49BAMCA0gAMEUCIFDUrfZWca78eqTi2dlVztD9DWiK56GgR4LXRnDJlsxbAiEAw76j2iUSgLuH
        GyjS2R+Vu13CSVcbnk897TzB0T1cqVg=
        """

    /// An OCSP response by openssl.
    private static let answer = """
        MIICegoBAKCCAnMwggJvBgkrBgEFBQcwAQEEggJgMIICXDCBraEOMAwxCjAIBgNVBAMMAVIYDzIwMjYxMTIxMjEzNzIxWjBlMGMwOzAJBgUrDgMCGgUABBRA
        c9lLCKvjoYTSonyXZAlAuuEfkQQUUPycrMcEl5Jfadagq9fYikDG64QCAhACgAAYDzIwMjYxMTIxMjEzNzIxWqARGA8yMDM2MTExODIxMzcyMVqhIzAhMB8G
        CSsGAQUFBzABAgQSBBCA9dJiPh02b3ZuhP9y03puMAoGCCqGSM49BAMCA0gAMEUCIA3gBC+jdP1VjGcwBKfE8RrhFrNVL0Py03Vr9XCyHVTUAiEAmP01NKgn
        nvk2BAqEXZ5oqZBP2yHtsXbEazwNpqJ4UtKgggFSMIIBTjCCAUowgfCgAwIBAgICEAAwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBUjAeFw0yNDAxMDEwMDAw
        MDBaFw00MDAxMDEwMDAwMDBaMAwxCjAIBgNVBAMMAVIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ4Z05RTlaWCl2wWLt2IEEvNyL6KRh+8G6GniDqx8p0
        vUxkn94syyudcX5Zf1hVjiD91v8Rn17FZI8k5Ac3iVVao0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUjj9oBBuebRf1
        ixn6gk2/ebidRG4wCgYIKoZIzj0EAwIDSQAwRgIhAOA2diodmF+9y+aIGitZWwLNOiNaeAcoxuVBHeC7ElnXAiEAq3OKfG9mOV7CbNXbR0eTNY6qBRl04np4
        5gSwlBAgOCU=
        """

    /// A timestamp by openssl.
    private static let stamp = """
        MIIDPgYJKoZIhvcNAQcCoIIDLzCCAysCAQMxDzANBglghkgBZQMEAgEFADBxBgsqhkiG9w0BCRABBKBiBGAwXgIBAQYDKgMEMDEwDQYJYIZIAWUDBAIBBQAE
        II9DQ0Zkj2uW34ndqQHFF2sQptg5Yd08GsiLWbLcMnqkAgECGA8yMDI2MTEyMTIxMzczN1owAwIBAQIIAKgm/9IjuZCgggF2MIIBcjCCARigAwIBAgICEAMw
        CgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBUjAeFw0yNDAxMDEwMDAwMDBaFw00MDAxMDEwMDAwMDBaMAwxCjAIBgNVBAMMAVQwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAATW10ZY5cB8SYwT4GFombwcsxS7qdZ90YbcalMEVDOSCeTpSOjlDtmuA1QCYK05m0uHAOOshSmXCyNdJE9ooHrGo2owaDAOBgNVHQ8BAf8EBAMC
        B4AwFgYDVR0lAQH/BAwwCgYIKwYBBQUHAwgwHQYDVR0OBBYEFLvFmjVOCuogloikuNIpfpzA2pADMB8GA1UdIwQYMBaAFFD8nKzHBJeSX2nWoKvX2IpAxuuE
        MAoGCCqGSM49BAMCA0gAMEUCIQCCAcptEfzSX6itLuQVwA8v+nywtAdX1pfbGWGPYMcIvwIgINnCXF/JtmpHM5gR6vbDsT9fLNdTl0lXYD2ziVKLRjMxggEm
        MIIBIgIBATASMAwxCjAIBgNVBAMMAVICAhADMA0GCWCGSAFlAwQCAQUAoIGkMBoGCSqGSIb3DQEJAzENBgsqhkiG9w0BCRABBDAcBgkqhkiG9w0BCQUxDxcN
        MjYxMTIxMjEzNzM3WjAvBgkqhkiG9w0BCQQxIgQgrXCet42+uv9gFqBtdYBLBal5M81c0W4Tumc3yIxWUgEwNwYLKoZIhvcNAQkQAi8xKDAmMCQwIgQgAj9H
        hXURAdwTzk9rAU656vLBeBSreS3p1c7g3v9MXWUwCgYIKoZIzj0EAwIERzBFAiAwcXRm0/zNd6chixIsTsCp5bDguzi21ag1yhWLDSa16wIhAMhQir+Lt3NH
        BvaBY3Yvd69QTGDESp4rT0hBoUroNGR2
        """
}
