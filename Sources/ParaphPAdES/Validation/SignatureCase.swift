import Foundation
import ParaphPDF
import ParaphTrust
import X509

/// A signature while it is judged.
struct SignatureCase {
    /// The signature as the state has it that it covers; as the newest state has it where there is no such state.
    let signature: PDFSignature
    /// How many bytes of the file it covers.
    let covered: Int
    /// What it signs, in two parts.
    let parts: (PDFBytes, PDFBytes)?
    let subFilter: String?
    /// When the signer says that it was.
    let claimed: Date?
    var report: SignatureReport
    /// The timestamp, for a document timestamp.
    var token: TimestampToken?
    /// Whether the state that it covers has a store of validation data.
    let coversStore: Bool
    /// When it was, where this is a trusted document timestamp.
    var provenTime: Date?
    /// Whether something is known to be wrong.
    var isWrong = false
    /// Whether something is not known to be right.
    var isDoubtful = false

    init(_ found: PDFSignature, _ history: PDFHistory) throws(PDFError) {
        let file = history.file
        let signed = try history.signedVersion(of: found)
        signature = signed ?? found
        parts = found.signedParts(of: file)
        let state: PDFFile
        switch found.coverage {
        case .revision(let length):
            covered = length
            state = signed == nil ? file : try history.state(length: length)
        default:
            covered = found.coverage == .document ? file.bytes.count : 0
            state = file
        }
        subFilter = try state.resolve(signature.dictionary["SubFilter"]).name?.description
        claimed = try state.resolve(signature.dictionary["M"]).string.flatMap { Date(pdf: $0.text) }
        coversStore = try state.resolve(state.catalog()?["DSS"]).dictionary != nil
        report = SignatureReport(signature, isWhole: found.coverage == .document)
        if found.coverage == .broken {
            fail("What the signature covers leaves out or adds something: the file was altered.")
        } else if signed == nil {
            fail("The part of the file that is signed holds no such signature.")
        }
        if state.isRepaired { doubt("What was signed is damaged, so that programs may show it differently.") }
        if signature.kind == .timestamp {
            do throws(TrustError) {
                token = try TimestampToken(der: signature.contents)
            } catch {
                fail("The timestamp cannot be read: \(error)")
            }
        }
        for other in history.signatures where other.byteRange == found.byteRange && !other.byteRange.isEmpty {
            let names = (other.field.reference, found.field.reference)
            if names.0 != names.1 { fail("Two fields show the same signature.") }
        }
    }

    /// A signature that a later revision took away.
    init(removed signature: PDFSignature) {
        self.signature = signature
        (covered, parts, subFilter, claimed, coversStore) = (0, nil, nil, nil, false)
        report = SignatureReport(signature, isWhole: false)
        fail("A later revision of the file took this signature away.")
    }

    mutating func fail(_ problem: String) {
        isWrong = true
        report.integrity = .broken
        note(problem)
    }

    mutating func doubt(_ problem: String) {
        isDoubtful = true
        note(problem)
    }

    mutating func note(_ problem: String) { if !report.problems.contains(problem) { report.problems.append(problem) } }

    /// Digests what it signs.
    func digest(_ algorithm: DigestAlgorithm) -> ContentDigest? {
        guard let parts else { return nil }
        var digester = Digester(algorithm)
        parts.0.withBytes { digester.update(UnsafeRawBufferPointer($0)) }
        parts.1.withBytes { digester.update(UnsafeRawBufferPointer($0)) }
        return digester.contentDigest()
    }

    /// Judges what was changed afterwards, and with it the whole.
    mutating func finish(_ history: PDFHistory) {
        let found = history.signatures.first { $0.byteRange == signature.byteRange && $0.contents == signature.contents }
        var verdict: PDFChanges.Verdict? = .forbidden
        if let found {
            do throws(PDFError) {
                let changes = try history.changes(since: found)
                verdict = changes.verdict
                report.places = changes.items
                report.changes.items = changes.items.map {
                    .init(kind: $0.kind.rawValue, page: $0.page, detail: $0.detail, verdict: $0.verdict.name, remark: $0.isRemarkable)
                }
            } catch {
                if error.isLimit { verdict = nil }
                note("What was changed afterwards \(error.isLimit ? "could not be checked in time" : "cannot be told"): \(error)")
            }
        } else {
            report.changes.items = [
                .init(kind: "signature", page: nil, detail: "The signature was removed", verdict: PDFChanges.Verdict.forbidden.name)
            ]
        }
        report.changes.verdict = verdict?.name ?? SignatureReport.Changes.unknown
        if verdict == .forbidden { isWrong = true }
        if verdict == nil || verdict == .suspicious || report.trust != .trusted { isDoubtful = true }
        report.verdict = isWrong ? .invalid : isDoubtful ? .indeterminate : .valid
    }
}

extension SignatureReport {
    init(_ signature: PDFSignature, isWhole: Bool) {
        field = signature.field.name
        type =
            switch signature.kind {
            case .approval: .approval
            case .certification: .certification
            case .timestamp: .timestamp
            }
        integrity = .unknown
        coverage = isWhole ? .document : .revision
        trust = .unknown
        changes = Changes(verdict: "forbidden", items: [])
        problems = []
    }
}
