public import ParaphWire

extension ParaphClient {
    /// Documents: who signed which version, and signing them.
    public var documents: Documents { Documents(client: self) }
}

/// Calls about documents.
///
/// The server knows their hashes alone; the bytes stay on this device, but for files that are kept on the server.
public struct Documents: Sendable {
    let client: ParaphClient

    /// Who signed a document, version by version.
    ///
    /// - Parameters:
    ///   - id: The document's id in the registry, which stands in the link beside each signature.
    ///   - hash: The SHA-256 of a file, to ask besides whether it is one of the versions; in hexadecimal.
    /// - Returns: its versions and their signatures.
    /// - Throws: ``ClientError``: `notFound`.
    public func history(of id: String, hash: String? = nil) async throws -> DocumentHistory {
        try await client.call(DocumentsEndpoints.history, id, query: HistoryQuery(hash: hash))
    }

    /// The picture that was taken with a signature; for those who have a part in the document.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func photo(of signatureID: String, in id: String) async throws -> Content {
        try await client.call(DocumentsEndpoints.photo, id, signatureID)
    }

    /// How a signature looks, as an SVG document; for those who have a part in the document.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func ink(of signatureID: String, in id: String) async throws -> Content {
        try await client.call(DocumentsEndpoints.ink, id, signatureID)
    }

    /// What the history tells, as a PDF that the server seals.
    ///
    /// - Throws: ``ClientError``: `notFound`, `noFonts`.
    public func evidence(of id: String, language: String? = nil) async throws -> Content {
        try await client.call(DocumentsEndpoints.evidence, id, query: EvidenceQuery(language: language))
    }

    /// Takes note of a version by its hash, with the signatures that were put on it since the one before.
    ///
    /// - Throws: ``ClientError``: `alreadySaved`, `neverSaved`, `unsealed`, `usedSignature`, `unchanged`.
    public func save(_ version: DocumentSave) async throws -> SavedDocument {
        // The same again changes nothing and is answered the same.
        try await client.call(DocumentsEndpoints.save, body: version, repetition: .always)
    }

    /// What the organisation's seal takes.
    ///
    /// - Throws: ``ClientError``.
    public func sealOffer() async throws -> SealOffer { try await client.call(DocumentsEndpoints.sealOffer) }

    /// What the seals of a document are worth that stays on this device: the server sees digests and signatures.
    ///
    /// - Parameter seals: At most 16.
    /// - Returns: as many verdicts, in their order.
    /// - Throws: ``ClientError``.
    public func judge(_ seals: [SealToJudge]) async throws -> [SealVerdict] {
        // Nothing is done but looked at.
        try await client.call(DocumentsEndpoints.sealVerdict, body: SealVerdictRequest(seals: seals), repetition: .always).verdicts
    }

    /// Tells where a signature was drawn, and shows who drew it, in the document's history: for who agreed (``Account/allowCircumstances()``).
    ///
    /// - Throws: ``ClientError``: `consentRequired`, `notFound`.
    public func tell(_ circumstances: SigningCircumstances, of signatureID: String) async throws {
        _ = try await client.call(IdentityEndpoints.tellCircumstances, signatureID, body: circumstances)
    }

    /// Asks for the signature on a document; ``Signing/Accepted/signatureId`` is what stands on it then.
    ///
    /// - Parameter hash: The SHA-256 of the document as it was opened, in lower-case hexadecimal.
    /// - Returns: what is to be signed.
    /// - Throws: ``ClientError``: `notEnrolled`, `consentRequired`, `unknownDevice`, `keyMissing`.
    public func beginSigning(hash: String) async throws -> Signing {
        let statement = try await client.statement()
        let request = ChallengeRequest(purpose: .signDocument, deviceId: statement.deviceID, subject: hash)
        let about = DeviceStatement.About(document: hash)
        return try await Signing.begin(request, statement: statement, about: about, client: client)
    }

    /// Has what a signature covers sealed: this device says that the digest is the one its person wants sealed.
    ///
    /// The same digest may be sealed again.
    /// - Parameters:
    ///   - digest: The SHA-256 of the signed document's byte range.
    ///   - signature: The accepted signature.
    ///   - hash: The SHA-256 of the document as it was opened.
    ///   - id: The document's id.
    /// - Returns: a CMS signature for the document's `/Contents`.
    /// - Throws: ``ClientError``: `unknownSignature`, `usedSignature`, `signatureExpired`.
    public func seal(_ digest: [UInt8], signature: Signing.Accepted, hash: String, in id: String) async throws -> DocumentSeal {
        let request = try await authorise(Base64URL(digest), signature, hash)
        return try await client.call(DocumentsEndpoints.seal, id, body: request, repetition: .always)
    }

    /// The address of the server as links in documents name it.
    package var serverAddress: String { client.caller.server }

    func authorise(_ digest: Base64URL, _ signature: Signing.Accepted, _ hash: String) async throws -> SealRequest {
        guard let signatureID = signature.signatureId else { throw ClientError(.differs, "the signature was given for no document") }
        let statement = try await client.statement()
        return try await statement.seal(digest, document: hash, signature: signatureID, audience: signature.audience)
    }
}
