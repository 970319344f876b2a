import SwiftASN1
public import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Fetches the answers about a chain's revocation that a signature needs to stay checkable (EN 319 142-1 §5.4.2).
///
/// Only what the certificates themselves name is asked, OCSP before lists. The transport decides which of these addresses it reaches.
public struct RevocationCollector: Sendable {
    private static let ocspLimit = 1 << 20
    private static let listLimit = 64 << 20
    private static let certificateLimit = 1 << 20

    /// Makes a collector.
    public init() {}

    /// Fetches an answer about each certificate but the last.
    ///
    /// - Parameters:
    ///   - chain: the signer's certificate, its issuer's, and so on up to the trusted one.
    ///   - transport: what fetches.
    ///   - date: the time by which answers are judged to be fresh: now.
    /// - Returns: the answers, the chain's certificates and those that the answers are signed by.
    /// - Throws: `refused` where a certificate was revoked or no responder answers about it; `missing` where it does not say who would.
    public func collect(
        chain: [Certificate],
        transport: any Transport,
        at date: Date = Date()
    ) async throws(TrustError) -> RevocationMaterial {
        var material = RevocationMaterial()
        for certificate in chain { material.add(RevocationMaterial(certificates: [try certificate.der()])) }
        for (certificate, issuer) in zip(chain, chain.dropFirst()) {
            material.add(try await answer(about: certificate, issuer: issuer, transport, at: date, acceptsRevoked: false))
        }
        return material
    }

    /// Fetches what there is to know about each certificate but the last, good or bad, for the validation of a signature.
    ///
    /// - Parameters:
    ///   - chain: the signer's certificate, its issuer's, and so on up to the trusted one.
    ///   - transport: what fetches.
    ///   - date: the time by which answers are judged to be fresh: now.
    /// - Returns: the answers that can be had, those too that say that a certificate was revoked; none where no responder answers.
    public func answers(about chain: [Certificate], transport: any Transport, at date: Date = Date()) async -> RevocationMaterial {
        var material = RevocationMaterial()
        for (certificate, issuer) in zip(chain, chain.dropFirst()) {
            guard let found = try? await answer(about: certificate, issuer: issuer, transport, at: date, acceptsRevoked: true) else {
                continue
            }
            material.add(found)
        }
        return material
    }

    /// Completes a chain with the issuers' certificates that lie where the certificates say.
    ///
    /// - Returns: the certificates found, the next one first; nothing says yet that they are trusted. What cannot be fetched ends the chain.
    public func issuers(of leaf: Certificate, known: [Certificate], transport: any Transport) async -> [Certificate] {
        var found: [Certificate] = []
        var tip = leaf
        while found.count < 8, tip.issuer != tip.subject {
            var next = (known + found).first { $0.subject == tip.issuer && $0.publicKey.isValidSignature(tip.signature, for: tip) }
            for url in next == nil ? CertificateAddresses(tip).issuers : [] {
                guard let bytes = try? await transport.get(url, limit: Self.certificateLimit) else { continue }
                next = Self.certificates(bytes).first {
                    $0.subject == tip.issuer && $0.publicKey.isValidSignature(tip.signature, for: tip)
                }
                if next != nil { break }
            }
            guard let next, !found.contains(next), next != leaf else { break }
            found.append(next)
            tip = next
        }
        return found
    }

    /// Reads what lies at such an address: a certificate in DER or PEM, or signed data that hold certificates only (RFC 5280 §4.2.2.1).
    private static func certificates(_ bytes: [UInt8]) -> [Certificate] {
        if let one = try? Certificate(der: bytes) { return [one] }
        if let signed = try? SignedData(der: bytes) { return signed.certificates }
        return (try? [Certificate](pem: String(decoding: bytes, as: UTF8.self))) ?? []
    }

    private func answer(
        about certificate: Certificate,
        issuer: Certificate,
        _ transport: any Transport,
        at date: Date,
        acceptsRevoked: Bool
    ) async throws(TrustError) -> RevocationMaterial {
        let addresses = CertificateAddresses(certificate)
        let name = certificate.subjectName
        guard !addresses.ocsp.isEmpty || !addresses.lists.isEmpty else {
            throw TrustError(.missing, "The certificate of \(name) does not say where its revocation can be asked for.")
        }
        var failure: (any Error)?
        for url in addresses.ocsp {
            do {
                let request = try OCSPRequest(certificate: certificate, issuer: issuer, nonce: Self.nonce())
                let der = try await transport.post(
                    url,
                    type: "application/ocsp-request",
                    body: request.der,
                    limit: Self.ocspLimit
                )
                let response = try OCSPResponse(der: der)
                guard response.nonce == nil || response.nonce == request.nonce else {
                    throw TrustError(.mismatch, "The OCSP responder at \(url) answers another request.")
                }
                var material = RevocationMaterial(certificates: response.certificates, ocspResponses: [der])
                try check(material, certificate, issuer, at: date, acceptsRevoked)
                await addLists(about: response, to: &material, transport)
                return material
            } catch {
                if let found = error as? TrustError, found.code == .refused, found.cause is Revoked { throw found }
                failure = error
            }
        }
        for url in addresses.lists {
            do {
                let material = RevocationMaterial(crls: [try await transport.get(url, limit: Self.listLimit)])
                try check(material, certificate, issuer, at: date, acceptsRevoked)
                return material
            } catch {
                if let found = error as? TrustError, found.code == .refused, found.cause is Revoked { throw found }
                failure = error
            }
        }
        throw TrustError(.refused, "Nobody says whether the certificate of \(name) was revoked.", cause: failure)
    }

    /// Checks that an answer says something about a certificate, and that it is good unless that is accepted, too.
    private func check(
        _ material: RevocationMaterial,
        _ certificate: Certificate,
        _ issuer: Certificate,
        at date: Date,
        _ acceptsRevoked: Bool
    ) throws(TrustError) {
        let evidence = RevocationEvidence(material)
        switch evidence.status(of: certificate, issuer: issuer, at: date) {
        case .good, .notNeeded: break
        case .revoked where acceptsRevoked: break
        case .revoked(let time, _):
            throw TrustError(
                .refused,
                "The certificate of \(certificate.subjectName) was revoked at \(Moment.text(time)).",
                cause: Revoked()
            )
        case .unknown(let why): throw TrustError(.refused, (evidence.unreadable + [why]).joined(separator: " "))
        }
    }

    /// Adds the lists about a responder's own certificate, unless it needs none (RFC 6960 §4.2.2.2.1).
    private func addLists(about response: OCSPResponse, to material: inout RevocationMaterial, _ transport: any Transport) async {
        for der in response.certificates.prefix(2) {
            guard let certificate = try? Certificate(der: der), certificate.extensions[oid: [1, 3, 6, 1, 5, 5, 7, 48, 1, 5]] == nil else {
                continue
            }
            for url in CertificateAddresses(certificate).lists {
                guard let list = try? await transport.get(url, limit: Self.listLimit), (try? CertificateRevocationList(der: list)) != nil
                else { continue }
                material.add(RevocationMaterial(crls: [list]))
                break
            }
        }
    }

    private static func nonce() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
}

/// Marks the answer that a certificate was revoked among the failures to get one.
private struct Revoked: Error {}
