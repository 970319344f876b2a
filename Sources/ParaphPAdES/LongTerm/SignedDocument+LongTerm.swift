import ParaphPDF
import ParaphTrust

extension SignedDocument {
    /// Adds what judging the last signature needs in years, and a document timestamp over it where the level is B-LTA.
    mutating func makeLongTerm(
        _ file: PDFFile,
        signature: SignedData,
        contents: [UInt8],
        by signer: DocumentSigner,
        _ level: SignatureRequest.Level
    ) async throws(PAdESError) {
        let material = try await signer.material(for: signature)
        let memory = GrowingFile(original, room: appended.count + material.size * 2 + 65_536)
        let whole = memory.append(appended)
        let (signed, store) = try PAdESError.explaining { () throws(PDFError) -> (PDFFile, [UInt8]) in
            let signed = try PDFFile(file, extendedTo: whole)
            var update = try PDFUpdate(signed)
            try update.addSecurityStore(material, for: contents)
            return (signed, try update.write().appended)
        }
        appended += store
        guard level >= .archival, let timestamps = signer.timestamps else { return }
        let lasting = memory.append(store)
        let stored = try PAdESError.explaining { () throws(PDFError) in try PDFFile(signed, extendedTo: lasting) }
        appended += try await DocumentTimestamper(timestamps, algorithm: signer.identity.digestAlgorithm).timestamp(stored).appended
    }
}

extension RevocationMaterial {
    /// How many bytes there are in all.
    fileprivate var size: Int {
        [certificates, crls, ocspResponses].joined().reduce(0) { $0 + $1.count }
    }
}
