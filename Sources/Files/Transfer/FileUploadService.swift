import Crypto
import Hummingbird
import ParaphPDF
import ParaphStorage
import ParaphWire
import ServerKit

/// Takes files in, piece by piece; a piece counts whole or not at all, and the last one completes the file.
struct FileUploadService: Sendable {
    let environment: FilesEnvironment

    private var store: FileStore { environment.store }
    private var files: FileService { FileService(environment: environment) }

    /// Takes the next piece; the one before, sent again, changes nothing and is answered the same.
    ///
    /// - Parameters:
    ///   - request: Its body is the piece; no more than 64 KiB and a chunk of it are in memory.
    ///   - range: Which bytes of the file it holds.
    ///   - fileID: The file that was announced.
    ///   - personID: Who sends it.
    /// - Returns: the file as it is with the piece.
    /// - Throws: a `Problem`: 409 `wrongOffset` with where to go on; 422 `notPDF`, and the file is not announced any more.
    func put(_ request: Request, range: ContentRange, to fileID: String, by personID: String) async throws -> StoredFile {
        let (file, last) = try await environment.database.read { [store, files] tx in
            let file = try files.own(fileID, of: personID, in: tx)
            return (file, try store.lastPiece(of: file, in: tx))
        }
        try await check(range, of: file, last: last, in: request)
        let isRepeated = file.isComplete || range.range.lowerBound != file.received
        if isRepeated { return try await answerAgain(request, range: range, file, last: last, for: personID) }
        do {
            return try await environment.uploads.run(at: ConcurrencyLimiter.Place.piece(of: fileID, by: personID)) {
                try await take(request, range: range, file)
            }
        } catch is ConcurrencyLimiter.Refusal {
            await request.discardBody()
            throw Problem.tooMany(retryAfter: 10)
        }
    }

    /// Stores a piece and adds it.
    private func take(_ request: Request, range: ContentRange, _ file: FileRecord) async throws -> StoredFile {
        let body = PieceBody(
            body: IncomingBody(request.body),
            count: range.range.count,
            beginsFile: range.range.lowerBound == 0,
            end: .now + FileLimits.pieceTime
        )
        let piece: SealedContent
        do {
            piece = try await environment.contents.store(body, limit: range.range.count)
        } catch let problem as Problem where problem == .notPDF {
            let isWithdrawn = try await environment.database.write { [store] tx in
                try store.withdraw(file.id, ownedBy: file.ownerID, in: tx)
            }
            guard isWithdrawn else { throw try await goOn(file) }
            throw problem
        }
        let isLast = range.range.upperBound == file.size
        let whole = isLast ? try await read(file, and: piece, at: range.range) : nil
        guard let kept = try await keep(piece, at: range.range.lowerBound, of: file, whole) else {
            // Another request was faster, or the file is gone: no row names the piece, nor will one.
            await environment.contents.discard([piece.address])
            return try await answerOvertaken(piece, range: range, file)
        }
        return kept
    }

    /// Answers a piece that came another time meanwhile as that one was answered, and any other one with where to go on.
    private func answerOvertaken(_ piece: SealedContent, range: ContentRange, _ file: FileRecord) async throws -> StoredFile {
        let last = try await environment.database.read { [store, files] tx in
            try store.lastPiece(of: files.own(file.id, of: file.ownerID, in: tx), in: tx)
        }
        guard let last, last.range == range.range, last.secret.digest == piece.digest else { throw try await goOn(file) }
        return try await files.find(file.id, for: file.ownerID)
    }

    /// What tells the owner of a file where to go on.
    private func goOn(_ file: FileRecord) async throws -> Problem {
        .wrongOffset(received: try await files.find(file.id, for: file.ownerID).received)
    }

    /// Throws where a piece cannot be one of the file's.
    private func check(_ range: ContentRange, of file: FileRecord, last: FilePart?, in request: Request) async throws {
        let sizes = FileLimits.pieceSize
        let announced = last.flatMap { file.isComplete ? $0.range.upperBound : nil } ?? file.size
        let problem: Problem? =
            if range.size != announced {
                .invalid("Content-Range", .size, "does not name the size that was announced: \(announced)")
            } else if range.range.count > sizes.upperBound {
                Problem.tooLarge(limit: sizes.upperBound)
            } else if range.range.count < sizes.lowerBound, range.range.upperBound != range.size {
                .invalid("Content-Range", .length, "must name at least \(sizes.lowerBound) bytes, but for the last piece")
            } else if let length = request.headers[.contentLength], Int(length) != range.range.count {
                .invalid("Content-Range", .length, "does not name as many bytes as Content-Length")
            } else {
                nil
            }
        if let problem {
            await request.discardBody()
            throw problem
        }
    }

    /// Answers a piece that is here already like the first time, and any other one with where to go on.
    private func answerAgain(
        _ request: Request,
        range: ContentRange,
        _ file: FileRecord,
        last: FilePart?,
        for personID: String
    ) async throws -> StoredFile {
        guard let last, last.range == range.range else {
            await request.discardBody()
            throw Problem.wrongOffset(received: file.received)
        }
        var hash = SHA256()
        let end = ContinuousClock.now + FileLimits.pieceTime
        for try await chunk in PieceBody(body: IncomingBody(request.body), count: range.range.count, beginsFile: false, end: end) {
            hash.update(data: chunk)
        }
        guard Array(hash.finalize()) == last.secret.digest else { throw Problem.wrongOffset(received: file.received) }
        return try await files.find(file.id, for: personID)
    }

    /// What is known of a file that is here whole.
    private struct Whole: Sendable {
        let hash: String
        let signatureCount: PDFSignatureCount?
    }

    /// Reads a file back as it was stored; how far it is signed is not known where it is too large to be read, or there is no
    /// room in memory for it just now: nothing waits for that, and it gives way to signers.
    private func read(_ file: FileRecord, and piece: SealedContent, at range: Range<Int>) async throws -> Whole {
        let parts = try await environment.database.read { [store] tx in try store.parts(of: file, in: tx) }
        let last = FilePart(
            number: parts.count + 1,
            range: range,
            address: piece.address,
            secret: FilePart.Secret(key: piece.key, digest: piece.digest)
        )
        let (content, size) = (environment.contents.read(parts + [last], range: 0..<range.upperBound), range.upperBound)
        guard size <= FileLimits.readSize else { return Whole(hash: try await Self.hash(content) { _ in }, signatureCount: nil) }
        let room = size + PDFSignatureCount.reading
        do {
            return try await environment.readings.run {
                try await environment.memory.run(room, at: [.reading(by: file.ownerID)], waits: false) { [environment] in
                    let memory = GrowingFile(capacity: size)
                    let hash = try await Self.hash(content) { memory.append($0) }
                    let count = await PDFSignatureCount.read(memory, ciphers: environment.ciphers) { environment.memory.load.waiting > 0 }
                    return Whole(hash: hash, signatureCount: count)
                }
            }
        } catch is ConcurrencyLimiter.Refusal {
            return Whole(hash: try await Self.hash(content) { _ in }, signatureCount: nil)
        }
    }

    private static func hash(_ content: FileContent, _ take: ([UInt8]) -> Void) async throws -> String {
        var hash = SHA256()
        for try await chunk in content {
            hash.update(data: chunk)
            take(chunk)
        }
        return hash.finalize().hexadecimal
    }

    /// Adds a piece, and the version where it is the last; `nil`, with nothing written, where the file goes on elsewhere.
    private func keep(_ piece: SealedContent, at start: Int, of file: FileRecord, _ whole: Whole?) async throws
        -> StoredFile?
    {
        try await environment.database.write { [environment, store, files] tx in
            guard try store.add(piece, to: file.id, at: start, in: tx) else { return nil }
            if let whole {
                guard let person = try environment.people.person(file.ownerID, in: tx) else { throw Problem.unauthenticated() }
                let now = environment.time.now()
                try store.complete(file.id, hash: whole.hash, signatureCount: whole.signatureCount, by: person, at: now, in: tx)
                try environment.people.note(.fileStored, of: file.ownerID, about: ActivitySubject(.init(.file, file.id)), in: tx)
            }
            return try store.find(file.id, in: tx).map { try files.view($0, for: file.ownerID, in: tx) }
        }
    }
}
