import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Files
@testable import FilesTestSupport

/// Pieces that are on their way at the same time.
struct FileUploadRaceTests {
    /// Sends a piece that comes once something else happened.
    private static func put(
        _ bytes: [UInt8],
        at start: Int = 0,
        of size: Int,
        to id: String,
        on node: FilesEnvironment,
        after work: @escaping @Sendable () async throws -> Void
    ) async throws -> StoredFile {
        let head = HTTPRequest(method: .put, scheme: nil, authority: nil, path: "/")
        let request = Request(head: head, body: RequestBody(asyncSequence: LateBody(bytes: bytes, before: work)))
        let range = ContentRange(start..<start + bytes.count, of: size)
        return try await FileUploadService(environment: node).put(request, range: range, to: id, by: "anna")
    }

    private static func otherNode(_ files: FilesFixture) -> FilesEnvironment {
        var other = files.environment
        other.uploads = .uploads()
        return other
    }

    @Test func whatIsNoPDFTakesNothingBackThatCameMeanwhile() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(1000)
            let id = try await files.start(file.count).id
            let refusal = await problem {
                try await Self.put([UInt8](repeating: 0x20, count: 1000), of: 1000, to: id, on: Self.otherNode(files)) {
                    _ = try await files.put(file, at: 0, of: file.count, to: id)
                }
            }
            #expect(refusal?.code == "wrongOffset" && refusal?.received == file.count)
            #expect(try await files.download(id).bytes == file)
        }
    }

    @Test func thePieceThatCameMeanwhileIsAnsweredTheSame() async throws {
        try await FilesFixture.run { files in
            let (file, other) = (FilesFixture.file(1000), FilesFixture.file(1000, seed: 9))
            let id = try await files.start(file.count).id
            let whole = try await Self.put(file, of: file.count, to: id, on: Self.otherNode(files)) {
                _ = try await files.put(file, at: 0, of: file.count, to: id)
            }
            #expect(whole.version == 1 && whole.hash == FilesFixture.hash(file))
            let second = try await files.start(file.count).id
            let refusal = await problem {
                try await Self.put(other, of: file.count, to: second, on: Self.otherNode(files)) {
                    _ = try await files.put(file, at: 0, of: file.count, to: second)
                }
            }
            #expect(refusal?.code == "wrongOffset")
            #expect(try await files.blobCount() == 2, "nothing of those that were overtaken")
        }
    }

    @Test func onePieceOfADocumentAndFourOfAPersonAreOnTheirWay() async throws {
        try await FilesFixture.run { files in
            let file = FilesFixture.file(1000)
            let id = try await files.start(file.count).id
            _ = try await Self.put(file, of: file.count, to: id, on: files.environment) {
                let refused = try await files.put(file, at: 0, of: file.count, to: id)
                #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
            }
            /// Sends one piece while so many others are on their way.
            @Sendable func send(_ others: Int) async throws {
                let next = try await files.start(file.count).id
                _ = try await Self.put(file, of: file.count, to: next, on: files.environment) {
                    if others > 0 { return try await send(others - 1) }
                    let fifth = try await files.start(file.count).id
                    #expect(try await files.put(file, at: 0, of: file.count, to: fifth).status == .tooManyRequests)
                    _ = try await files.keep(file, by: "boris")
                }
            }
            try await send(3)
            #expect(try await files.keep(file).version == 1, "there is room again")
        }
    }

    @Test func aPieceThatTakesTooLongIsRefused() async throws {
        let body = PieceBody(body: IncomingBody(RequestBody(buffer: ByteBuffer(bytes: [1]))), count: 1, beginsFile: false, end: .now)
        let refusal = await problem { for try await _ in body {} }
        #expect(refusal == .tooSlow)
    }
}
