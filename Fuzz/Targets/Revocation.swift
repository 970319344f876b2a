import Dispatch
import Foundation
import ParaphTrust
import X509

/// What is read as a list or as a responder's answer says nothing about a certificate whose issuer signed neither.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    var material = RevocationMaterial()
    if let list = try? CertificateRevocationList(der: input) {
        require(list.der == input, "a list is another than it was")
        material.crls = [input]
    }
    if let response = try? OCSPResponse(der: input) {
        require(response.der == input && response.certificates.count <= 64, "a response is another than it was")
        material.ocspResponses = [input]
        material.certificates = response.certificates
    }
    if let certificate = try? Certificate(der: input) { material.certificates.append(Array(input)); _ = certificate.subjectName }
    guard material != RevocationMaterial() else { return 0 }
    let done = DispatchSemaphore(value: 0)
    let answers = material
    Task.detached {
        let result = await validator.validate(leaf, intermediates: [], at: date, revocation: answers, purpose: .documentSigning)
        require(result.trust == .trusted, "what nobody signed takes trust away")
        for status in result.revocation.dropLast() {
            guard case .unknown = status else { fatalError("what nobody signed was believed") }
        }
        done.signal()
    }
    done.wait()
    return 0
}

private let date = Date(timeIntervalSince1970: 1_800_000_000)
private let pair = (try? [Certificate](pem: pem)) ?? []
private let leaf = pair[0]
private let validator = PathValidator(anchors: [pair[1]])

/// A signer and its root; the seeds speak about this certificate, but another root of the same name signed them.
private let pem = """
    -----BEGIN CERTIFICATE-----
    MIIBhDCCASugAwIBAgICEAIwCgYIKoZIzj0EAwIwDDEKMAgGA1UEAwwBUjAeFw0y
    NDAxMDEwMDAwMDBaFw00MDAxMDEwMDAwMDBaMAwxCjAIBgNVBAMMAVMwWTATBgcq
    hkjOPQIBBggqhkjOPQMBBwNCAATZDvUyyhkeXx+JbhtXE9tD+cZ4ALQ3SsOCoXEJ
    nazt6By1hRmS9LY6tTmeNVwKBRtT/duYZC4MSroi3f5xrRkDo30wezAOBgNVHQ8B
    Af8EBAMCBsAwKQYDVR0fBCIwIDAeoBygGoYYaHR0cDovL2NybC5leGFtcGxlL2Eu
    Y3JsMB0GA1UdDgQWBBQf2eLO+Xhl19sjuk+m16QWNsEpXDAfBgNVHSMEGDAWgBRQ
    /JysxwSXkl9p1qCr19iKQMbrhDAKBggqhkjOPQQDAgNHADBEAiApNwCUalAB150P
    sb2+14fHfZUWPVr/U/+13U26a9tfZgIgJ15J4DWc2U7NfCdKN8ORGc2OsqdC0W5E
    NIoMKjV3csc=
    -----END CERTIFICATE-----
    -----BEGIN CERTIFICATE-----
    MIIBSDCB8KADAgECAgIQATAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAFSMB4XDTI0
    MDEwMTAwMDAwMFoXDTQwMDEwMTAwMDAwMFowDDEKMAgGA1UEAwwBUjBZMBMGByqG
    SM49AgEGCCqGSM49AwEHA0IABHaDuLbsE3gr33+cORyJrCU8u0rSmlSoWJuebUFx
    5EnlzpYiec7u69C+KfRxFskJkLX0N8P+F/6Dz5B0XUIhJTajQjBAMA8GA1UdEwEB
    /wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBRQ/JysxwSXkl9p1qCr
    19iKQMbrhDAKBggqhkjOPQQDAgNHADBEAiBS26bFMTqD8CJut8oN9O0CJCds52s3
    noe5kl5rANdS3QIge6PiDudO34h1kS3RpWW4gFi/Vpmwq6PC3nH7v/WgE4I=
    -----END CERTIFICATE-----
    """
