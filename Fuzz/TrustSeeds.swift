import Crypto
import CryptoExtras
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
            ("AuthorityRequests", "ocsp", try OCSPRequest(certificate: certificate, issuer: certificate, nonce: [1, 2, 3]).der),
            ("AuthorityRequests", "stamp", try TimestampRequest(digest: digest, algorithm: .sha256).der),
        ] + (try keyFiles())
    }

    private static func keyFiles() throws -> [(target: String, name: String, bytes: [UInt8])] {
        let (elliptic, rsa) = (P256.Signing.PrivateKey(), try _RSA.Signing.PrivateKey(keySize: .bits2048))
        let (plain, sealed) = (try decoded(plainFile), try decoded(sealedFile))
        // The authenticated content: behind the version and the headers of what holds it, before the MAC.
        let inputs: [(String, UInt8, [UInt8])] = [
            ("plain", 0, plain), ("sealed", 0, sealed), ("plain-content", 1, Array(plain[30..<732])),
            ("sealed-content", 1, Array(sealed[30..<955])), ("elliptic", 2, Array(elliptic.pemRepresentation.utf8)),
            ("rsa", 2, Array(rsa.pkcs8PEMRepresentation.utf8)), ("elliptic-bare", 3, Array(elliptic.derRepresentation)),
            ("rsa-bare", 3, Array(rsa.derRepresentation)),
        ]
        return inputs.map { ("KeyFile", $0.0, [$0.1] + $0.2) }
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

    /// A PKCS #12 file by openssl, that nothing hides.
    private static let plainFile = """
        MIIDFwIBAzCCAtEGCSqGSIb3DQEHAaCCAsIEggK+MIICujCCAdsGCSqGSIb3DQEHAaCCAcwEggHIMIIBxDCCAcAGCyqGSIb3DQEMCgEDoIIBiDCCAYQGCiqGSIb3
        DQEJFgGgggF0BIIBcDCCAWwwggEToAMCAQICFH+r2POxa7Edit+Bwz4Bd1PDlc/KMAoGCCqGSM49BAMCMAwxCjAIBgNVBAMMAUEwHhcNMjYxMTIyMDA1NTU1WhcN
        MzYxMTE5MDA1NTU1WjAMMQowCAYDVQQDDAFBMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE0gXvxkHXY3psGIx+yZb4tU0RwVwgFxmeTgSxMcvpt21exdM0wv5s
        ozYGEK6NjC1rQobXbQzDNp2Od6wLE5AqoqNTMFEwHQYDVR0OBBYEFHmADTvA937aM96CAtvK6bRGHP45MB8GA1UdIwQYMBaAFHmADTvA937aM96CAtvK6bRGHP45
        MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgE3T2SHbYjph82LQd0eKXFyivxOcI04upStQ9eoAPYLwCIFl8qcSBcuh2G5xnMJVXWT9521pwB0Vq
        g0HN714H+wCCMSUwIwYJKoZIhvcNAQkVMRYEFGU1LTdqq7uRQkCtjK6IFVp3tTZvMIHYBgkqhkiG9w0BBwGggcoEgccwgcQwgcEGCyqGSIb3DQEMCgEBoIGKMIGH
        AgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgE6OLyR9akLO8DPOubkoIAZIImyP8Yo7pEw5wx/o+iDmhRANCAATSBe/GQddjemwYjH7Jlvi1TRHBXCAX
        GZ5OBLExy+m3bV7F0zTC/myjNgYQro2MLWtChtdtDMM2nY53rAsTkCqiMSUwIwYJKoZIhvcNAQkVMRYEFGU1LTdqq7uRQkCtjK6IFVp3tTZvMD0wMTANBglghkgB
        ZQMEAgEFAAQgObZ3CuRS0yJeIoeVEas3orDBvLAyuAGfZmyS5g8KA50ECE4SnOwEFsfA
        """

    /// A PKCS #12 file by openssl, in one round.
    private static let sealedFile = """
        MIID9gIBAzCCA7AGCSqGSIb3DQEHAaCCA6EEggOdMIIDmTCCAlEGCSqGSIb3DQEHBqCCAkIwggI+AgEAMIICNwYJKoZIhvcNAQcBMFYGCSqGSIb3DQEFDTBJMCgG
        CSqGSIb3DQEFDDAbBAiM4hr8FpILbwIBATAMBggqhkiG9w0CCQUAMB0GCWCGSAFlAwQBKgQQ4XKhsbt1E1lbIsGihM39DoCCAdAIXMbJG8FxFhZ8uYZfWSthiekS
        hUX2djVdUc8CHA3v0EEGa9le1BPh8L4yjYi72nPKla7H9os+neIo7rgfm2uKbBlSrbHSL0jASiuu8N/jOJa0T+6AdFWdun2+X6METPbPFR+S1GhlGSxfSaHHjN49
        Pkg/m9OLWPcWvzE8MZo+qRMv8TrkT3Gvdo9h879nltmjSoBKEon87udk+82yC4en7RZV7UKowfeN89tbQBD4WTjGX05AEY7JDYu5de12x/jsa2lV2tBhWm2OTAyu
        Ddvb/ZXRxzzaLr5XWKmtR9doLGdnconLZxVn3KrSJU1DYgTWqqlNACwDLOK5XKVO+1YG5D34IEzU9Lu54OmvGzRe85VXHPKFyVF21BvbU3PuLadGHjra34xbhlXA
        cmYNMsmaYojD2wfPrDsOHBa5eV1wO6GhZVsGXCVxXcTlOwIl8CD/65t0k2bQ6e4cs1QV1mqD1SaZxH4XYBV8/T+cPxMW3HyuzsimSO/D0YJ17gNRHZrYr+y4cY/j
        Q1LYYClN+jKvZkfRWlQL4cnDh9LsNY2daPpvESZfDTOVldnu1/0bHGXN6L0MMd9pcL/o6C14C8V+5uXsrnzFJD/T/0ypGoikYzCCAUAGCSqGSIb3DQEHAaCCATEE
        ggEtMIIBKTCCASUGCyqGSIb3DQEMCgECoIHuMIHrMFYGCSqGSIb3DQEFDTBJMCgGCSqGSIb3DQEFDDAbBAi50mjvIhytfgIBATAMBggqhkiG9w0CCQUAMB0GCWCG
        SAFlAwQBKgQQS2RQdpRV/ogxrcba4+cMZASBkNOYzLFDHarPETAQARigKV6xqVY78G0n7QmVcc0WNxApqD4l6O88kqeGB39wZKCgtoYCzAhpjOneRxHezPRzKwAk
        XthlYq9LA29kc54vYMBBJKtsxfAaAMkVMCgOBKhcVMtxipgjizdU/5WjV0P+zh4/lUzpbpMSxNil9QWLMFsMkfI4vxxGQpaDlUsnSjYtbDElMCMGCSqGSIb3DQEJ
        FTEWBBRlNS03aqu7kUJArYyuiBVad7U2bzA9MDEwDQYJYIZIAWUDBAIBBQAEIAJCyFX69N3nNqtm+9DnlJ/2KBQ1ob+RcrleKCuf5iO1BAiFET9iIjZcaQ==
        """
}
