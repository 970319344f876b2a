import Foundation
import ParaphEncoding
import ParaphInk
import ParaphPAdES
import ParaphPDF
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import X509

/// Makes certificates of what the history of a document tells its reader, sealed by the instance.
struct EvidenceService: Sendable {
    let environment: DocumentsEnvironment
    /// Where one certificate is laid out at a time, while a few wait, and parties take turns: a long history takes a core for a moment, and everyone
    /// who holds a link may ask.
    private let limiter = ConcurrencyLimiter(Self.limiter)
    /// What the ledger tells of already.
    private let certified = CertifiedHistories()

    init(environment: DocumentsEnvironment) {
        self.environment = environment
    }

    /// How many certificates are made at a time, and how many callers wait.
    static let limiter = ConcurrencyLimiter.Limits(width: 1, queue: 32)

    /// The places that a caller takes at the limiter: strangers have few of a network, at a document and all together, so that people who signed in
    /// never wait behind more than those.
    static func places(of documentID: String, for personID: String?, from network: String?) -> [ConcurrencyLimiter.Place] {
        if let personID { return [ConcurrencyLimiter.Place(of: personID, most: 2, visits: 20)] }
        let shared = [ConcurrencyLimiter.Place(of: "document \(documentID)", most: 2), ConcurrencyLimiter.Place(of: "strangers", most: 8)]
        return (network.map { [ConcurrencyLimiter.Place(of: "network \($0)", most: 2, visits: 10)] } ?? []) + shared
    }

    /// The most pictures of one certificate, and the most bytes of them together.
    static let mostPictures = 100
    static let pictureBytes = 20_000_000

    /// The most drawings of one certificate, and the most curves and lines of them together: ten megabytes, before they are compressed.
    static let mostDrawings = 250
    static let drawingElements = 300_000

    /// The certificate of a document: a PDF with what the history shows the same reader, signed on the level PAdES B-T.
    ///
    /// The ledger notes the hash of every certificate that a person has made; of those for strangers one of each state of a history, on each node,
    /// for a link is enough for any number of them.
    /// - Throws: a `Problem` where the history is not for the reader, and where too many ask; `StorageError`, `TrustError`, `PAdESError`.
    func certificate(of documentID: String, for personID: String?, from network: String? = nil, in language: Language) async throws
        -> [UInt8]
    {
        let found = try await HistoryService(environment: environment).found(documentID, for: personID)
        // What all certificates are made of may be missing for some languages only.
        guard language != .ru || !environment.fonts.isEmpty else { throw Problem.noFonts }
        let now = environment.time.now()
        // Pictures are many bytes, and seals are work: a caller that waits for its turn holds none and costs nothing.
        let file: [UInt8]
        do {
            file = try await limiter.run(at: Self.places(of: documentID, for: personID, from: network)) {
                try await make(of: found, at: now, in: language)
            }
        } catch let refusal as ConcurrencyLimiter.Refusal {
            throw Problem.tooMany(retryAfter: refusal == .visits ? 60 : 5)
        }
        if personID == nil, try !certified.isNew(found.history) { return file }
        let details = ["digest": Hexadecimal.encode(DigestAlgorithm.sha256.digest(of: file))]
        try await environment.database.write { tx in
            try AuditStore.append(.evidenceMade, actor: personID ?? "stranger", subject: documentID, details: details, at: now, in: tx)
        }
        return file
    }

    private func make(of found: HistoryService.Found, at now: Timestamp, in language: Language) async throws -> [UInt8] {
        let identity = try await environment.authority.seal()
        let settings = environment.authority.settings
        let evidence = Evidence(
            history: found.history,
            isComplete: found.isComplete,
            showsDetails: environment.settings.linkShows == .everything,
            pictures: try await pictures(of: found.history),
            drawings: try await drawings(of: found.history),
            registry: settings.publicURL ?? settings.host,
            address: settings.publicURL.map { "\($0)/documents/?documentid=\(PercentEncoding.encode(found.history.id))" },
            authority: identity.certificate.organisation ?? settings.host,
            root: try identity.chain.last?.fingerprint() ?? "",
            madeAt: now,
            language: language
        )
        return try await sealed(try EvidenceLayout.file(evidence, environment.fonts, id: Self.fileID()), by: identity, evidence)
    }

    private func sealed(_ bytes: [UInt8], by identity: SigningIdentity, _ evidence: Evidence) async throws -> [UInt8] {
        var request = SignatureRequest(time: evidence.madeAt.date)
        request.level = .timestamped
        request.name = evidence.authority
        request.reason = evidence.word(.title)
        request.certification = .nothing
        let signer = DocumentSigner(identity, timestamps: AuthorityTimestamps(authority: environment.authority))
        return try await signer.sign(try PDFFile(PDFBytes(bytes)), request).bytes
    }

    /// The pictures that the reader may see, the first ones as far as they are not too many.
    private func pictures(of history: DocumentHistory) async throws -> [String: SignatoryPicture] {
        let signatures = history.versions.flatMap(\.signatures).filter { $0.photoOrientation != nil }
        var pictures: [String: SignatoryPicture] = [:]
        var seen: Set<[UInt8]> = []
        var left = Self.pictureBytes
        for signature in signatures.prefix(Self.mostPictures) {
            // A picture that is lost, or whose person is just leaving, must not keep the rest from the caller.
            guard let picture = try? await environment.signatories.picture(ofSignature: signature.id) else { continue }
            if !seen.contains(picture.bytes) {
                guard picture.bytes.count <= left else { continue }
                left -= picture.bytes.count
                seen.insert(picture.bytes)
            }
            pictures[signature.id] = picture
        }
        return pictures
    }

    /// The drawings that the reader may see, the first ones as far as they are not too many.
    private func drawings(of history: DocumentHistory) async throws -> [String: InkDrawing] {
        let ids = history.versions.flatMap(\.signatures).filter { $0.hasInk == true }.map(\.id).prefix(Self.mostDrawings)
        let found = try await environment.signatories.drawings(ofSignatures: Array(ids))
        var drawings: [String: InkDrawing] = [:]
        var left = Self.drawingElements
        for id in ids {
            guard let drawing = found[id], drawing.knotCount <= left else { continue }
            let size = drawing.outline.elements.count
            guard size <= left else { continue }
            left -= size
            drawings[id] = drawing
        }
        return drawings
    }

    private static func fileID() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

extension Problem {
    fileprivate static let noFonts = Problem(
        code: .noFonts,
        title: "This server has no font for this language",
        detail: "Whoever runs it can install Debian’s package fonts-dejavu-core and start it again. English and French can be had now."
    )
}
