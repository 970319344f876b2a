import ParaphStorage
import ParaphWire
import ServerKit

/// Tells what became of a document, to each as much as is theirs to see.
struct HistoryService: Sendable {
    let environment: DocumentsEnvironment

    /// A history as somebody may see it.
    struct Found: Sendable {
        var history: DocumentHistory
        /// Whether who asks may know nothing of it but whether their file is a version.
        var isHidden: Bool
    }

    /// The history of a document.
    ///
    /// - Parameters:
    ///   - documentID: The document.
    ///   - hash: The hash of a file to look for among its versions.
    ///   - personID: Who asks; `nil` for a stranger who holds the link.
    ///   - tx: Where it is read.
    /// - Returns: `nil` where there is no such document.
    /// - Throws: `StorageError`.
    func find(_ documentID: String, hash: DocumentHash?, for personID: String?, in tx: any ReadTransaction) throws -> Found? {
        let store = environment.store
        guard let document = try store.find(documentID, in: tx) else { return nil }
        let isParticipant = try personID.map { try store.isParticipant($0, in: document, tx: tx) } ?? false
        let versions = try store.versions(of: documentID, in: tx)
        let signatures = Dictionary(grouping: try store.signatures(of: documentID, in: tx), by: \.number)
        let seesAll = isParticipant || environment.settings.linkShows == .everything
        let pictured = seesAll ? try environment.signatories.pictured(signatures.values.joined().map(\.id), in: tx) : [:]
        let continued = Set(versions.compactMap(\.previous))
        let found = hash.map { hash in versions.first { $0.hash == hash } }
        let shown = versions.map { version in
            DocumentHistory.Version(
                number: version.number,
                previous: version.previous,
                hash: version.hash.text,
                savedAt: version.at,
                savedBy: version.saver,
                isNewest: !continued.contains(version.number),
                signatures: (signatures[version.number] ?? []).map {
                    $0.shown(photo: pictured[$0.id], withCircumstances: seesAll)
                }
            )
        }
        return Found(
            history: DocumentHistory(
                id: document.id,
                createdAt: document.createdAt,
                isForked: shown.count(where: \.isNewest) > 1,
                isParticipant: isParticipant,
                file: found.map { $0.map { continued.contains($0.number) ? .earlier : .current } ?? .changed },
                fileVersion: found??.number,
                versions: shown
            ),
            isHidden: !isParticipant && environment.settings.linkShows == .nothing
        )
    }

    /// The picture of a signature on a document, for those who may see it.
    ///
    /// - Throws: a `notFound` `Problem` where there is none, and for everybody else alike.
    func picture(ofSignature id: String, on documentID: String, for personID: String?) async throws -> SignatoryPicture {
        let mayLook = try await environment.database.read { [environment] tx in
            guard let document = try environment.store.find(documentID, in: tx),
                try environment.store.document(ofSignature: id, in: tx) == documentID
            else { return false }
            if environment.settings.linkShows == .everything { return true }
            return try personID.map { try environment.store.isParticipant($0, in: document, tx: tx) } ?? false
        }
        guard mayLook, let picture = try await environment.signatories.picture(ofSignature: id) else { throw Problem.notFound("photo") }
        return picture
    }
}

extension SignatureOnDocument {
    fileprivate func shown(photo orientation: Int?, withCircumstances: Bool) -> DocumentHistory.Signature {
        DocumentHistory.Signature(
            id: id,
            userName: signer.name,
            companyName: signer.companyName,
            position: signer.position,
            at: at,
            similarity: similarity,
            isMatch: isMatch,
            refusal: refusal,
            application: signer.application,
            photoOrientation: orientation,
            circumstances: withCircumstances ? circumstances : nil
        )
    }
}
