import Foundation
import ParaphWire
import Synchronization
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport

/// Files on a network that loses things.
@Suite struct TransferTests {
    private static let size = 9_500_000

    private final class Progress: Sendable {
        private let heard = Mutex<[Int]>([])
        var all: [Int] { heard.withLock { $0 } }
        func note(_ count: Int) { heard.withLock { $0.append(count) } }
    }

    @Test func whatTheNetworkLosesOfAnUploadIsSentAgain() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let (bytes, progress) = (FilesFixture.file(Self.size), Progress())
            phone.faults.plan(.lostAnswer, "POST", "/v1/files")
            phone.faults.plan(.lostRequest, "PUT", "/content")
            phone.faults.plan(.lostAnswer, "PUT", "/content")
            phone.faults.plan(.answer(503, retryAfter: 1, problem: .unavailable), "PUT", "/content")
            phone.faults.plan(.answer(502, retryAfter: nil, problem: nil), "PUT", "/content")
            phone.faults.plan(.lostAnswer, "PUT", "/content")
            let file = try await phone.client.files.upload(MemorySource(bytes), named: "Lease.pdf") { progress.note($0) }
            #expect(file.hash == FilesFixture.hash(bytes) && phone.faults.unmet == 0)
            #expect(progress.all.last == Self.size && progress.all.allSatisfy { $0 <= Self.size })
        }
    }

    @Test func wherePartsMayBeRedirectedTheyGoWithoutTheAccountsToken() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let bytes = FilesFixture.file(Self.size)
            _ = try await phone.client.files.upload(MemorySource(bytes), named: "Lease.pdf")
            #expect(phone.faults.partHeaders.allSatisfy { $0["Authorization"] != nil && $0["Paraph-Upload-Token"] == nil })
            let sent = phone.faults.partHeaders.count
            phone.faults.mayRedirectParts = true
            phone.faults.plan(.lostAnswer, "PUT", "/content")
            let file = try await phone.client.files.upload(MemorySource(bytes), named: "Rent.pdf")
            let headers = phone.faults.partHeaders.dropFirst(sent)
            #expect(file.hash == FilesFixture.hash(bytes) && headers.count >= 3)
            #expect(headers.allSatisfy { $0["Authorization"] == nil && $0["Paraph-Upload-Token"] != nil })
        }
    }

    @Test func anUploadThatWasGivenUpGoesOnWhereItWas() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let source = MemorySource(FilesFixture.file(Self.size))
            let begun = try await phone.client.files.begin(source, named: "Lease.pdf")
            // The second piece never arrives.
            phone.faults.plan(.lostAnswer, "PUT", "/content")
            for _ in 0..<8 { phone.faults.plan(.lostRequest, "PUT", "/content") }
            let lost = await #expect(throws: ClientError.self) {
                try await phone.client.files.upload(source, named: "Lease.pdf", resuming: begun)
            }
            #expect(lost?.code == .offline && lost?.isTransient == true)
            let again = try phone.restarted(fixture)
            #expect(try await again.client.files.find(begun.id).received == Files.pieceLength)
            let file = try await again.client.files.upload(source, named: "Lease.pdf", resuming: begun)
            #expect(file.id == begun.id && file.version == 1 && again.faults.count("PUT", "/content") == 2)
        }
    }

    @Test func whatIsNoPDFIsRefusedAndNothingIsTriedAgain() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let error = await #expect(throws: ClientError.self) {
                try await phone.client.files.upload(MemorySource(Array(repeating: 7, count: 1000)), named: "Lease.pdf")
            }
            #expect(error?.problem?.code == .notPDF && phone.faults.count("PUT", "/content") == 1)
        }
    }

    @Test func aSourceThatChangedMeanwhileIsNoticed() async throws {
        struct Changing: ByteSource {
            let size = 1000
            let count = Counter()
            func read(_ range: Range<Int>) -> [UInt8] { Array(FilesFixture.file(size, seed: count.next())[range]) }
        }
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            await #expect(throws: ClientError(.differs, "")) { try await phone.client.files.upload(Changing(), named: "Lease.pdf") }
        }
    }

    @Test func aDownloadGoesOnFromWhereItStopped() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let bytes = FilesFixture.file(3_000_000)
            let file = try await phone.client.files.upload(MemorySource(bytes), named: "Lease.pdf")
            let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let place = folder.appending(path: "Lease.pdf")

            phone.faults.plan(.cutAnswer(after: 1_000_000), "GET", "/content")
            phone.faults.plan(.cutAnswer(after: 700_000), "GET", "/content")
            let progress = Progress()
            try await phone.client.files.download(file, to: place) { progress.note($0) }
            #expect(try Data(contentsOf: place) == Data(bytes) && phone.faults.count("GET", "/content") == 3)
            #expect(progress.all == progress.all.sorted() && progress.all.last == bytes.count)

            // Given up, and gone on with later.
            let other = folder.appending(path: "Other.pdf")
            phone.faults.plan(.cutAnswer(after: 2_000_000), "GET", "/content")
            for _ in 0..<8 { phone.faults.plan(.unreachable, "GET", "/content") }
            await #expect(throws: ClientError(.offline, "")) { try await phone.client.files.download(file, to: other) }
            #expect(!FileManager.default.fileExists(atPath: other.path))
            let again = try phone.restarted(fixture)
            again.faults.plan(.cutAnswer(after: 999_999), "GET", "/content")
            try await again.client.files.download(file, to: other)
            #expect(try Data(contentsOf: other) == Data(bytes))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Lease.pdf", "Other.pdf"])
        }
    }

    @Test func whatIsOnTheDiskAndIsNoneOfTheFileIsFetchedAnew() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let bytes = FilesFixture.file(50_000)
            let file = try await phone.client.files.upload(MemorySource(bytes), named: "Lease.pdf")
            let place = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).pdf")
            defer { try? FileManager.default.removeItem(at: place) }
            let hash = try #require(file.hash)
            let part = place.deletingLastPathComponent().appending(path: ".\(place.lastPathComponent).\(hash.prefix(16)).part")
            try Data(repeating: 1, count: 40_000).write(to: part)
            await #expect(throws: ClientError(.differs, "")) { try await phone.client.files.download(file, to: place) }
            try await phone.client.files.download(file, to: place)
            #expect(try Data(contentsOf: place) == Data(bytes))
        }
    }

    @Test func deletingTwiceIsDeletingOnce() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let file = try await phone.client.files.upload(MemorySource(FilesFixture.file(1000)), named: "Lease.pdf")
            phone.faults.plan(.lostAnswer, "DELETE", "/v1/files/\(file.id)")
            try await phone.client.files.delete(file.id)
            #expect(phone.faults.count("DELETE", file.id) == 2)
            // It was there once; what never was is said.
            let error = await #expect(throws: ClientError.self) { try await phone.client.files.delete(file.id) }
            #expect(error?.status == 404)
            #expect(try await phone.client.files.list(isTrashed: true).items.count == 1)
            #expect(try await phone.client.files.restore(file.id).id == file.id)
        }
    }
}

/// Counts.
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
