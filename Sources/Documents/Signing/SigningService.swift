import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit

/// Signs documents that stay in the browser: takes note of their hashes, and seals digests that a device authorised.
struct SigningService: Sendable {
    let environment: DocumentsEnvironment

    /// The most signatures that are saved at once.
    static let mostSignatures = 100

    private var registry: DocumentRegistry { DocumentRegistry(environment: environment) }

    /// Takes note of a version.
    ///
    /// A file that is new here is registered first, in the same unit of work. The same save sent again changes nothing.
    /// - Throws: a `Problem`, with nothing written.
    func save(_ save: DocumentSave, personID: String) async throws -> SavedDocument {
        let hash = try Self.hash(save.hash, "hash")
        let previous = try save.previousHash.map { try Self.hash($0, "previousHash") }
        let signatures = save.signatures ?? []
        guard signatures.count <= Self.mostSignatures else {
            throw Problem.invalid("signatures", .count, "must be at most \(Self.mostSignatures)")
        }
        for id in signatures { try Self.checkID(id, "signatures") }
        if let id = save.documentId { try Self.checkID(id, "documentId") }
        do {
            let saved = try await environment.database.write { [environment, registry] tx in
                guard let person = try environment.signatories.person(personID, in: tx), person.isActive else {
                    throw Problem.unauthenticated()
                }
                let document = try save.documentId ?? signatures.first.flatMap { try SealStore.find($0, in: tx)?.documentID }
                for id in signatures {
                    guard let seal = try SealStore.find(id, in: tx), seal.personID == personID, seal.previous == previous,
                        seal.documentID == document, seal.fileID == nil
                    else { throw Problem.unsealed }
                }
                let wanted = DocumentRegistry.Save(
                    previous: previous,
                    hash: hash,
                    signatures: signatures,
                    documentID: document
                )
                return try registry.save(wanted, by: person, through: .webApp, in: tx)
            }
            return SavedDocument(id: saved.documentID, isFork: saved.isFork)
        } catch let refusal as SaveRefusal {
            throw refusal.problem
        }
    }

    /// Seals a digest for a signature on a version of a document.
    ///
    /// A signature is good for one digest. The same request sent again, as after an answer that was lost, is judged again but for a passkey's
    /// counter, which went on with it.
    func seal(_ request: SealRequest, documentID: String, personID: String) async throws -> DocumentSeal {
        let previous = try Self.hash(request.previousHash, "previousHash")
        guard request.previousHash == previous.text else {
            throw Problem.invalid("previousHash", .malformed, "must be in lower case")
        }
        guard request.digest.bytes.count == 32 else { throw Problem.invalid("digest", .malformed, "must be a SHA-256: 32 bytes") }
        try Self.checkID(request.signatureId, "signatureId")
        guard Self.isID(documentID) else { throw Problem.notFound("document") }
        let seal = SealStore.Record(
            signatureID: request.signatureId,
            documentID: documentID,
            personID: personID,
            previous: previous,
            digest: request.digest.bytes,
            at: environment.time.now(),
            accepted: try request.fingerprint
        )
        let memory = SealMemory(remembers: { try Self.isNoted(seal, in: $0) }, remember: { try note(seal, in: $0) })
        try await environment.authorizations.authorize(request, personID: personID, memory: memory)
        // Where no counter was kept, nothing was noted with it.
        try await environment.database.write { [authorizations = environment.authorizations] tx in
            try authorizations.requireDevices(ofSignature: seal.signatureID, personID: personID, in: tx)
            try note(seal, in: tx)
        }
        return DocumentSeal(contents: Base64URL(try await environment.authority.seal(digest: request.digest.bytes)))
    }

    /// Whether this very request was authorised before.
    private static func isNoted(_ seal: SealStore.Record, in tx: any ReadTransaction) throws -> Bool {
        guard let known = try SealStore.find(seal.signatureID, in: tx) else { return false }
        return known.isSame(as: seal) && known.accepted == seal.accepted
    }

    /// Notes a digest that a device authorised, and the request by which it did.
    ///
    /// - Throws: a `Problem` where there is no such version, or the signature stands on something else; nothing is written then.
    private func note(_ seal: SealStore.Record, in tx: any WriteTransaction) throws {
        let version = try environment.store.version(of: seal.documentID, hash: seal.previous, in: tx)
        guard version != nil else { throw Problem.notFound("document") }
        if let known = try SealStore.find(seal.signatureID, in: tx) {
            guard known.isSame(as: seal) else { throw Problem.usedSignature }
            if let accepted = seal.accepted, known.accepted != accepted { try SealStore.accept(accepted, for: seal.signatureID, in: tx) }
            return
        }
        try SealStore.insert(seal, in: tx)
        let details = ["signature": seal.signatureID, "digest": Base64URL(seal.digest).text]
        try AuditStore.append(.documentSealed, actor: seal.personID, subject: seal.documentID, details: details, at: seal.at, in: tx)
    }

    /// Whether a text may be an id: no column holds NUL.
    private static func isID(_ text: String) -> Bool { (1...200).contains(text.utf8.count) && !text.utf8.contains(0) }

    private static func checkID(_ text: String, _ field: String) throws {
        guard isID(text) else { throw Problem.invalid(field, .malformed, "must be 1 to 200 bytes, none of them NUL") }
    }

    private static func hash(_ text: String, _ field: String) throws -> DocumentHash {
        guard text.utf8.count == 64, let hash = DocumentHash(text) else {
            throw Problem.invalid(field, .malformed, "must be a SHA-256: 64 hexadecimal digits")
        }
        return hash
    }
}

extension SigningApp {
    /// Our own web app, which has no key.
    static let webApp = SigningApp(id: webAppID, name: "Paraph")

    /// The id under which signatures count that were drawn in our own web app.
    public static let webAppID = "paraph"
}

extension SealStore.Record {
    /// Whether both are one person's seal on the same, which stays in the browser.
    fileprivate func isSame(as other: Self) -> Bool {
        personID == other.personID && documentID == other.documentID && digest == other.digest && fileID == nil && other.fileID == nil
    }
}

extension SealRequest {
    /// The SHA-256 of the request, by which it is known where it comes again.
    var fingerprint: [UInt8] {
        get throws { DigestAlgorithm.sha256.digest(of: try JSONBody.encode(self)) }
    }
}

extension Problem {
    static let usedSignature = Problem.conflict(
        .usedSignature,
        "This signature is sealed on something else already; each is good once. Sign again."
    )

    fileprivate static let unsealed = Problem.conflict(
        .unsealed,
        "A signature was not sealed for this document by this person; seal it first."
    )
}

extension SaveRefusal {
    /// The refusal as the native API tells it.
    var problem: Problem {
        let names = ["previous_hash": "previousHash", "document_hash": "hash", "documentid": "documentId"]
        let name = names[parameter] ?? parameter
        return Problem(
            code: code,
            title: "The document is not saved",
            detail: "\(name) \(detail)",
            fields: [Problem.Field(name: name, code: FieldCode(rawValue: code.rawValue), detail: detail)]
        )
    }
}
