import ParaphInk
import ParaphInkPDF
import ParaphPDF
import ParaphStorage
import ParaphWire
import ServerKit

/// Signs files on the server: prepares the file here, has the person's device authorise the digest, and keeps seal, registry entry and file as one
/// unit of work.
struct FileSigningService: Sendable {
    let environment: DocumentsEnvironment

    /// The most bytes of a request to prepare: photo and words in JSON.
    static let bodyLimit = 524_288

    var drafts: FileDraftStore { FileDraftStore(keys: environment.keys) }
    var registry: DocumentRegistry { DocumentRegistry(environment: environment) }

    /// What a signature is to be prepared on.
    private struct Basis {
        let person: Signatory
        let newest: SignableVersion
        let content: any AsyncSequence<[UInt8], any Error> & Sendable
        let seen: DocumentHash
        let documentID: String
        let signedSince: [String]
    }

    /// Prepares the newest version for a signature that was drawn for it, or for one before it where all that came since is signatures on free paper.
    ///
    /// - Throws: a `Problem` that says why it cannot be signed, or not now; nothing is written then.
    func prepare(_ wanted: FileSigning, fileID: String, personID: String) async throws -> FileDraft {
        let preparation = try FileSignaturePreparation(wanted)
        let basis = try await environment.database.read { [self] tx in
            try self.basis(wanted, fileID: fileID, personID: personID, in: tx)
        }
        // What is seen on the document is what was verified, whatever the device shows.
        guard let drawing = try await environment.signatories.drawings(ofSignatures: [wanted.signatureId])[wanted.signatureId],
            let ink = PDFSignatureAppearance.Ink(drawing, ink: wanted.ink == .black ? .black : .blue)
        else { throw Problem.signatureUnknown }
        let seal = try await environment.authority.sealSize()
        let time = environment.time.now()
        let address = environment.settings.publicURL
        let signing = FileSignaturePreparation.Signing(
            ink: ink,
            name: basis.person.name,
            time: time.date,
            link: address.isEmpty ? nil : "\(address)/documents/?documentid=\(basis.documentID)",
            room: seal,
            fonts: environment.fonts.regular
        )
        let capacity = basis.newest.size + FileSignaturePreparation.mostAppended
        let prepared = try await inMemory(capacity + FileSignaturePreparation.reading, for: personID) { [environment] in
            let memory = GrowingFile(capacity: capacity)
            for try await piece in basis.content {
                guard piece.count <= memory.room else { throw StorageError(.corrupt, "a file is longer than its row says") }
                memory.append(piece)
            }
            return try await preparation.prepare(memory, signing, ciphers: environment.ciphers)
        }
        let draft = FileDraftStore.Record(
            id: Identifier.random(),
            fileID: fileID,
            base: basis.newest.number,
            documentID: basis.documentID,
            personID: personID,
            signatureID: wanted.signatureId,
            seen: basis.seen,
            digest: prepared.digest,
            contents: prepared.contents,
            count: prepared.count,
            isOnFreePaper: prepared.isOnFreePaper,
            isReplacing: prepared.isReplacing,
            expiresAt: time.adding(seconds: FileDraftStore.lifetime)
        )
        try await environment.database.write { [self] tx in
            _ = try readable(fileID, by: personID, in: tx)
            try environment.files.requireRoom(for: prepared.appended.count, behind: basis.newest, in: tx)
            let now = environment.time.now()
            if let free = try drafts.insert(draft, update: prepared.appended, at: now, in: tx) {
                throw Problem.tooMany(.tooManyDrafts, retryAfter: Int(max(1, (free.milliseconds - now.milliseconds) / 1000)))
            }
        }
        return FileDraft(
            id: draft.id,
            digest: Base64URL(prepared.digest),
            previousHash: basis.seen.text,
            signedSince: basis.signedSince.isEmpty ? nil : basis.signedSince
        )
    }

    private func basis(_ wanted: FileSigning, fileID: String, personID: String, in tx: any ReadTransaction) throws -> Basis {
        let (file, person) = try readable(fileID, by: personID, in: tx)
        guard let seen = DocumentHash(wanted.seenHash), wanted.seenHash.utf8.count == 64, seen.text == wanted.seenHash else {
            throw Problem.invalid("seenHash", .malformed, "must be a SHA-256: 64 hexadecimal digits in lower case")
        }
        let versions = try environment.files.versions(of: fileID, in: tx)
        guard versions.contains(where: { $0.hash == seen.text }) else { throw Problem.versionUnknown }
        try check(wanted.signatureId, drawnFor: seen, by: personID, in: tx)
        let since = try requireUnchanged(since: seen, in: versions)
        let newest = file.newest
        let known = try file.documentID ?? environment.store.signedVersions(DocumentHash(stored: newest.hash), in: tx).first?.documentID
        return Basis(
            person: person,
            newest: newest,
            content: try environment.files.content(of: newest, in: tx),
            seen: seen,
            documentID: known ?? Identifier.random(),
            signedSince: since.map(\.person)
        )
    }

    /// The versions since the one that a signature was drawn for.
    ///
    /// - Throws: a `Problem`: `changedSince` where one of them shows more than a signature on free paper, which the person has not read;
    ///   `unknownVersion`.
    @discardableResult
    func requireUnchanged(since seen: DocumentHash, in versions: [SignableVersion]) throws -> [SignableVersion] {
        guard let drawn = versions.last(where: { $0.hash == seen.text }) else { throw Problem.versionUnknown }
        let since = versions.filter { $0.number > drawn.number }
        guard since.allSatisfy(\.isOnFreePaper) else { throw Problem.changedSince }
        return since
    }

    /// Does some work that takes so many bytes, once there is room for them.
    ///
    /// - Throws: a `Problem` where there was no room for long, and where the person came too often; what the work throws.
    private func inMemory<Value: Sendable>(_ bytes: Int, for personID: String, _ work: () async throws -> Value) async throws -> Value {
        do {
            return try await environment.memory.run(bytes, at: [.memory(of: personID)], work)
        } catch let refusal as ConcurrencyLimiter.Refusal {
            throw Problem(refusal)
        }
    }

    /// A file that a person may read, and the person.
    ///
    /// - Throws: a `Problem`: `unauthenticated` for an account that does not work, `notFound` for a file that is not theirs or not here.
    func readable(_ fileID: String, by personID: String, in tx: any ReadTransaction) throws -> (SignableFile, Signatory) {
        guard let person = try environment.signatories.person(personID, in: tx), person.isActive else { throw Problem.unauthenticated() }
        guard let file = try environment.files.find(fileID, readableBy: personID, in: tx) else { throw Problem.notFound("file") }
        return (file, person)
    }

    /// Refuses a signature that this person did not give for a file in our own app, or that stands on something already.
    func check(_ signatureID: String, drawnFor seen: DocumentHash, by personID: String, in tx: any ReadTransaction) throws {
        guard (1...200).contains(signatureID.utf8.count), !signatureID.utf8.contains(0),
            let signature = try environment.signatories.signature(signatureID, in: tx), signature.personID == personID, signature.isMatch,
            signature.appID == SigningApp.webAppID,
            try environment.signatories.documentHash(ofSignature: signatureID, in: tx) == seen.text
        else { throw Problem.signatureUnknown }
        let isUsed = try SealStore.find(signatureID, in: tx) != nil || environment.store.document(ofSignature: signatureID, in: tx) != nil
        guard !isUsed else { throw Problem.usedSignature }
        guard environment.time.now() < signature.at.adding(seconds: FileDraftStore.lifetime) else { throw Problem.signatureTooOld }
    }
}
