import Crypto
public import Foundation
import ParaphEncoding
public import ParaphWire

extension Files {
    /// Fetches the newest version of a file as it was listed; what the network loses is fetched on from where it stopped.
    ///
    /// The bytes come into a file beside the destination, which they take the place of once all are there and have the right hash. Where it
    /// ends early, the next call for the same version goes on.
    /// - Parameters:
    ///   - file: The file, complete.
    ///   - destination: Where it is to lie; its folder must exist.
    ///   - progress: Hears how many bytes are here.
    /// - Throws: ``ClientError``: `notFound`, `incomplete`; `offline` where the network is lost for long; `differs` where what came is not that
    ///   version; `storage` where it cannot be written.
    public func download(
        _ file: StoredFile,
        to destination: URL,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        guard let hash = file.hash else { throw ClientError(.differs, "the file is not on the server whole yet") }
        let part = destination.deletingLastPathComponent().appending(path: ".\(destination.lastPathComponent).\(hash.prefix(16)).part")
        let draft = try DownloadDraft(part)
        try await fetchRest(of: file, hash, into: draft, progress)
        guard try draft.hash() == hash else {
            try draft.discard()
            throw ClientError(.differs, "what came is not the file; fetch it again")
        }
        try draft.move(to: destination)
    }

    private func fetchRest(
        of file: StoredFile,
        _ hash: String,
        into draft: DownloadDraft,
        _ progress: @escaping @Sendable (Int) -> Void
    ) async throws {
        var (at, failures) = (try draft.size(upTo: file.size), 0)
        while at < file.size {
            let before = at
            do {
                let response = try await fetch(file, hash, from: at)
                if response.status != 206 || !isRange(response.headers["content-range"], from: at) {
                    // The server gives all of it anew.
                    guard response.status == 200 else { throw ClientError(.differs, "the server sent another part than was asked for") }
                    at = 0
                }
                for try await piece in response.body {
                    guard at + piece.count <= file.size else { throw ClientError(.differs, "more came than the file has") }
                    try draft.write(piece, at: at)
                    at += piece.count
                    progress(at)
                }
                // A connection that ends early is as lost as one that breaks.
                if at < file.size { throw TransportError(isUnsent: false, message: "the answer ended early") }
            } catch let error as TransportError {
                failures = at > before ? 1 : failures + 1
                guard let pause = client.caller.retry.pause(after: failures, asked: nil) else {
                    throw ClientError(.offline, error.message, cause: error)
                }
                try await client.caller.sleep(pause)
            }
        }
    }

    private func fetch(_ file: StoredFile, _ hash: String, from start: Int) async throws -> TransportResponse {
        var query = ContentQuery(version: file.version)
        if start > 0 { (query.range, query.ifRange) = ("bytes=\(start)-", "\"\(hash)\"") }
        let endpoint = FilesEndpoints.content
        var call = Caller.Call(method: endpoint.method, target: endpoint.target(file.id, query: query))
        call.headers = endpoint.headers(query)
        call.options.accept = "application/pdf, application/problem+json"
        return try await client.caller.perform(call) { $0 }
    }

    private func isRange(_ header: String?, from start: Int) -> Bool { header?.hasPrefix("bytes \(start)-") == true }
}

/// What is here of a file that is fetched.
private struct DownloadDraft: Sendable {
    private let url: URL

    init(_ url: URL) throws {
        self.url = url
        guard !FileManager.default.fileExists(atPath: url.path) else { return }
        let isMade = FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600])
        guard isMade else { throw ClientError(.storage, "no file can be made in the folder of the destination") }
    }

    /// How many bytes are here; none where there are more than the file has.
    func size(upTo most: Int) throws -> Int {
        let size = try FileSource(url).size
        return size <= most ? size : 0
    }

    func write(_ bytes: [UInt8], at place: Int) throws {
        try keeping { file in
            try file.seek(toOffset: UInt64(place))
            try file.write(contentsOf: Data(bytes))
            // What a longer draft had beyond is none of this file's.
            try file.truncate(atOffset: UInt64(place + bytes.count))
        }
    }

    func hash() throws -> String {
        let source = try FileSource(url)
        var digest = SHA256()
        for first in stride(from: 0, to: source.size, by: 1 << 18) {
            digest.update(data: try source.read(first..<min(first + 1 << 18, source.size)))
        }
        return Hexadecimal.encode(digest.finalize())
    }

    func move(to destination: URL) throws {
        try keeping { try $0.synchronize() }
        guard rename(url.path, destination.path) == 0 else { throw ClientError(.storage, "the file cannot be put at its place") }
    }

    func discard() throws {
        try? FileManager.default.removeItem(at: url)
    }

    private func keeping(_ work: (FileHandle) throws -> Void) throws {
        do {
            let file = try FileHandle(forUpdating: url)
            defer { try? file.close() }
            try work(file)
        } catch {
            throw ClientError(.storage, "the file cannot be written: is there room on the device?", cause: error)
        }
    }
}
