public import ParaphPDF
public import ParaphTrust

/// Puts timestamps on PDF documents (ISO 32000-2, 12.8.5): a service says that the document existed in this state at a time, signed or not.
///
/// A document timestamp over long-term data makes level B-LTA; another one, before it ages, keeps it.
public struct DocumentTimestamper: Sendable {
    private let authority: any TimestampAuthority
    private let algorithm: DigestAlgorithm

    /// Prepares to ask a service for timestamps of a digest.
    public init(_ authority: any TimestampAuthority, algorithm: DigestAlgorithm = .sha256) {
        self.authority = authority
        self.algorithm = algorithm
    }

    /// Timestamps a document; a certification that allows nothing else allows this (table 257).
    ///
    /// - Returns: the document as it is afterwards; all it was is the start of it.
    /// - Throws: ``PAdESError``: `document` for a file that is locked or cannot be read, `trust` where the service fails.
    public func timestamp(_ file: PDFFile) async throws(PAdESError) -> SignedDocument {
        if file.isLocked { throw PAdESError(.document, "The document is encrypted and the password does not open it") }
        let (update, name) = try PAdESError.explaining { () throws(PDFError) -> (PDFUpdate, String) in
            var update = try PDFUpdate(file)
            let name = try file.fields().freeName("Timestamp")
            var dictionary = PDFDictionary()
            dictionary["Type"] = .name("DocTimeStamp")
            dictionary["Filter"] = .name("Adobe.PPKLite")
            dictionary["SubFilter"] = .name("ETSI.RFC3161")
            let signature = update.add(signature: dictionary, size: 0)
            _ = try update.addSignatureField(name, value: signature, on: file.page(at: 0), rectangle: nil, appearance: nil)
            try update.declarePAdES()
            return (update, name)
        }
        let writer = SignatureWriter(file: file, algorithm: algorithm)
        let written = try await writer.write(update, room: 12_288) { (digest) async throws(PAdESError) -> [UInt8] in
            try await authority.token(for: digest, by: algorithm).der
        }
        return SignedDocument(original: file.bytes, appended: written.appended, field: name)
    }
}

extension TimestampAuthority {
    /// A timestamp that is of the digest that was sent.
    func token(for digest: [UInt8], by algorithm: DigestAlgorithm) async throws(PAdESError) -> TimestampToken {
        do {
            let token = try await timestamp(digest: digest, algorithm: algorithm)
            try token.check(digest: digest, algorithm: algorithm)
            return token
        } catch {
            throw PAdESError(.trust, "The timestamp service did not give a timestamp: \(error)", cause: error)
        }
    }
}
