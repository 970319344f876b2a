import Crypto
import ParaphEncoding
public import ParaphWire

extension Files {
    /// How many bytes go in one piece: it counts whole or not at all.
    static let pieceLength = 4 << 20

    /// Keeps a file on the server, piece by piece; what the network loses is sent again.
    ///
    /// Where it ends early, in whatever way, the server keeps what it has for a day: go on with `resuming`, which ``begin(_:named:)`` gave.
    /// - Parameters:
    ///   - source: The bytes, 1 to 100,000,000; they must not change meanwhile.
    ///   - name: What the file is called, 1 to 255 bytes.
    ///   - file: The file that an earlier call began.
    ///   - progress: Hears how many bytes are on the server, or on their way there.
    /// - Returns: the file, which is complete.
    /// - Throws: ``ClientError``: `notPDF`, `quotaExceeded`, `tooManyFiles`, `notFound` where a file that was begun is gone; `offline` where the
    ///   network is lost for long; `differs` where what is kept is not what was sent.
    public func upload(
        _ source: any ByteSource,
        named name: String,
        resuming file: StoredFile? = nil,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> StoredFile {
        let begun: StoredFile
        if let file {
            begun = try await find(file.id)
            let size = begun.hash == nil ? begun.size : source.size
            guard size == source.size else { throw ClientError(.differs, "the file that was begun has another size") }
        } else {
            begun = try await begin(source, named: name)
        }
        let kept = try await sendRest(of: begun, source, progress)
        try await check(kept, against: source)
        progress(source.size)
        return kept
    }

    /// Announces a file whose bytes follow.
    ///
    /// - Throws: ``ClientError``: `quotaExceeded`, `tooManyFiles`, `malformed`.
    public func begin(_ source: any ByteSource, named name: String) async throws -> StoredFile {
        // One that was announced twice is swept, for no byte of it comes.
        try await client.call(FilesEndpoints.start, body: FileUpload(name: name, size: source.size), repetition: .always)
    }

    private func sendRest(of begun: StoredFile, _ source: any ByteSource, _ progress: @escaping @Sendable (Int) -> Void) async throws
        -> StoredFile
    {
        var (file, failures) = (begun, 0)
        while file.hash == nil {
            try Task.checkCancellation()
            progress(file.received)
            do {
                let before = file.received
                file = try await sendPiece(of: file, source, progress)
                guard file.hash != nil || file.received > before else { throw ClientError(.unreadable, "the server took no piece") }
                failures = 0
            } catch let error as ClientError {
                failures += 1
                // Another try, or another device, may have sent this piece: the server tells how far the file is.
                guard error.isProblem(.wrongOffset) || error.isTransient else { throw error }
                let pause = client.caller.retry.pause(after: failures, asked: error.isProblem(.wrongOffset) ? nil : error.retryAfter)
                guard let pause else { throw error }
                if !error.isProblem(.wrongOffset) { try await client.caller.sleep(pause) }
                let known = try await find(file.id)
                if known.received > file.received { failures = 0 }
                file = known
            }
        }
        return file
    }

    private func sendPiece(of file: StoredFile, _ source: any ByteSource, _ progress: @escaping @Sendable (Int) -> Void) async throws
        -> StoredFile
    {
        let first = file.received
        // All of it is there, and the server is still reading it back.
        guard first < file.size else { throw ClientError(.offline, "the server is still reading the file back") }
        let range = first..<min(first + Self.pieceLength, file.size)
        let endpoint = FilesEndpoints.put
        var headers = PieceHeaders(contentRange: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)")
        var call = Caller.Call(method: endpoint.method, target: endpoint.path(file.id))
        if client.caller.transport.mayRedirectParts {
            headers.uploadToken = try await client.call(FilesEndpoints.uploadToken, file.id, repetition: .always).token
            (call.isOpen, call.options.isAnonymous) = (true, true)
        }
        call.headers = endpoint.headers(headers)
        call.headers["Content-Type"] = "application/octet-stream"
        call.body = .part(source, range)
        // Each try of a piece is preceded by asking how far the file is, which saves sending what is there.
        call.options.repetition = .ifNothingWasDone
        call.options.patience = .seconds(120)
        call.onSent = { progress(min(first + $0, range.upperBound)) }
        do {
            return try await client.caller.read(StoredFile.self, call)
        } catch let error as ClientError where error.code == .outcomeUnknown {
            throw ClientError(.offline, error.message, cause: error.cause)
        }
    }

    /// Compares what the server keeps with what was sent: of a file that was signed meanwhile, its first version.
    private func check(_ file: StoredFile, against source: any ByteSource) async throws {
        var digest = SHA256()
        for first in stride(from: 0, to: source.size, by: 1 << 18) {
            digest.update(data: try source.read(first..<min(first + 1 << 18, source.size)))
        }
        let hash = Hexadecimal.encode(digest.finalize())
        if file.version == 1, file.hash == hash { return }
        guard file.version > 1, try await isFirstVersion(of: file.id, hash) else {
            throw ClientError(.differs, "what the server keeps is not what was sent; delete it and send it again")
        }
    }

    private func isFirstVersion(of id: String, _ hash: String) async throws -> Bool {
        let query = ContentQuery(version: 1, ifMatch: "\"\(hash)\"")
        var call = Caller.Call(method: "HEAD", target: FilesEndpoints.content.target(id, query: query))
        call.headers = FilesEndpoints.content.headers(query)
        do {
            try await client.caller.perform(call) { _ in }
            return true
        } catch let error as ClientError where error.status == 412 {
            return false
        }
    }
}
