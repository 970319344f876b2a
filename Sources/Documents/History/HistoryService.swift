import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit

/// Tells what became of a document, to each as much as is theirs to see.
struct HistoryService: Sendable {
    let environment: DocumentsEnvironment

    /// A history as its reader may see it.
    struct Found: Sendable {
        var history: DocumentHistory
        /// Whether who asks may know nothing of it but whether their file is a version.
        var isHidden: Bool
        /// Whether every version is in it.
        var isComplete: Bool
    }

    /// Who asks for a history.
    struct Reader: Hashable, Sendable {
        var personID: String
        /// The app through which they ask, where that shows what they did through it only; `nil` where they ask for themselves.
        var appID: String?
    }

    /// The history of a document, for those who may see it.
    ///
    /// - Throws: a `Problem`: `notFound` where there is none for the reader; `unauthenticated` for strangers where links show nothing, whether
    ///   there is such a document or not.
    func history(_ documentID: String, hash: DocumentHash? = nil, for personID: String?) async throws -> DocumentHistory {
        try await found(documentID, hash: hash, for: personID).history
    }

    /// The history of a document, for those who may see it, and whether all of it is there.
    ///
    /// - Throws: as ``history(_:hash:for:)`` does.
    func found(_ documentID: String, hash: DocumentHash? = nil, for personID: String?) async throws -> Found {
        let reader = personID.map { Reader(personID: $0) }
        let found = try await environment.database.read { try find(documentID, hash: hash, for: reader, in: $0) }
        if let found, !found.isHidden { return found }
        if personID == nil, environment.settings.linkShows == .nothing { throw Problem.unauthenticated() }
        throw Problem.notFound("document")
    }

    /// The history of a document.
    ///
    /// - Parameters:
    ///   - documentID: The document.
    ///   - hash: The hash of a file to look for among its versions.
    ///   - reader: Who asks; `nil` for a stranger who holds the link.
    ///   - tx: Where it is read.
    /// - Returns: `nil` where there is no such document.
    /// - Throws: `StorageError`.
    func find(_ documentID: String, hash: DocumentHash?, for reader: Reader?, in tx: any ReadTransaction) throws -> Found? {
        let store = environment.store
        guard let document = try store.find(documentID, in: tx) else { return nil }
        let versions = try store.versions(of: documentID, in: tx)
        let part = try part(of: reader, in: document, versions, tx: tx)
        let open = environment.settings.linkShows == .everything ? Set(versions.map(\.number)) : part
        let signatures = Dictionary(grouping: try store.signatures(of: documentID, opening: open, in: tx), by: \.number)
        let ids = signatures.values.joined().filter { open.contains($0.number) }.map(\.id)
        let pictured = ids.isEmpty ? [:] : try environment.signatories.pictured(ids, in: tx)
        let drawn = ids.isEmpty ? [] : try environment.signatories.drawn(ids, in: tx)
        let continued = Set(versions.compactMap(\.previous))
        // Only a signature makes a file an earlier one: what is saved without any binds no signer.
        let signed = Set(signatures.keys)
        let signedSince = VersionLines(versions.map { ($0.number, $0.previous) }).signedSince(signed)
        let found = hash.map { hash in versions.first { $0.hash == hash } }
        // Where links show nothing, a part in one line opens no other.
        let isClosed = environment.settings.linkShows == .nothing
        let visible = versions.filter { !isClosed || part.isEmpty || part.contains($0.number) }
        let seen = try SealStore.drawnFor(on: documentID, in: tx)
        let shown = visible.map { version in
            DocumentHistory.Version(
                number: version.number,
                previous: version.previous,
                hash: part.contains(version.number) ? version.hash.text : nil,
                savedAt: version.at,
                savedBy: version.saver,
                isNewest: !continued.contains(version.number),
                signatures: (signatures[version.number] ?? []).map { signature in
                    let drawnFor = seen[signature.id].flatMap { hash in visible.last { $0.hash == hash }?.number }
                    return signature.shown(
                        photo: pictured[signature.id],
                        hasInk: open.contains(version.number) ? drawn.contains(signature.id) : nil,
                        drawnFor: drawnFor == version.previous ? nil : drawnFor
                    )
                }
            )
        }
        let storedFile = try reader.flatMap { reader in
            reader.appID == nil ? try environment.files.file(ofDocument: documentID, readableBy: reader.personID, in: tx) : nil
        }
        return Found(
            history: DocumentHistory(
                id: document.id,
                createdAt: document.createdAt,
                // What is not shown must not be told of either.
                isForked: VersionLines(shown.map { ($0.number, $0.previous) }).isForked(signed),
                isParticipant: !part.isEmpty,
                file: found.map { $0.map { signedSince.contains($0.number) ? .earlier : .current } ?? .changed },
                fileVersion: found??.number,
                versions: shown,
                storedFile: storedFile
            ),
            isHidden: isClosed && part.isEmpty,
            isComplete: shown.count == versions.count
        )
    }

    /// The versions that a person has a part in: all for who saved it first, else those that their signed ones come from or lead to.
    ///
    /// Everyone who knows the hash of a version may sign it, as of a form that many have: that opens no branch which others signed.
    private func part(of reader: Reader?, in document: DocumentRecord, _ versions: [VersionRecord], tx: any ReadTransaction) throws
        -> Set<Int>
    {
        guard let reader else { return [] }
        let throughApp = versions.filter { reader.appID == nil || $0.appID == reader.appID }.map(\.number)
        if document.personID == reader.personID, throughApp.contains(1) { return Set(versions.map(\.number)) }
        let signed = try environment.store.versionsSigned(by: reader.personID, in: document.id, tx: tx)
        return VersionLines(versions.map { ($0.number, $0.previous) }).lines(through: signed.intersection(throughApp))
    }

    /// The picture of a signature on a document, for those who may see it.
    ///
    /// - Throws: a `notFound` `Problem` where there is none, and for everybody else alike.
    func picture(ofSignature id: String, on documentID: String, for personID: String?) async throws -> SignatoryPicture {
        guard try await mayLook(atSignature: id, on: documentID, for: personID),
            let picture = try await environment.signatories.picture(ofSignature: id)
        else { throw Problem.notFound("photo") }
        return picture
    }

    /// How a signature on a document looks, for those who may see it.
    ///
    /// - Throws: a `notFound` `Problem` where it is not kept, and for everybody else alike.
    func drawing(ofSignature id: String, on documentID: String, for personID: String?) async throws -> InkDrawing {
        guard try await mayLook(atSignature: id, on: documentID, for: personID),
            let drawing = try await environment.signatories.drawings(ofSignatures: [id])[id]
        else { throw Problem.notFound("drawing") }
        return drawing
    }

    /// Whether a person has a part in the version of a document that a signature came with, or everyone who holds the link sees as much.
    private func mayLook(atSignature id: String, on documentID: String, for personID: String?) async throws -> Bool {
        try await environment.database.read { [self] tx in
            guard let document = try environment.store.find(documentID, in: tx),
                let number = try environment.store.version(ofSignature: id, on: documentID, in: tx)
            else { return false }
            if environment.settings.linkShows == .everything { return true }
            let versions = try environment.store.versions(of: documentID, in: tx)
            return try part(of: personID.map { Reader(personID: $0) }, in: document, versions, tx: tx).contains(number)
        }
    }
}

extension SignatureOnDocument {
    fileprivate func shown(photo orientation: Int?, hasInk: Bool?, drawnFor: Int?) -> DocumentHistory.Signature {
        DocumentHistory.Signature(
            id: id,
            userName: signer.name,
            companyName: signer.companyName,
            position: signer.position,
            at: at,
            similarity: similarity,
            isMatch: isMatch,
            refusal: refusal.map(Open.init(rawValue:)),
            application: signer.application,
            photoOrientation: orientation,
            hasInk: hasInk,
            drawnFor: drawnFor,
            circumstances: circumstances
        )
    }
}
