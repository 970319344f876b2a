public import ParaphPDF
public import ParaphTrust

/// Signs PDF documents as EN 319 142-1 says, by appending to them: earlier signatures stay valid.
///
/// ```swift
/// let signer = DocumentSigner(identity, timestamps: authority)
/// var request = SignatureRequest()
/// request.level = .timestamped
/// let signed = try await signer.sign(PDFFile(bytes), request)
/// ```
///
/// The file is read as far as signing needs it, and digested where it lies.
public struct DocumentSigner: Sendable {
    let identity: SigningIdentity
    let timestamps: (any TimestampAuthority)?
    let transport: (any Transport)?

    /// Prepares to sign.
    ///
    /// - Parameters:
    ///   - identity: the certificate, its chain and the key.
    ///   - timestamps: who says what time it is; needed from level B-T on.
    ///   - transport: asks the addresses that certificates name for CRLs and OCSP answers; needed from level B-LT on.
    public init(_ identity: SigningIdentity, timestamps: (any TimestampAuthority)? = nil, transport: (any Transport)? = nil) {
        self.identity = identity
        self.timestamps = timestamps
        self.transport = transport
    }

    /// Signs a document.
    ///
    /// - Returns: the document as it is afterwards; all it was is the start of it.
    /// - Throws: ``PAdESError``: `document` for a file that is locked or cannot be read, `place` for a field or page that is not there or not
    ///   free, `forbidden` where earlier signatures do not allow this one, `level` where something is missing for the level, and `trust`
    ///   where the key, the timestamp service or the revocation services fail.
    public func sign(_ file: PDFFile, _ request: SignatureRequest) async throws(PAdESError) -> SignedDocument {
        if request.level >= .timestamped, timestamps == nil {
            throw PAdESError(.level, "Level \(request.level.rawValue) needs a timestamp service")
        }
        if request.level >= .longTerm, transport == nil {
            throw PAdESError(.level, "Level \(request.level.rawValue) needs a way to ask for revocation data")
        }
        let algorithm = identity.digestAlgorithm
        let preparation = try SignaturePreparation(file, request, algorithm)
        let room = try room(request.level)
        var message: SignedData?
        let writer = SignatureWriter(file: file, algorithm: algorithm, fonts: request.fonts)
        let written = try await writer.write(preparation.update, room: room) { (digest) async throws(PAdESError) -> [UInt8] in
            let made = try await signature(of: digest, by: algorithm, request.level)
            message = made
            return made.der
        }
        var document = SignedDocument(original: file.bytes, appended: written.appended, field: preparation.field)
        guard request.level >= .longTerm, let message else { return document }
        try await document.makeLongTerm(file, signature: message, contents: written.contents, by: self, request.level)
        return document
    }

    /// How many bytes to leave for the signature: usually enough, and little more.
    private func room(_ level: SignatureRequest.Level) throws(PAdESError) -> Int {
        do throws(TrustError) {
            return try SignedData.sizeLimit(by: identity, timestamp: level >= .timestamped ? 8_192 : 0)
        } catch {
            throw PAdESError(.trust, "\(error)", cause: error)
        }
    }

    private func signature(of digest: [UInt8], by algorithm: DigestAlgorithm, _ level: SignatureRequest.Level) async throws(PAdESError)
        -> SignedData
    {
        do {
            let signed = try await SignedData.sign(digest: digest, algorithm: algorithm, by: identity)
            guard level >= .timestamped, let timestamps, let signer = signed.signers.first else { return signed }
            let token = try await timestamps.token(for: algorithm.digest(of: signer.signature), by: algorithm)
            return try signed.adding(signatureTimestamp: token)
        } catch let error as PAdESError {
            throw error
        } catch {
            throw PAdESError(.trust, "The signature could not be made: \(error)", cause: error)
        }
    }
}
