import Foundation
import StorageTestSupport
import Testing

@testable import ParaphStorage

@Suite struct FolderBlobStoreTests {
    let folder: TemporaryFolder
    let store: FolderBlobStore

    init() async throws {
        folder = try TemporaryFolder()
        store = try await FolderBlobStore.open(at: folder.file("blobs"))
    }

    func files(in name: String) throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.file(name))
        return paths.filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder.file("\(name)/\(path)"), isDirectory: &isFolder)
            return !isFolder.boolValue
        }
    }

    func stream(_ chunks: [[UInt8]], then error: (any Error)? = nil) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            for chunk in chunks { continuation.yield(chunk) }
            continuation.finish(throwing: error)
        }
    }

    @Test func aBlobLiesUnderTheHashOfItsBytes() async throws {
        // FIPS 180-4, example "abc".
        let blob = try await store.put(Array("abc".utf8))
        #expect(blob.address.description == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(blob.size == 3)
        #expect(try files(in: "blobs") == ["ba/78/\(blob.address)"])
        #expect(try folder.permissions(of: "blobs/ba/78/\(blob.address)") == 0o600)
        #expect(try folder.permissions(of: "blobs") == 0o700)
        #expect(try await store.get(blob.address).collect() == Array("abc".utf8))
    }

    @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 3_000_000])
    func whatWasPutInChunksIsReadInPieces(length: Int) async throws {
        let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let chunks = stride(from: 0, to: length, by: 70_001).map { Array(bytes[$0..<min($0 + 70_001, length)]) }
        let blob = try await store.put(stream([[]] + chunks + [[]]), limit: length)
        #expect(blob.size == length)
        let content = try await store.get(blob.address)
        #expect(content.size == length)
        #expect(try await content.collect() == bytes)
        #expect(try await content.collect() == bytes)
    }

    @Test func aRangeIsReadAlone() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
        let blob = try await store.put(bytes)
        for range in [0..<1, 0..<0, 999_999..<1_000_000, 1_000_000..<1_000_000, 262_140..<800_000] {
            #expect(try await store.get(blob.address, range: range).collect() == Array(bytes[range]))
        }
        for range in [0..<1_000_001, -1..<5, 2_000_000..<2_000_001] {
            await #expect(throws: StorageError(.unexpectedValue, "")) { try await store.get(blob.address, range: range) }
        }
    }

    @Test func puttingTheSameTwiceKeepsOne() async throws {
        let addresses = try await withThrowingTaskGroup(of: BlobAddress.self) { group in
            for _ in 0..<20 { group.addTask { try await store.put([1, 2, 3]).address } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(addresses.count == 1)
        #expect(try files(in: "blobs").count == 1)
    }

    @Test func whatIsTooLongLeavesNothing() async throws {
        await #expect(throws: StorageError(.tooLarge, "")) { try await store.put(stream([[1, 2], [3, 4]]), limit: 3) }
        await #expect(throws: StorageError(.tooLarge, "")) { try await store.put(stream([[1]]), limit: 0) }
        #expect(try files(in: "blobs").isEmpty)
    }

    @Test func aSequenceThatFailsLeavesNothing() async throws {
        struct Cut: Error {}
        await #expect(throws: Cut.self) { try await store.put(stream([[1, 2]], then: Cut()), limit: 10) }
        #expect(try files(in: "blobs").isEmpty)
    }

    @Test func aCancelledPutLeavesNothing() async throws {
        let (endless, continuation) = AsyncStream<[UInt8]>.makeStream()
        continuation.yield([1, 2, 3])
        let put = Task { try await store.put(endless, limit: 10) }
        try await until("the blob is on its way") { try !files(in: "blobs").isEmpty }
        put.cancel()
        await #expect(throws: CancellationError.self) { try await put.value }
        #expect(try files(in: "blobs").isEmpty)
    }

    @Test func damageIsFoundOnReading() async throws {
        let blob = try await store.put([UInt8](repeating: 7, count: 600_000))
        let path = folder.file(
            "blobs/\(blob.address.description.prefix(2))/\(blob.address.description.dropFirst(2).prefix(2))/\(blob.address)"
        )
        var bytes = try #require(FileManager.default.contents(atPath: path))
        bytes[599_999] ^= 1
        try bytes.write(to: URL(filePath: path))
        await #expect(throws: StorageError(.corrupt, "")) { try await store.get(blob.address).collect() }
        try Data([7, 7]).write(to: URL(filePath: path))
        await #expect(throws: StorageError(.corrupt, "")) { try await store.get(blob.address).collect() }
        _ = try await store.put([UInt8](repeating: 7, count: 600_000))
        #expect(try await store.get(blob.address).collect().count == 600_000)
    }

    @Test func aDeletedBlobIsGoneButReadersReadOn() async throws {
        let blob = try await store.put([5, 6])
        let content = try await store.get(blob.address)
        #expect(try await store.delete(blob.address))
        #expect(try await !store.delete(blob.address))
        #expect(try await content.collect() == [5, 6])
        await #expect(throws: StorageError(.notFound, "")) { try await store.get(blob.address) }
    }

    @Test func leftoversGoWhenTheStoreIsOpenedButNotAPutThatRuns() async throws {
        #expect(FileManager.default.createFile(atPath: folder.file("blobs/incoming/crashed"), contents: Data([1])))
        let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
        continuation.yield([1, 2, 3])
        let put = Task { try await store.put(chunks, limit: 10) }
        try await until("the blob is on its way") { try files(in: "blobs/incoming").count >= 2 }
        let second = try await FolderBlobStore.open(at: folder.file("blobs"))
        #expect(try files(in: "blobs/incoming").count == 1)
        continuation.finish()
        let blob = try await put.value
        #expect(try await second.get(blob.address).collect() == [1, 2, 3])
    }

    @Test(arguments: [
        "", "../../etc/passwd", String(repeating: "A", count: 64), String(repeating: "a", count: 63), String(repeating: "/", count: 64),
    ])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(BlobAddress(text) == nil)
    }
}
