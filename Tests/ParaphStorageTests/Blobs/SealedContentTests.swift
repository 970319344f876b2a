import Crypto
import Foundation
import Synchronization
import Testing

@testable import ParaphStorage

@Suite struct SealedContentTests {
    let folder: TemporaryFolder
    let store: FolderBlobStore

    init() async throws {
        folder = try TemporaryFolder()
        store = try await FolderBlobStore.open(at: folder.file("blobs"))
    }

    static func bytes(_ length: Int) -> [UInt8] { (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) } }

    func put(_ bytes: [UInt8], chunk: Int = 70_001, limit: Int? = nil) async throws -> SealedContent {
        let chunks = stride(from: 0, to: bytes.count, by: chunk).map { Array(bytes[$0..<min($0 + chunk, bytes.count)]) }
        let stream = AsyncStream { continuation in
            for chunk in [[]] + chunks { continuation.yield(chunk) }
            continuation.finish()
        }
        return try await store.putSealed(stream, limit: limit ?? bytes.count)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 131_072, 700_003])
    func whatIsSealedIsReadAsItWasAndLiesThereUnreadable(length: Int) async throws {
        let bytes = Self.bytes(length)
        for chunk in [1000, 65_536, 300_000] where length < 200_000 || chunk > 1000 {
            let content = try await put(bytes, chunk: chunk)
            #expect(content.size == length)
            #expect(content.digest == Array(SHA256.hash(data: bytes)))
            #expect(try await store.getSealed(content.address, key: content.key, size: length).collect() == bytes)
            #expect(try await store.getSealed(content.address, key: content.key).collect() == bytes)
            let stored = try await store.get(content.address).collect()
            #expect(stored.count == length + 16 * max(1, (length + 65_535) / 65_536))
            if length > 1000 { #expect(Data(stored).range(of: Data(bytes[500..<540])) == nil) }
        }
    }

    @Test func aRangeIsReadFromThePiecesThatItTouchesOnly() async throws {
        let bytes = Self.bytes(700_003)
        let content = try await put(bytes)
        let counting = CountingStore(store: store)
        let edges = [0, 1, 65_535, 65_536, 65_537, 131_072, 400_000, 700_002, 700_003]
        for (index, start) in edges.enumerated() {
            for end in edges[index...] {
                let part = try await counting.getSealed(content.address, key: content.key, size: content.size, range: start..<end)
                #expect(part.size == content.size && part.range == start..<end)
                #expect(try await part.collect() == Array(bytes[start..<end]), "\(start)..<\(end)")
            }
        }
        counting.bytes.store(0, ordering: .relaxed)
        _ = try await counting.getSealed(content.address, key: content.key, size: content.size, range: 400_000..<400_010).collect()
        #expect(counting.bytes.load(ordering: .relaxed) == 65_552)
        for range in [-1..<5, 0..<700_004] {
            await #expect(throws: StorageError(.unexpectedValue, "")) {
                try await store.getSealed(content.address, key: content.key, size: content.size, range: range)
            }
        }
    }

    @Test func whatWasChangedDroppedSwappedOrIsAnothersDoesNotOpen() async throws {
        let bytes = Self.bytes(200_000)
        let content = try await put(bytes)
        let sealed = try await store.get(content.address).collect()
        let piece = SealedPieces.sealedLength
        var forgeries: [(what: String, sealed: [UInt8], size: Int)] = [
            ("cut at a piece", Array(sealed[..<(3 * piece)]), 3 * 65_536),
            ("without its first piece", Array(sealed[piece...]), 200_000 - 65_536),
            ("two pieces swapped", Array(sealed[piece..<(2 * piece)] + sealed[..<piece] + sealed[(2 * piece)...]), 200_000),
            ("a piece twice", Array(sealed[..<piece] + sealed[..<piece] + sealed[(2 * piece)...]), 200_000),
            ("grown", sealed + Array(sealed.suffix(16)), 200_000),
            ("nothing", [], 0),
        ]
        for at in [0, piece - 1, piece, sealed.count - 17, sealed.count - 1] {
            var changed = sealed
            changed[at] ^= 1
            forgeries.append(("changed at \(at)", changed, 200_000))
        }
        for forgery in forgeries {
            let blob = try await store.put(forgery.sealed)
            await #expect(throws: StorageError(.corrupt, ""), "\(forgery.what)") {
                _ = try await store.getSealed(blob.address, key: content.key, size: forgery.size).collect()
            }
            await #expect(throws: StorageError(.corrupt, ""), "\(forgery.what), whatever its size") {
                _ = try await store.getSealed(blob.address, key: content.key).collect()
            }
        }
        await #expect(throws: StorageError(.corrupt, "")) {
            _ = try await store.getSealed(content.address, key: ContentKey(), size: content.size).collect()
        }
        await #expect(throws: StorageError(.corrupt, "")) {
            _ = try await store.getSealed(content.address, key: content.key, size: 199_999)
        }
    }

    @Test func whatIsTooLongIsNotStored() async throws {
        await #expect(throws: StorageError(.tooLarge, "")) { try await put(Self.bytes(100_000), limit: 99_999) }
        #expect(try await store.addresses().isEmpty)
    }

    @Test func aKeyIsReadFromItsBytesAndDoesNotTellThem() throws {
        let key = ContentKey()
        #expect(try ContentKey(bytes: key.bytes).bytes == key.bytes)
        #expect("\(key)" == "a content key")
        #expect(throws: StorageError(.invalidKey, "")) { try ContentKey(bytes: [1, 2, 3]) }
    }
}

/// Counts the bytes that are read of a store.
private final class CountingStore: BlobStore {
    let store: FolderBlobStore
    let bytes = Atomic(0)

    init(store: FolderBlobStore) { self.store = store }

    func put<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        limit: Int,
        noting note: @Sendable (BlobAddress) async throws -> Void
    ) async throws -> StoredBlob where Chunks.Element == [UInt8] {
        try await store.put(chunks, limit: limit, noting: note)
    }

    func get(_ address: BlobAddress, range: Range<Int>?) async throws -> BlobContent {
        let content = try await store.get(address, range: range)
        bytes.add(content.range.count, ordering: .relaxed)
        return content
    }

    func delete(_ address: BlobAddress) async throws -> Bool { try await store.delete(address) }
    func addresses() async throws -> [BlobAddress] { try await store.addresses() }
}
