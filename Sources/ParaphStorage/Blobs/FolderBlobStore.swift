import Crypto
import Foundation
import Synchronization

/// Blobs as files of one folder: `ab/cd/abcd…`, by the first digits of the address.
///
/// A put writes a file beside them (`incoming/`), flushes it, moves it into place and flushes the folder: a blob is there whole, or not at
/// all. What a crash leaves in `incoming/` goes when the store is next opened.
public final class FolderBlobStore: BlobStore {
    /// How many bytes a piece holds.
    static let pieceLength = 256 << 10

    private let root: String
    private let files: OpenFiles
    /// The fan-out folders that are known to be on the disk; another put may just have made one that is not yet.
    private let durableFolders = Mutex(Set<Substring>())
    private let queue = DispatchQueue(label: "paraph.blobs", attributes: .concurrent)

    /// Opens a folder, makes it (for its owner alone) where there is none, and removes what crashed puts left.
    ///
    /// - Parameters:
    ///   - path: The folder; the one above it must exist.
    ///   - most: How many blobs may be read and written at a time; further callers wait for one of them to end, ten seconds at most.
    /// - Returns: The store; any number of processes may have the same folder open.
    /// - Throws: ``StorageError`` where the folder cannot be made or read.
    public static func open(at path: String, most: Int = 1024) async throws -> FolderBlobStore {
        let store = FolderBlobStore(root: path, files: OpenFiles(most: most, patience: .seconds(10)))
        try await store.blocking {
            try File.makeFolder(path)
            try File.makeFolder(store.incoming)
        }
        try await store.sweep()
        return store
    }

    private init(root: String, files: OpenFiles) {
        (self.root, self.files) = (root, files)
    }

    public func put<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        limit: Int,
        noting note: @Sendable (BlobAddress) async throws -> Void
    ) async throws -> StoredBlob where Chunks.Element == [UInt8] {
        let permit = try await files.permit()
        defer { withExtendedLifetime(permit) {} }
        let draft = try await blocking { try self.makeDraft() }
        do {
            var hash = SHA256()
            var size = 0
            for try await chunk in chunks where !chunk.isEmpty {
                guard chunk.count <= limit - size else {
                    throw StorageError(.tooLarge, "the blob is longer than \(limit) bytes")
                }
                size += chunk.count
                hash.update(data: chunk)
                try await blocking { try draft.write(chunk) }
            }
            // A sequence may end early, as if it were complete, where its task is cancelled.
            try Task.checkCancellation()
            let address = BlobAddress(digest: hash.finalize())
            try await note(address)
            try await blocking { [self] in
                try draft.sync()
                try makeFolders(for: address)
                try draft.move(to: path(of: address))
            }
            return StoredBlob(address: address, size: size)
        } catch {
            await discard(draft)
            throw error
        }
    }

    public func get(_ address: BlobAddress, range: Range<Int>?) async throws -> BlobContent {
        let permit = try await files.permit()
        let (file, size) = try await blocking { [self] in
            do {
                let file = try File(path(of: address), O_RDONLY)
                return (file, Int(try file.status().st_size))
            } catch let error as StorageError where error.code == .notFound {
                throw StorageError(.notFound, "there is no blob \(address)")
            }
        }
        let range = range ?? 0..<size
        guard range.lowerBound >= 0, range.upperBound <= size else {
            throw StorageError(.unexpectedValue, "the range \(range) lies outside the blob's \(size) bytes")
        }
        return BlobContent(size: size, range: range) {
            var offset = range.lowerBound
            var hash = range == 0..<size ? SHA256() : nil
            return {
                let count = min(Self.pieceLength, range.upperBound - offset)
                let start = offset
                let piece = count == 0 ? [] : try await self.blocking { try file.read(at: start, count: count) }
                withExtendedLifetime(permit) {}
                hash?.update(data: piece)
                offset += piece.count
                let isCut = piece.count < count
                let isChanged = offset == range.upperBound && hash.map { BlobAddress(digest: $0.finalize()) != address } == true
                if isCut || isChanged {
                    throw StorageError(.corrupt, "the blob \(address) is damaged; restore it from a backup")
                }
                return piece.isEmpty ? nil : piece
            }
        }
    }

    @discardableResult
    public func delete(_ address: BlobAddress) async throws -> Bool {
        try await blocking { [self] in
            let path = path(of: address)
            guard try File.remove(path) else { return false }
            try File.syncFolder(of: path)
            return true
        }
    }

    public func addresses() async throws -> [BlobAddress] {
        try await blocking { [self] in
            func names(_ path: String) throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.utf8.count == 2 }.sorted().map { "\(path)/\($0)" }
            }
            return try names(root).flatMap(names).flatMap { folder in
                try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { BlobAddress($0) }
            }
        }
    }

    private func makeFolders(for address: BlobAddress) throws {
        let prefix = address.description.prefix(4)
        if durableFolders.withLock({ $0.contains(prefix) }) { return }
        let outer = "\(root)/\(prefix.prefix(2))"
        let inner = "\(outer)/\(prefix.dropFirst(2))"
        for folder in [outer, inner] {
            try File.makeFolder(folder)
            try File.syncFolder(of: folder)
        }
        durableFolders.withLock { _ = $0.insert(prefix) }
    }

    private func path(of address: BlobAddress) -> String {
        let digits = address.description
        return "\(root)/\(digits.prefix(2))/\(digits.dropFirst(2).prefix(2))/\(digits)"
    }
}

// MARK: - Drafts

extension FolderBlobStore {
    private var incoming: String { "\(root)/incoming" }

    /// Removes what crashed puts left; a put that still runs, here or in another process, holds a lock on its file.
    func sweep() async throws {
        try await blocking { [self] in
            for name in try FileManager.default.contentsOfDirectory(atPath: incoming) {
                do {
                    let file = try File("\(incoming)/\(name)", O_RDONLY)
                    if file.lock() { try File.remove(file.path) }
                } catch let error as StorageError where error.code == .notFound {
                    continue
                }
            }
        }
    }

    private func makeDraft() throws -> File {
        while true {
            let file = try File("\(incoming)/\(Identifier.random())", O_WRONLY | O_CREAT | O_EXCL)
            // A sweep may have come between the making and the lock.
            if file.lock(), try file.status().st_nlink > 0 { return file }
        }
    }

    private func discard(_ draft: File) async {
        try? await blocking { _ = try File.remove(draft.path) }
    }

    /// Runs what waits for the disk away from the threads that tasks share.
    private func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: body)) }
        }
    }
}
