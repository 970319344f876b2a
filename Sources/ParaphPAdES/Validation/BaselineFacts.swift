import ParaphPDF
import ParaphTrust

/// What the level of a signature follows from (EN 319 142-1, clause 6.3).
struct BaselineFacts {
    let found: SignatureCase
    let data: SignedData
    let signer: Signer
    /// Whether a timestamp proves when it was there.
    let hasTimestamp: Bool
    /// Whether the document's store answers for all certificates.
    let hasMaterial: Bool
    /// Whether a document timestamp covers that store.
    let hasArchiveTimestamp: Bool

    /// The highest level whose requirements are met, `none` where not even those of B-B are.
    var level: String {
        guard isBasic else { return "none" }
        guard hasTimestamp else { return "B-B" }
        guard hasMaterial else { return "B-T" }
        return hasArchiveTimestamp ? "B-LTA" : "B-LT"
    }

    private var isBasic: Bool {
        let dictionary = found.signature.dictionary
        guard found.subFilter == "ETSI.CAdES.detached", dictionary["Filter"] != nil, dictionary["M"] != nil, dictionary["Cert"] == nil
        else {
            return false
        }
        guard signer.hasSignedAttributes, data.enclosedContent == nil, signer.claimedTime == nil, data.signers.count == 1 else {
            return false
        }
        guard (try? signer.certificate()) != nil else { return false }
        return signer.signingCertificateV2Count == 1 || (signer.namesCertificate && signer.digestAlgorithm == .sha1)
    }
}
