import Foundation
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import X509

/// Judges the seals of documents that stay in the browser, by digests of what they cover.
///
/// Trusted are the roots of the instance's own authority. What it revoked counts as revoked from then on; nothing is fetched.
struct SealVerdictService: Sendable {
    let authority: Authority
    let time: any TimeSource

    /// The most seals of one request, and the most bytes of one.
    static let mostSeals = 16
    static let longest = 65_536
    /// The most bytes of a request: as many seals of that length in base64, and their digests.
    static let bodyLimit = mostSeals * (longest * 4 / 3 + 1024)

    /// Judges seals.
    ///
    /// - Throws: a `Problem` for too many, too long ones and digests that are none; `StorageError`.
    func judge(_ request: SealVerdictRequest) async throws -> SealVerdicts {
        guard request.seals.count <= Self.mostSeals else {
            throw Problem.invalid("seals", .count, "must be at most \(Self.mostSeals)")
        }
        for seal in request.seals {
            guard seal.contents.bytes.count <= Self.longest else {
                throw Problem.invalid("contents", .tooLong, "must be at most \(Self.longest) bytes")
            }
            for (name, digest, algorithm) in seal.digests where digest.bytes.count != algorithm.size {
                throw Problem.invalid(name, .malformed, "must be \(algorithm.size) bytes")
            }
        }
        guard !request.seals.isEmpty else { return SealVerdicts(verdicts: []) }
        let trusted = try await authority.trust()
        var verdicts: [SealVerdict] = []
        for seal in request.seals { verdicts.append(await judge(seal, trusted)) }
        return SealVerdicts(verdicts: verdicts)
    }

    private func judge(_ seal: SealToJudge, _ trusted: Authority.Trust) async -> SealVerdict {
        guard let data = try? SignedData(der: seal.contents.bytes) else { return SealVerdict(state: .unknown, reason: .unreadable) }
        guard let signer = data.signers.first, data.signers.count == 1, data.enclosedContent == nil,
            let algorithm = signer.digestAlgorithm,
            let given = seal.digests.first(where: { $0.algorithm == algorithm })?.digest,
            let digest = ContentDigest(given.bytes, algorithm: algorithm)
        else { return SealVerdict(state: .unknown, reason: .unsupported) }
        let judgement = signer.judge(.detached(digest))
        var verdict = SealVerdict(state: .unknown, signerName: judgement.certificate?.subjectName)
        let codes = Set(judgement.problems.map(\.code))
        switch judgement.integrity {
        case .broken:
            set(&verdict, .invalid, codes.contains(.contentChanged) ? .contentChanged : .signatureWrong)
        case .indeterminate:
            set(&verdict, .unknown, .unsupported)
        case .intact:
            guard !codes.contains(.weakAlgorithm), !codes.contains(.malformed), let certificate = judgement.certificate else {
                set(&verdict, .unknown, .unsupported)
                break
            }
            await judge(certificate, of: signer, data, trusted, &verdict)
        }
        return verdict
    }

    /// Judges the certificate of a signature that is whole, at the time that a trusted timestamp proves, else now.
    private func judge(
        _ certificate: Certificate,
        of signer: Signer,
        _ data: SignedData,
        _ trusted: Authority.Trust,
        _ verdict: inout SealVerdict
    )
        async
    {
        let validator = PathValidator(anchors: trusted.roots)
        let proven = await provenTime(of: signer, validator, trusted)
        verdict.sealedAt = proven.map { Timestamp(milliseconds: Int64($0.timeIntervalSince1970 * 1000)) }
        var material = data.revocation
        material.add(RevocationMaterial(crls: trusted.lists))
        let path = await validator.validate(
            certificate,
            intermediates: data.certificates,
            at: proven ?? time.now().date,
            revocation: material,
            purpose: .documentSigning
        )
        let codes = Set(path.problems.map(\.code))
        // A certificate that ended or was revoked, for whatever reason, makes no seal wrong that may have been made before (EN 319 102-1, 5.2.6,
        // 5.2.12): it only proves nothing any more.
        if codes.contains(.revoked) {
            set(&verdict, .unknown, .revoked)
        } else if path.trust == .trusted {
            if codes.contains(.weakAlgorithm) { set(&verdict, .unknown, .unsupported) } else { set(&verdict, .valid, nil) }
        } else if codes.contains(.noChain) {
            set(&verdict, .untrusted, .notTrusted)
        } else {
            set(&verdict, .unknown, codes.contains(.expired) ? .expired : .chainInvalid)
        }
    }

    private func set(_ verdict: inout SealVerdict, _ state: SealVerdict.State, _ reason: SealVerdict.Reason?) {
        verdict.state = Open(state)
        verdict.reason = reason.map { Open($0) }
    }

    /// The earliest time that a trusted timestamp proves.
    private func provenTime(of signer: Signer, _ validator: PathValidator, _ trusted: Authority.Trust) async -> Date? {
        var earliest: Date?
        for token in ((try? signer.timestamps()) ?? []).prefix(4) {
            let judgement = token.judge()
            guard judgement.integrity == .intact, token.imprintMatches(signer.signature), let certificate = judgement.certificate else {
                continue
            }
            let path = await validator.validate(
                certificate,
                intermediates: token.signedData.certificates,
                at: time.now().date,
                revocation: RevocationMaterial(crls: trusted.lists),
                purpose: .timestamping
            )
            guard path.trust == .trusted, !path.problems.contains(where: { $0.code == .revoked }) else { continue }
            earliest = min(earliest ?? token.time, token.time)
        }
        return earliest
    }
}

extension SealToJudge {
    /// The digests that were sent, each with its name and what made it.
    fileprivate var digests: [(name: String, digest: Base64URL, algorithm: DigestAlgorithm)] {
        let all: [(String, Base64URL?, DigestAlgorithm)] = [
            ("sha256", sha256, .sha256), ("sha384", sha384, .sha384), ("sha512", sha512, .sha512),
        ]
        return all.compactMap { name, digest, algorithm in digest.map { (name, $0, algorithm) } }
    }
}
