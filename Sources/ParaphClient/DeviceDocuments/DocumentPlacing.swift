import ParaphWire

extension Documents {
    /// Begins to put an accepted signature on a document of this device.
    ///
    /// - Throws: ``ClientError`` of code `differs` where the signature was given for no document; `notSignedIn`.
    package func placing(
        _ signature: Signing.Accepted,
        on name: String,
        hash: String,
        documentID: String?,
        in documents: DeviceDocuments
    ) async throws -> DocumentPlacing {
        guard let id = signature.signatureId else { throw ClientError(.differs, "the signature was given for no document") }
        guard let person = await client.caller.vault.session?.personId else { throw ClientError(.notSignedIn, "nobody is signed in here") }
        return DocumentPlacing(
            client,
            documents,
            signature,
            id,
            person,
            DocumentPlacing.Seen(name: name, hash: hash, documentID: documentID)
        )
    }
}

/// From a drawn signature to a signed document, without a byte of it leaving the device: the server learns hashes, and seals a digest.
///
/// Each step is done once: who tries again after a failure goes on where it stopped. What is written counts once the server has taken note of it;
/// until then the document is what it was, and the signed version waits.
package actor DocumentPlacing {
    /// The document as the person saw it.
    struct Seen {
        let name: String
        let hash: String
        let documentID: String?
    }

    /// A document that was signed.
    package struct Saved: Sendable {
        /// The document in the registry.
        package let documentID: String
        /// What it is called here; another name where the file was changed meanwhile.
        package let name: String
        /// Whether others signed the same version too.
        package let isFork: Bool
    }

    private let client: ParaphClient
    private let documents: DeviceDocuments
    private let signature: Signing.Accepted
    private let signatureID: String
    private let person: String
    private let seen: Seen

    private var registered: SavedDocument?
    private var room: Int?
    private var digest: [UInt8]?
    private var seal: DocumentSeal?
    private var kept: DeviceNotes.Waiting?

    init(
        _ client: ParaphClient,
        _ documents: DeviceDocuments,
        _ signature: Signing.Accepted,
        _ signatureID: String,
        _ person: String,
        _ seen: Seen
    ) {
        (self.client, self.documents, self.signature, self.signatureID) = (client, documents, signature, signatureID)
        (self.person, self.seen) = (person, seen)
    }

    /// Whether the place of the signature cannot be changed any more: the digest is on its way to be sealed.
    package var isFixed: Bool { digest != nil }

    /// Signs.
    ///
    /// - Parameters:
    ///   - prepare: Prepares the update, with room for a seal of so many bytes and a link to the document's history; gives the SHA-256 of what the
    ///     seal covers.
    ///   - complete: Puts the seal in; gives all of the signed document and its SHA-256.
    /// - Returns: the signed document.
    /// - Throws: ``ClientError``, and what the closures throw.
    package func save(
        prepare: @Sendable (_ room: Int, _ link: String) async throws -> [UInt8],
        complete: @Sendable (_ seal: [UInt8]) async throws -> (bytes: [UInt8], hash: String)
    ) async throws -> Saved {
        let id = try await register()
        let room = try await offer()
        if digest == nil { digest = try await prepare(room, "\(signature.audience)/documents/?documentid=\(id)") }
        guard let digest else { throw ClientError(.differs, "there is nothing to seal") }
        let seal = try await seal(digest, id)
        if kept == nil {
            let (bytes, hash) = try await complete(seal.contents.bytes)
            let save = DocumentSave(previousHash: seen.hash, hash: hash, signatures: [signatureID], documentId: id)
            kept = try await documents.keep(bytes, save, of: seen.name, by: person)
        }
        guard let kept else { throw ClientError(.storage, "the signed document is not kept") }
        let (saved, name) = try await documents.finish(kept, of: seen.name, client)
        return Saved(documentID: saved.id, name: name, isFork: saved.isFork)
    }

    private func register() async throws -> String {
        if let registered { return registered.id }
        let saved = try await client.documents.save(DocumentSave(hash: seen.hash, documentId: seen.documentID))
        registered = saved
        return saved.id
    }

    private func offer() async throws -> Int {
        if let room { return room }
        let offered = try await client.documents.sealOffer().size
        room = offered
        return offered
    }

    private func seal(_ digest: [UInt8], _ id: String) async throws -> DocumentSeal {
        if let seal { return seal }
        let sealed = try await client.documents.seal(digest, signature: signature, hash: seen.hash, in: id)
        seal = sealed
        return sealed
    }
}
