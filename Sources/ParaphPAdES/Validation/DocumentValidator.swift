public import Foundation
public import ParaphPDF
public import ParaphTrust
public import X509

/// Judges the signatures of PDF files (EN 319 102-1, ISO 32000-2, 12.8).
///
/// Each signature is judged as the state of the file has it that it covers; what came later is compared and judged apart. Whatever cannot be
/// read, checked or explained counts against it. Nothing is fetched unless a transport is given.
///
/// ```swift
/// let report = try await DocumentValidator(anchors: trusted).validate(file)
/// ```
public struct DocumentValidator: Sendable {
    /// What is trusted.
    public let anchors: [Certificate]
    /// What fetches answers about revocation, and issuers' certificates; without it nothing is fetched.
    public let transport: (any Transport)?
    /// When it is judged.
    public let date: Date
    /// The fonts by which forms are filled, as `PDFHistory.fonts` of ParaphPDF says.
    public let fonts: [TrueTypeFont]

    /// Trusts some certificates, and what is filled in with some fonts.
    public init(anchors: [Certificate], transport: (any Transport)? = nil, date: Date = Date(), fonts: [TrueTypeFont] = []) {
        self.anchors = anchors
        self.transport = transport
        self.date = date
        self.fonts = fonts
    }

    /// Judges all signatures of a file.
    ///
    /// - Throws: `document` where the file cannot be read, or is locked.
    public func validate(_ file: PDFFile) async throws(PAdESError) -> ValidationReport {
        if file.isLocked { throw PAdESError(.document, "The file is encrypted, and the password does not open it.") }
        do throws(PDFError) {
            let history = try PDFHistory(file, fonts: fonts)
            var cases = try history.signatures.map { signature throws(PDFError) in try SignatureCase(signature, history) }
            cases += try Self.removed(history)
            // Later timestamps prove that earlier ones, and their keys, were there in time.
            let store = try file.securityStore()
            for index in cases.indices.reversed() where cases[index].token != nil {
                await judgeTimestamp(&cases, index, store)
            }
            for index in cases.indices where cases[index].token == nil { await judgeSignature(&cases, index, store) }
            for index in cases.indices { cases[index].finish(history) }
            return ValidationReport(cases.map(\.report))
        } catch {
            throw PAdESError(.document, "\(error)", cause: error)
        }
    }

    /// Signatures that an earlier revision had and the newest has not.
    private static func removed(_ history: PDFHistory) throws(PDFError) -> [SignatureCase] {
        var cases: [SignatureCase] = []
        for revision in history.revisions.dropLast().suffix(64) {
            let state: PDFFile
            do throws(PDFError) {
                state = try history.state(length: revision.length)
            } catch {
                guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
                continue
            }
            for signature in try state.signatures() where signature.coverage == .document {
                let isThere = history.signatures.contains { $0.byteRange == signature.byteRange && $0.contents == signature.contents }
                if !isThere { cases.append(SignatureCase(removed: signature)) }
            }
        }
        return cases
    }

    /// The best time that is proved for what a state holds: the earliest of the trusted timestamps that cover it.
    func provenTime(_ cases: [SignatureCase], of index: Int) -> Date? {
        var best: Date?
        for other in cases where other.covered > cases[index].covered {
            guard let time = other.provenTime else { continue }
            best = min(best ?? time, time)
        }
        return best
    }
}
