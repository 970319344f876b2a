import ParaphPDF
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit

extension FileSigningService {
    /// A draft that can be completed, as far as is known before the device is asked.
    private struct Plan {
        let draft: FileDraftStore.Record
        let base: SignableVersion
        let content: any AsyncSequence<[UInt8], any Error> & Sendable
        let update: [UInt8]
    }

    /// What a request stands for: one to be worked on, or one that was done before.
    private enum Standing {
        case open(Plan)
        case done(StoredFile)
    }

    /// Seals a draft that the device authorised, and keeps the signed file: signature, seal, registry entry and file, or nothing.
    ///
    /// The same request sent again, as after an answer that was lost, is answered the same.
    /// - Throws: a `Problem`: `signedMeanwhile` where another version came since, `changedSince` where that shows something else than what was read,
    ///   `draftExpired`, `usedSignature`; nothing is written then.
    func complete(_ request: SealRequest, draftID: String, fileID: String, personID: String) async throws -> StoredFile {
        let standing = try await environment.database.read { [self] tx in
            try self.standing(request, draftID: draftID, fileID: fileID, personID: personID, in: tx)
        }
        let plan: Plan
        switch standing {
        case .done(let file): return file
        case .open(let found): plan = found
        }
        try await authorize(request, for: plan.draft)
        let start = plan.base.size
        guard var written = PDFUpdate.Written(appended: plan.update, contents: plan.draft.contents, startOfAppended: start) else {
            throw StorageError(.corrupt, "the draft \(plan.draft.id) does not fit its file")
        }
        // The seal may have grown since, where the organisation's certificate is another one: then there is no room for it.
        guard written.fill(try await environment.authority.seal(digest: plan.draft.digest), startOfAppended: start) else {
            throw Problem.draftExpired
        }
        let signed = written.appended
        let hash = try await hash(of: plan.base, plan.content, with: signed)
        let part = try await environment.files.store(signed)
        do {
            return try await environment.database.write { [self] tx in
                let standing = try self.standing(request, draftID: draftID, fileID: fileID, personID: personID, in: tx)
                guard case .open(let plan) = standing else {
                    throw Overtaken()
                }
                return try keep(plan, part, hash, personID: personID, in: tx)
            }
        } catch is Overtaken {
            // The same request came twice at once, and the other one was first.
            await environment.files.discard(part)
            return try await complete(request, draftID: draftID, fileID: fileID, personID: personID)
        } catch let problem as Problem {
            // Thrown before the commit, so that no row names the part. What failed otherwise is left to the sweep: it may have been committed.
            await environment.files.discard(part)
            throw problem
        }
    }

    /// Has the device's words judged, once: they may come again, as after an answer that was lost.
    private func authorize(_ request: SealRequest, for draft: FileDraftStore.Record) async throws {
        let hash = try request.fingerprint
        guard draft.accepted != hash else { return }
        let memory = SealMemory(
            remembers: { try FileDraftStore.accepts(hash, for: draft.id, in: $0) },
            remember: { try FileDraftStore.accept(hash, for: draft.id, in: $0) }
        )
        try await environment.authorizations.authorize(request, personID: draft.personID, memory: memory)
    }

    /// That the draft was completed meanwhile.
    private struct Overtaken: Error {}

    private func standing(
        _ request: SealRequest,
        draftID: String,
        fileID: String,
        personID: String,
        in tx: any ReadTransaction
    ) throws -> Standing {
        let (file, _) = try readable(fileID, by: personID, in: tx)
        guard let draft = try drafts.find(draftID, on: fileID, of: personID, in: tx) else { throw Problem.notFound("draft") }
        guard request.signatureId == draft.signatureID else { throw Problem.invalid("signatureId", .other, "is not the draft's") }
        guard request.previousHash == draft.seen.text else { throw Problem.invalid("previousHash", .other, "is not the draft's") }
        guard request.digest.bytes == draft.digest else { throw Problem.invalid("digest", .other, "is not the draft's") }
        if let number = draft.version {
            return .done(try answer(fileID, at: number, for: personID, in: tx))
        }
        guard environment.time.now() < draft.expiresAt else { throw Problem.draftExpired }
        try check(draft.signatureID, drawnFor: draft.seen, by: personID, in: tx)
        try requireUnchanged(since: draft.seen, in: environment.files.versions(of: fileID, in: tx))
        guard file.newest.number == draft.base, file.documentID == nil || file.documentID == draft.documentID else {
            throw Problem.signedMeanwhile
        }
        let update = try drafts.update(of: draft, in: tx)
        return .open(Plan(draft: draft, base: file.newest, content: try environment.files.content(of: file.newest, in: tx), update: update))
    }

    /// The SHA-256 of a version with more behind it, read piece by piece.
    private func hash(
        of base: SignableVersion,
        _ content: any AsyncSequence<[UInt8], any Error> & Sendable,
        with more: [UInt8]
    ) async throws -> DocumentHash {
        var digester = Digester(.sha256)
        for try await piece in content { piece.withUnsafeBytes { digester.update($0) } }
        guard DocumentHash(sha256: digester.finalize()).text == base.hash else {
            throw StorageError(.corrupt, "a version of the file \(base.fileID) is damaged; restore it from a backup")
        }
        more.withUnsafeBytes { digester.update($0) }
        return DocumentHash(sha256: digester.finalize())
    }

    /// Writes registry entries, seal, part, version and ledger.
    private func keep(_ plan: Plan, _ part: SealedContent, _ hash: DocumentHash, personID: String, in tx: any WriteTransaction) throws
        -> StoredFile
    {
        let (draft, now) = (plan.draft, environment.time.now())
        let previous = DocumentHash(stored: plan.base.hash)
        let (_, person) = try readable(draft.fileID, by: personID, in: tx)
        // What a device authorised is asked of it once; it may have been removed since.
        try environment.authorizations.requireDevices(ofSignature: draft.signatureID, personID: personID, in: tx)
        do {
            // A file that was never signed here is the one that its owner brought.
            let owner = Signatory(id: plan.base.personID, name: plan.base.person)
            try registry.ensure(previous, in: draft.documentID, by: owner, at: plan.base.at, through: .webApp, in: tx)
            let save = DocumentRegistry.Save(
                previous: previous,
                hash: hash,
                signatures: [draft.signatureID],
                documentID: draft.documentID,
                fileID: draft.fileID
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
            fileID: draft.fileID
        )
        try SealStore.insert(seal, in: tx)
        let signature = SignatureOnFile(
            id: draft.signatureID,
            documentID: draft.documentID,
            personID: personID,
            hash: hash.text,
            count: draft.count,
            isOnFreePaper: draft.isOnFreePaper,
            isReplacing: draft.isReplacing,
            at: now
        )
        guard let version = try environment.files.append(part, to: plan.base, signature, in: tx) else { throw Problem.signedMeanwhile }
        guard try drafts.finish(draft, as: version.number, in: tx) else { throw Overtaken() }
        let details = ["signature": draft.signatureID, "digest": Base64URL(draft.digest).text, "file": draft.fileID]
        try AuditStore.append(.documentSealed, actor: personID, subject: draft.documentID, details: details, at: now, in: tx)
        return try answer(draft.fileID, at: version.number, for: personID, in: tx)
    }

    /// The file as it was when a version was new.
    private func answer(_ fileID: String, at number: Int, for personID: String, in tx: any ReadTransaction) throws -> StoredFile {
        guard let file = try environment.files.view(fileID, at: number, for: personID, in: tx) else { throw Problem.notFound("file") }
        return file
    }
}
