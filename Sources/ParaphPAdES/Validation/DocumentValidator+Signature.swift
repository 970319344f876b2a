import Foundation
import ParaphPDF
import ParaphTrust
import X509

extension DocumentValidator {
    /// Judges a signature of a person or an organisation.
    func judgeSignature(_ cases: inout [SignatureCase], _ index: Int, _ store: RevocationMaterial) async {
        var found = cases[index]
        defer { cases[index] = found }
        guard found.covered > 0, found.signature.kind != .timestamp else { return }
        let data: SignedData
        do throws(TrustError) {
            data = try SignedData(der: found.signature.contents)
        } catch {
            return found.fail("The signature cannot be read: \(error)")
        }
        guard let signer = data.signers.first, data.signers.count == 1 else {
            return found.fail("The signature has \(data.signers.count) signers; in a document it must have one.")
        }
        guard let digest = found.digest(signer.digestAlgorithm ?? .sha256) else { return }
        switch found.subFilter {
        case "ETSI.CAdES.detached", "adbe.pkcs7.detached", "PBAD.PAdES": apply(signer.judge(.detached(digest)), to: &found)
        case "adbe.pkcs7.sha1":
            guard let short = found.digest(.sha1) else { return }
            apply(signer.judge(.enclosedSHA1(short)), to: &found)
        default: return found.doubt("The kind of signature \(found.subFilter ?? "that is not named") is unknown here.")
        }
        let stamped = await judgeTimestamps(of: signer, cases, index, store, &found)
        let proven = [stamped.proven, provenTime(cases, of: index)].compactMap { $0 }.min()
        found.report.time = (proven ?? found.claimed ?? signer.claimedTime)?.rfc3339
        guard let certificate = try? signer.certificate() else { return }
        found.report.signer = certificate.subjectName
        var material = data.revocation
        material.add(store)
        let path = await trust(certificate, data.certificates, at: proven ?? date, material, .documentSigning)
        found.report.trust = .init(path.trust)
        let isRevoked = path.problems.contains { $0.code == .revoked }
        if isRevoked { found.isWrong = true }
        for problem in path.problems { found.note(problem.detail) }
        let covered = found.covered
        let later = cases.filter { $0.token != nil && $0.covered > covered && $0.report.integrity == .intact }
        let isAnswered = await hasMaterial(certificate, data.certificates, at: proven ?? date, store, .documentSigning)
        let facts = BaselineFacts(
            found: found,
            data: data,
            signer: signer,
            hasTimestamp: stamped.isThere || later.contains { $0.covered > 0 },
            hasMaterial: stamped.hasMaterial && isAnswered,
            hasArchiveTimestamp: later.contains { $0.coversStore }
        )
        found.report.level = facts.level
    }

    /// Takes over what the signed message is worth.
    func apply(_ judgement: SignatureJudgement, to found: inout SignatureCase) {
        for problem in judgement.problems { found.note(problem.detail) }
        switch judgement.integrity {
        case .intact: if !found.isWrong { found.report.integrity = .intact }
        case .broken: (found.isWrong, found.report.integrity) = (true, .broken)
        case .indeterminate: found.isDoubtful = true
        }
        for problem in judgement.problems {
            switch problem.code {
            // Content that lies in the message is shown by some programs and signed for none.
            case .contentForm: found.fail(problem.detail)
            case .weakAlgorithm: found.isDoubtful = true
            default: break
            }
        }
        found.report.signer = judgement.certificate?.subjectName ?? found.report.signer
    }

    /// Judges a certificate, with what may be fetched.
    func trust(
        _ certificate: Certificate,
        _ known: [Certificate],
        at time: Date,
        _ material: RevocationMaterial,
        _ purpose: CertificatePurpose
    ) async -> PathResult {
        let validator = PathValidator(anchors: anchors)
        let first = await validator.validate(certificate, intermediates: known, at: time, revocation: material, purpose: purpose)
        guard let transport, !(first.trust == .trusted && first.isRevocationKnown) else { return first }
        let collector = RevocationCollector()
        let further = await collector.issuers(of: certificate, known: known + anchors, transport: transport)
        var all = material
        let second = await validator.validate(certificate, intermediates: known + further, at: time, revocation: all, purpose: purpose)
        // An answer that says that a certificate was revoked counts as much as a good one.
        all.add(await collector.answers(about: second.chain, transport: transport, at: date))
        return await validator.validate(certificate, intermediates: known + further, at: time, revocation: all, purpose: purpose)
    }

    /// Whether the document's store has an answer about each certificate of the chain, whether or not its root is trusted.
    func hasMaterial(
        _ certificate: Certificate,
        _ known: [Certificate],
        at time: Date,
        _ store: RevocationMaterial,
        _ purpose: CertificatePurpose
    ) async -> Bool {
        guard !(store.crls.isEmpty && store.ocspResponses.isEmpty) else { return false }
        let stored = store.certificates.prefix(512).compactMap { try? Certificate(der: $0) }
        let roots = (known + stored).filter { $0.issuer == $0.subject }
        let path = await PathValidator(anchors: anchors + roots)
            .validate(certificate, intermediates: known, at: time, revocation: store, purpose: purpose)
        return path.isRevocationKnown
    }
}

extension SignatureReport.Trust {
    init(_ trust: PathResult.Trust) {
        switch trust {
        case .trusted: self = .trusted
        case .untrusted: self = .untrusted
        case .unknown: self = .unknown
        }
    }
}
