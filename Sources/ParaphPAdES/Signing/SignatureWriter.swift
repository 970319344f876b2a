import ParaphPDF
import ParaphTrust

/// Writes an update with a signature in it: leaves room, digests all around it, and fills it.
struct SignatureWriter {
    let file: PDFFile
    let algorithm: DigestAlgorithm
    /// The fonts by which a look or a form was filled.
    var fonts: [TrueTypeFont] = []

    /// An update with its signature.
    struct Written {
        var appended: [UInt8]
        /// All of /Contents: the signature and the zeros that fill up the room.
        var contents: [UInt8]
    }

    /// How often more room is tried.
    private static let attempts = 4

    /// Writes an update that has a signature dictionary.
    ///
    /// - Parameters:
    ///   - update: the changes.
    ///   - room: how many bytes the signature will probably have at most; if it has more, it is made once again.
    ///   - make: makes the signature of a digest.
    /// - Returns: what is to be appended to the file.
    /// - Throws: ``PAdESError``: what `make` throws, and `document` where the update cannot be written.
    func write(_ update: PDFUpdate, room: Int, make: ([UInt8]) async throws(PAdESError) -> [UInt8]) async throws(PAdESError) -> Written {
        var update = update
        var room = room
        var start = Digester(algorithm)
        file.bytes.withBytes { start.update(UnsafeRawBufferPointer($0)) }
        for attempt in 0..<Self.attempts {
            update.setSignatureSize(room)
            var written = try PAdESError.explaining { () throws(PDFError) in try update.write() }
            if attempt == 0 { try check(written.appended) }
            guard let place = written.contents else { throw PAdESError(.document, "The update holds no signature") }
            let gap = place.lowerBound - file.bytes.count..<place.upperBound - file.bytes.count
            var digester = start
            written.appended.withUnsafeBytes { bytes in
                digester.update(UnsafeRawBufferPointer(rebasing: bytes[..<gap.lowerBound]))
                digester.update(UnsafeRawBufferPointer(rebasing: bytes[gap.upperBound...]))
            }
            let signature = try await make(digester.finalize())
            if written.fill(signature, startOfAppended: file.bytes.count) {
                let filling = [UInt8](repeating: 0, count: max(0, (gap.count - 2) / 2 - signature.count))
                return Written(appended: written.appended, contents: signature + filling)
            }
            room = signature.count + 1_024
        }
        throw PAdESError(.document, "The signature has another size each time it is made")
    }

    private func check(_ appended: [UInt8]) throws(PAdESError) {
        try PAdESError.explaining { () throws(PDFError) in
            let updated = try PDFFile(file, extendedTo: GrowingFile(file.bytes, room: appended.count).append(appended))
            try updated.checkUpdate(of: file, fonts: fonts)
        }
    }
}

extension PAdESError {
    /// Runs work on a file, and says of its errors whose they are: the document's, unless something else is told.
    static func explaining<Value>(as code: Code = .document, _ work: () throws(PDFError) -> Value) throws(PAdESError) -> Value {
        do throws(PDFError) {
            return try work()
        } catch {
            throw PAdESError(code, "\(error)", cause: error)
        }
    }
}
