import Crypto
import Hummingbird
import ParaphPDF
import ParaphStorage
import ParaphWire
import ServerKit

/// Takes files in, piece by piece; a piece counts whole or not at all, and the last one makes the file a document.
struct KeptUploadService: Sendable {
    let environment: DocumentsEnvironment

    private var store: KeptDocumentStore { environment.kept }
    private var documents: KeptDocumentService { KeptDocumentService(environment: environment) }

    /// Takes the next piece; the one before, sent again, changes nothing and is answered the same.
    ///
    /// - Parameters:
    ///   - request: Its body is the piece; no more than 64 KiB and a chunk of it are in memory.
    ///   - range: Which bytes of the file it holds.
    ///   - keptID: The file that was announced.
    ///   - personID: Who sends it.
    /// - Returns: the document as it is with the piece.
    /// - Throws: a `Problem`: 409 `wrongOffset` with where to go on; 422 `notPDF`, and the file is not announced any more.
    func put(_ request: Request, range: ContentRange, to keptID: String, by personID: String) async throws -> KeptDocument {
        let (document, last) = try await environment.database.read { [store, documents] tx in
            let document = try documents.own(keptID, of: personID, in: tx)
            return (document, try store.lastPiece(of: document, in: tx))
        }
        try await check(range, of: document, last: last, in: request)
        let isRepeated = document.isComplete || range.range.lowerBound != document.received
        if isRepeated { return try await answerAgain(request, range: range, document, last: last, for: personID) }
        do {
            return try await environment.uploads.run(at: Gate.Place.piece(of: keptID, by: personID)) {
                try await take(request, range: range, document)
            }
        } catch is Gate.Refusal {
            await request.discardBody()
            throw Problem.tooMany(retryAfter: 10)
        }
    }

    /// Stores a piece and adds it.
    private func take(_ request: Request, range: ContentRange, _ document: KeptDocumentRecord) async throws -> KeptDocument {
        let body = KeptPieceBody(
            body: IncomingBody(request.body),
            count: range.range.count,
            beginsFile: range.range.lowerBound == 0,
            end: .now + KeptLimits.pieceTime
        )
        let piece: SealedContent
        do {
            piece = try await environment.contents.store(body, limit: range.range.count)
        } catch let problem as Problem where problem == .notPDF {
            let isWithdrawn = try await environment.database.write { [store] tx in
                try store.withdraw(document.id, ownedBy: document.ownerID, in: tx)
            }
            guard isWithdrawn else { throw try await goOn(document) }
            throw problem
        }
        let isLast = range.range.upperBound == document.size
        let whole = isLast ? try await read(document, and: piece, at: range.range) : nil
        guard let kept = try await keep(piece, at: range.range.lowerBound, of: document, whole) else {
            // Somebody else was faster, or the document is gone: no row names the piece, nor will one.
            await environment.contents.discard([piece.address])
            return try await answerOvertaken(piece, range: range, document)
        }
        return kept
    }

    /// Answers a piece that came another time meanwhile as that one was answered, and any other one with where to go on.
    private func answerOvertaken(_ piece: SealedContent, range: ContentRange, _ document: KeptDocumentRecord) async throws -> KeptDocument {
        let last = try await environment.database.read { [store, documents] tx in
            try store.lastPiece(of: documents.own(document.id, of: document.ownerID, in: tx), in: tx)
        }
        guard let last, last.range == range.range, last.secret.digest == piece.digest else { throw try await goOn(document) }
        return try await documents.find(document.id, for: document.ownerID)
    }

    /// What tells the owner of a file where to go on.
    private func goOn(_ document: KeptDocumentRecord) async throws -> Problem {
        .wrongOffset(received: try await documents.find(document.id, for: document.ownerID).received)
    }

    /// Throws where a piece cannot be one of the file's.
    private func check(_ range: ContentRange, of document: KeptDocumentRecord, last: KeptPart?, in request: Request) async throws {
        let sizes = KeptLimits.pieceSize
        let announced = last.flatMap { document.isComplete ? $0.range.upperBound : nil } ?? document.size
        let problem: Problem? =
            if range.size != announced {
                .invalid("Content-Range", "size", "does not name the size that was announced: \(announced)")
            } else if range.range.count > sizes.upperBound {
                Problem.tooLarge(limit: sizes.upperBound)
            } else if range.range.count < sizes.lowerBound, range.range.upperBound != range.size {
                .invalid("Content-Range", "length", "must name at least \(sizes.lowerBound) bytes, but for the last piece")
            } else if let length = request.headers[.contentLength], Int(length) != range.range.count {
                .invalid("Content-Range", "length", "does not name as many bytes as Content-Length")
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
        _ document: KeptDocumentRecord,
        last: KeptPart?,
        for personID: String
    ) async throws -> KeptDocument {
        guard let last, last.range == range.range else {
            await request.discardBody()
            throw Problem.wrongOffset(received: document.received)
        }
        var hash = SHA256()
        let end = ContinuousClock.now + KeptLimits.pieceTime
        for try await chunk in KeptPieceBody(body: IncomingBody(request.body), count: range.range.count, beginsFile: false, end: end) {
            hash.update(data: chunk)
        }
        guard Array(hash.finalize()) == last.secret.digest else { throw Problem.wrongOffset(received: document.received) }
        return try await documents.find(document.id, for: personID)
    }

    /// What is known of a file that is here whole.
    private struct Whole: Sendable {
        let hash: DocumentHash
        let facts: KeptFacts?
    }

    /// Reads a file back as it was stored; how far it is signed is not known where it is too large to be read, or there is no
    /// room in memory for it.
    private func read(_ document: KeptDocumentRecord, and piece: SealedContent, at range: Range<Int>) async throws -> Whole {
        let parts = try await environment.database.read { [store] tx in try store.parts(of: document, in: tx) }
        let last = KeptPart(
            number: parts.count + 1,
            range: range,
            address: piece.address,
            secret: KeptPart.Secret(key: piece.key, digest: piece.digest)
        )
        let (content, size) = (environment.contents.read(parts + [last], range: 0..<range.upperBound), range.upperBound)
        guard size <= KeptLimits.readSize else { return Whole(hash: try await Self.hash(content) { _ in }, facts: nil) }
        let room = size + KeptSignaturePreparation.reading
        do {
            return try await environment.memory.run(room, at: [.reading(by: document.ownerID)]) { [ciphers = environment.ciphers] in
                let memory = GrowingFile(capacity: size)
                let hash = try await Self.hash(content) { memory.append($0) }
                return Whole(hash: hash, facts: await KeptFacts.read(memory, ciphers: ciphers))
            }
        } catch is Gate.Refusal {
            return Whole(hash: try await Self.hash(content) { _ in }, facts: nil)
        }
    }

    private static func hash(_ content: KeptContent, _ take: ([UInt8]) -> Void) async throws -> DocumentHash {
        var hash = SHA256()
        for try await chunk in content {
            hash.update(data: chunk)
            take(chunk)
        }
        return DocumentHash(stored: hash.finalize().hexadecimal)
    }

    /// Adds a piece, and the version where it is the last; `nil`, with nothing written, where the file goes on elsewhere.
    private func keep(_ piece: SealedContent, at start: Int, of document: KeptDocumentRecord, _ whole: Whole?) async throws
        -> KeptDocument?
    {
        try await environment.database.write { [environment, store, documents] tx in
            guard try store.add(piece, to: document.id, at: start, in: tx) else { return nil }
            if let whole {
                guard let person = try environment.signatories.person(document.ownerID, in: tx) else { throw Problem.unauthenticated() }
                let now = environment.time.now()
                try store.complete(document.id, hash: whole.hash, facts: whole.facts, by: person, at: now, in: tx)
                try environment.people.note(.kept, by: document.ownerID, in: tx)
            }
            return try store.find(document.id, in: tx).map { try documents.view($0, for: document.ownerID, in: tx) }
        }
    }
}
