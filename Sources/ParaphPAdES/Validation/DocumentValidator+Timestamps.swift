import Foundation
import ParaphPDF
import ParaphTrust
import X509

/// What the timestamps within a signature prove.
struct StampedTimes {
    /// The earliest time of one that is trusted.
    var proven: Date?
    /// Whether one is whole, whether or not its maker is trusted.
    var isThere = false
    /// Whether the document's store has all that judging their certificates needs.
    var hasMaterial = true
}

extension DocumentValidator {
    /// Judges a document timestamp (ISO 32000-2, 12.8.5).
    func judgeTimestamp(_ cases: inout [SignatureCase], _ index: Int, _ store: RevocationMaterial) async {
        var found = cases[index]
        defer { cases[index] = found }
        guard let token = found.token, found.covered > 0 else { return }
        apply(token.judge(), to: &found)
        found.report.time = token.time.rfc3339
        if let algorithm = token.imprintAlgorithm {
            if found.digest(algorithm)?.bytes != token.imprint { found.fail("The document is not what was timestamped.") }
        }
        guard let signer = token.signedData.signers.first, let certificate = try? signer.certificate() else { return }
        if let problem = implausibility(of: token, certificate) { return found.doubt(problem) }
        let time = provenTime(cases, of: index) ?? date
        var material = token.signedData.revocation
        material.add(store)
        let path = await trust(certificate, token.signedData.certificates, at: time, material, .timestamping)
        found.report.trust = .init(path.trust)
        if path.problems.contains(where: { $0.code == .revoked }) { found.isWrong = true }
        for problem in path.problems { found.note(problem.detail) }
        if found.report.integrity == .intact, !found.isWrong, path.trust == .trusted { found.provenTime = token.time }
    }

    /// Judges the timestamps that travel with a signature; gives the earliest that can be trusted.
    func judgeTimestamps(
        of signer: Signer,
        _ cases: [SignatureCase],
        _ index: Int,
        _ store: RevocationMaterial,
        _ found: inout SignatureCase
    ) async -> StampedTimes {
        var times = StampedTimes()
        let tokens: [TimestampToken]
        do throws(TrustError) {
            tokens = try signer.timestamps()
        } catch {
            found.note("The signature's timestamp cannot be read: \(error)")
            return times
        }
        for token in tokens.prefix(16) {
            let judgement = token.judge()
            guard judgement.integrity == .intact, token.imprintMatches(signer.signature) else {
                found.doubt("A timestamp within the signature is not one of it, or was altered.")
                for problem in judgement.problems { found.note(problem.detail) }
                continue
            }
            guard let certificate = judgement.certificate else { continue }
            if let problem = implausibility(of: token, certificate) {
                found.doubt(problem)
                continue
            }
            let time = provenTime(cases, of: index) ?? date
            var material = token.signedData.revocation
            material.add(store)
            let path = await trust(certificate, token.signedData.certificates, at: time, material, .timestamping)
            for problem in path.problems { found.note("Timestamp: \(problem.detail)") }
            times.isThere = true
            if await !hasMaterial(certificate, token.signedData.certificates, at: time, store, .timestamping) { times.hasMaterial = false }
            guard path.trust == .trusted else {
                found.note("The timestamp within the signature, of \(token.time.rfc3339), is by nobody who is trusted.")
                continue
            }
            times.proven = min(times.proven ?? token.time, token.time)
        }
        return times
    }

    /// Why a time cannot be that of an authority's certificate; nil where it can.
    private func implausibility(of token: TimestampToken, _ certificate: Certificate) -> String? {
        let text = token.time.rfc3339
        // Clocks differ, but not by more.
        if token.time > date.addingTimeInterval(600) { return "The timestamp is of a time to come, \(text)." }
        if token.time < certificate.notValidBefore || token.time > certificate.notValidAfter {
            return "The timestamp is of \(text), when the certificate of \(certificate.subjectName) was not valid."
        }
        return nil
    }
}
