import ParaphPDF
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit

extension KeptSigningService {
    /// A draft that can be completed, as far as is known before the device is asked.
    private struct Plan {
        let draft: KeptDraftStore.Record
        let base: KeptVersion
        let parts: [KeptPart]
        let update: [UInt8]
    }

    /// What a request stands for: one to be worked on, or one that was done before.
    private enum Standing {
        case open(Plan)
        case done(KeptDocument)
    }

    /// Seals a draft that the device authorised, and keeps the signed file: signature, seal, registry entry and file, or nothing.
    ///
    /// The same request sent again, as after an answer that was lost, is answered the same.
    /// - Throws: a `Problem`: `signedMeanwhile` where another version came since, `draftExpired`, `signatureUsed`; nothing is written then.
    func complete(_ request: SealRequest, draftID: String, keptID: String, personID: String) async throws -> KeptDocument {
        let standing = try await environment.database.read { [self] tx in
            try self.standing(request, draftID: draftID, keptID: keptID, personID: personID, in: tx)
        }
        let plan: Plan
        switch standing {
        case .done(let document): return document
        case .open(let found): plan = found
        }
        try await authorize(request, for: plan.draft)
        let start = plan.base.size
        guard var written = PDFUpdate.Written(appended: plan.update, contents: plan.draft.contents, startOfAppended: start) else {
            throw StorageError(.corrupt, "the draft \(plan.draft.id) does not fit its document")
        }
        // The seal may have grown since, where the organisation's certificate is another one: then there is no room for it.
        guard written.fill(try await environment.authority.seal(digest: plan.draft.digest), startOfAppended: start) else {
            throw Problem.draftExpired
        }
        let signed = written.appended
        let hash = try await hash(of: plan.base, plan.parts, with: signed)
        let part = try await environment.contents.store(signed)
        do {
            return try await environment.database.write { [self] tx in
                let standing = try self.standing(request, draftID: draftID, keptID: keptID, personID: personID, in: tx)
                guard case .open(let plan) = standing else {
                    throw Overtaken()
                }
                return try keep(plan, part, hash, personID: personID, in: tx)
            }
        } catch is Overtaken {
            // The same request came twice at once, and the other one was first.
            await environment.contents.discard([part.address])
            return try await complete(request, draftID: draftID, keptID: keptID, personID: personID)
        } catch let problem as Problem {
            // Thrown before the commit, so that no row names the part. What failed otherwise is left to the sweep: it may have been committed.
            await environment.contents.discard([part.address])
            throw problem
        }
    }

    /// Has the device's words judged, once: they may come again, as after an answer that was lost.
    private func authorize(_ request: SealRequest, for draft: KeptDraftStore.Record) async throws {
        let hash = try request.fingerprint
        guard draft.accepted != hash else { return }
        let memory = SealMemory(
            remembers: { try KeptDraftStore.accepts(hash, for: draft.id, in: $0) },
            remember: { try KeptDraftStore.accept(hash, for: draft.id, in: $0) }
        )
        try await environment.authorizations.authorize(request, personID: draft.personID, memory: memory)
    }

    /// That the draft was completed meanwhile.
    private struct Overtaken: Error {}

    private func standing(
        _ request: SealRequest,
        draftID: String,
        keptID: String,
        personID: String,
        in tx: any ReadTransaction
    ) throws -> Standing {
        let (document, _) = try readable(keptID, by: personID, in: tx)
        guard let draft = try drafts.find(draftID, on: keptID, of: personID, in: tx) else { throw Problem.notFound("draft") }
        guard request.signatureId == draft.signatureID else { throw Problem.invalid("signatureId", "other", "is not the draft's") }
        guard request.previousHash == draft.seen.text else { throw Problem.invalid("previousHash", "other", "is not the draft's") }
        guard request.digest.bytes == draft.digest else { throw Problem.invalid("digest", "other", "is not the draft's") }
        if let number = draft.version {
            guard let version = try environment.kept.version(number, of: keptID, in: tx) else { throw Problem.notFound("document") }
            return .done(try answer(document, at: version, for: personID, in: tx))
        }
        guard environment.time.now() < draft.expiresAt else { throw Problem.draftExpired }
        try check(draft.signatureID, drawnFor: draft.seen, by: personID, in: tx)
        guard let base = try environment.kept.newestVersion(of: keptID, in: tx), base.number == draft.base,
            document.documentID == nil || document.documentID == draft.documentID
        else { throw Problem.signedMeanwhile }
        let update = try drafts.update(of: draft, in: tx)
        return .open(Plan(draft: draft, base: base, parts: try environment.kept.parts(of: base, in: tx), update: update))
    }

    /// The SHA-256 of a version with more behind it, read piece by piece.
    private func hash(of base: KeptVersion, _ parts: [KeptPart], with more: [UInt8]) async throws -> DocumentHash {
        var digester = Digester(.sha256)
        for try await piece in environment.contents.read(parts, range: 0..<base.size) { piece.withUnsafeBytes { digester.update($0) } }
        guard DocumentHash(sha256: digester.finalize()) == base.hash else {
            throw StorageError(.corrupt, "a version of the kept document \(base.keptID) is damaged; restore it from a backup")
        }
        more.withUnsafeBytes { digester.update($0) }
        return DocumentHash(sha256: digester.finalize())
    }

    /// Writes registry entries, seal, part, version and ledger.
    private func keep(_ plan: Plan, _ part: SealedContent, _ hash: DocumentHash, personID: String, in tx: any WriteTransaction) throws
        -> KeptDocument
    {
        let (draft, now) = (plan.draft, environment.time.now())
        let (_, person) = try readable(draft.keptID, by: personID, in: tx)
        // What a device authorised is asked of it once; it may have been removed since.
        try environment.authorizations.requireDevices(ofSignature: draft.signatureID, personID: personID, in: tx)
        do {
            try registry.ensure(plan.base.hash, in: draft.documentID, by: person, through: .webApp, in: tx)
            let save = DocumentRegistry.Save(
                previous: plan.base.hash,
                hash: hash,
                signatures: [draft.signatureID],
                documentID: draft.documentID
            )
            _ = try registry.save(save, by: person, through: .webApp, in: tx)
        } catch let refusal as SaveRefusal {
            throw refusal.problem
        }
        let seal = SealStore.Record(
            signatureID: draft.signatureID,
            documentID: draft.documentID,
            personID: personID,
            previous: draft.seen,
            digest: draft.digest,
            at: now,
            keptID: draft.keptID
        )
        try SealStore.insert(seal, in: tx)
        let version = try environment.kept.append(
            part,
            to: plan.base,
            hash: hash,
            documentID: draft.documentID,
            signatureID: draft.signatureID,
            facts: draft.facts,
            person: person,
            at: now,
            in: tx
        )
        guard let version else { throw Problem.signedMeanwhile }
        guard try drafts.finish(draft, as: version.number, in: tx) else { throw Overtaken() }
        let details = ["signature": draft.signatureID, "digest": Base64URL(draft.digest).text, "kept": draft.keptID]
        try AuditStore.append(.documentSealed, actor: personID, subject: draft.documentID, details: details, at: now, in: tx)
        let (document, _) = try readable(draft.keptID, by: personID, in: tx)
        if document.ownerID != personID {
            try environment.people.tell(document.ownerID, signedBy: personID, in: document.id, named: document.name, in: tx)
        }
        return try answer(document, at: version, for: personID, in: tx)
    }

    /// The document as it was when a version was new.
    private func answer(_ document: KeptDocumentRecord, at version: KeptVersion, for personID: String, in tx: any ReadTransaction) throws
        -> KeptDocument
    {
        KeptDocument(
            id: document.id,
            name: document.name,
            size: version.size,
            received: version.size,
            hash: version.hash.text,
            version: version.number,
            document: document.documentID,
            isOwn: document.ownerID == personID,
            owner: try environment.signatories.person(document.ownerID, in: tx)?.name ?? "",
            signer: version.person,
            signatures: version.facts?.signatures,
            openFields: version.facts?.openFields,
            isSignedByMe: try environment.kept.isSigned(document.id, by: personID, upTo: version.number, in: tx),
            changed: version.at
        )
    }
}
