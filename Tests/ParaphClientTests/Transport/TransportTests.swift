import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import ParaphClientNIO
import ParaphWire
import StorageTestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Both transports over real sockets.
@Suite struct TransportTests {
    enum Kind: CaseIterable { case urlSession, background, asyncHTTPClient }

    private static func with(_ kind: Kind, _ body: (any Transport) async throws -> Void) async throws {
        switch kind {
        case .urlSession: try await body(URLSessionTransport())
        case .background:
            // In a session that ends with the process: only Apple's systems have others.
            let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-pieces-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let configuration = URLSessionConfiguration.ephemeral
            try await body(try BackgroundTransport(front: URLSessionTransport(), configuration: configuration, folder: folder))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        case .asyncHTTPClient:
            let client = HTTPClient(configuration: AsyncHTTPClientTransport.configuration)
            do {
                try await body(AsyncHTTPClientTransport(client))
            } catch {
                try await client.shutdown()
                throw error
            }
            try await client.shutdown()
        }
    }

    /// An answer that ends with its connection.
    private static var endless: Response {
        Response(
            status: .ok,
            body: ResponseBody { writer in
                while true {
                    try await writer.write(ByteBuffer(string: "data: changed\n\n"))
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        )
    }

    private static func serving(_ kind: Kind, _ body: @escaping @Sendable (any Transport, String) async throws -> Void) async throws {
        let router = Router()
        router.get("moved") { _, _ in Response.redirect(to: "/elsewhere") }
        router.get("elsewhere") { _, _ in "elsewhere" }
        router.get("long") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    for index in 0..<320 { try await writer.write(ByteBuffer(repeating: UInt8(index % 251), count: 65_536)) }
                    try await writer.finish(nil)
                }
            )
        }
        router.get("endless") { _, _ in endless }
        router.put("endless") { _, _ in endless }
        router.get("broken") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody(contentLength: 1000) { writer in
                    try await writer.write(ByteBuffer(string: "only some"))
                    throw CancellationError()
                }
            )
        }
        router.put("echo") { request, _ in
            var count = 0
            for try await piece in request.body { count += piece.readableBytes }
            return "\(request.headers[.contentType] ?? "") \(count)"
        }
        try await Application(router: router).test(.live) { client in
            let address = "http://localhost:\(try #require(client.port))"
            try await with(kind) { try await body($0, address) }
        }
    }

    @Test(arguments: Kind.allCases) func bodiesGoUpAndComeDownWhole(_ kind: Kind) async throws {
        try await Self.serving(kind) { transport, address async throws in
            let long = try await transport.send(TransportRequest(method: "GET", url: "\(address)/long"))
            var (count, pieces) = (0, 0)
            for try await piece in long.body {
                #expect(piece.first == UInt8(count / 65_536 % 251))
                count += piece.count
                pieces += 1
                // A slow reader, for whom more comes than is read.
                if pieces % 64 == 0 { try await Task.sleep(for: .milliseconds(1)) }
            }
            #expect(long.status == 200 && count == 320 * 65_536 && pieces > 1)

            let source = MemorySource(FilesFixture.file(3_000_000))
            let sent = Counter()
            let request = TransportRequest(
                method: "PUT",
                url: "\(address)/echo",
                headers: ["Content-Type": "application/octet-stream"],
                body: .part(source, 1_000_000..<2_500_000),
                onSent: { if $0 > 0 { _ = sent.next() } }
            )
            let answer = try await transport.send(request)
            let text = String(decoding: try await answer.body.bytes(upTo: 100), as: UTF8.self)
            #expect(text == "application/octet-stream 1500000")
            #expect(sent.next() > 1)
        }
    }

    @Test(arguments: Kind.allCases) func aRedirectIsNotFollowed(_ kind: Kind) async throws {
        try await Self.serving(kind) { transport, address async throws in
            let answer = try await transport.send(TransportRequest(method: "GET", url: "\(address)/moved"))
            #expect((300..<400).contains(answer.status) && answer.headers["location"] == "/elsewhere")
        }
    }

    @Test(arguments: Kind.allCases) func anAnswerThatEndsEarlyIsLost(_ kind: Kind) async throws {
        try await Self.serving(kind) { transport, address async throws in
            let error = await #expect(throws: TransportError.self) {
                let answer = try await transport.send(TransportRequest(method: "GET", url: "\(address)/broken"))
                _ = try await answer.body.bytes(upTo: 10_000)
            }
            #expect(error?.isUnsent == false)
        }
    }

    @Test(arguments: Kind.allCases, ["localhost", "127.0.0.1"])
    func aServerThatIsNotThereHasSeenNothing(_ kind: Kind, _ host: String) async throws {
        try await Self.with(kind) { transport in
            // The port of discard, where nobody listens here.
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(TransportRequest(method: "POST", url: "http://\(host):9/", body: .bytes([1])))
            }
            #expect(error?.isUnsent == true)
        }
    }

    @Test(arguments: Kind.allCases) func aCancelledTaskEndsItsRequestAndItsAnswer(_ kind: Kind) async throws {
        try await Self.serving(kind) { transport, address async throws in
            let read = Counter()
            let task = Task {
                let answer = try await transport.send(TransportRequest(method: "GET", url: "\(address)/endless"))
                for try await _ in answer.body { _ = read.next() }
            }
            try await until("something was read") { read.next() > 5 }
            task.cancel()
            _ = await task.result
        }
    }

    @Test(arguments: Kind.allCases) func aTaskThatWasCancelledBeforeEndsAtOnce(_ kind: Kind) async throws {
        try await Self.serving(kind) { transport, address async throws in
            for body in [TransportRequest.Body.nothing, .part(MemorySource([1, 2, 3]), 0..<3)] {
                let request = TransportRequest(method: body.count == 0 ? "GET" : "PUT", url: "\(address)/endless", body: body)
                for _ in 0..<20 {
                    let task = Task {
                        withUnsafeCurrentTask { $0?.cancel() }
                        _ = try await transport.send(request)
                    }
                    await #expect(throws: CancellationError.self) { try await task.value }
                }
            }
        }
    }

    @Test func whatAnotherAddressAnswersIsRefusedInTheBackground() async throws {
        let sent = "https://paraph.example.org/v1"
        func answer(_ url: String, body: Data? = Data("{}".utf8)) throws -> Int {
            let url = try #require(URL(string: url))
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
            return try BackgroundPiece.answer(response, to: sent, body).status
        }
        #expect(try answer(sent) == 200)
        for other in ["https://other.example.org/v1", "http://paraph.example.org/v1", "https://paraph.example.org/"] {
            let error = #expect(throws: ClientError.self) { try answer(other) }
            // Never sent again by itself.
            #expect(error?.code == .unreadable && error?.isTransient == false)
        }
        #expect(throws: ClientError.self) { try answer(sent, body: nil) }
    }

    @Test func whatAnEarlierProcessLeftOfPiecesIsDeleted() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-pieces-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data([1]).write(to: folder.appending(path: "left"))
        let transport = try BackgroundTransport(front: URLSessionTransport(), configuration: .ephemeral, folder: folder)
        try await until("it is gone") { try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty }
        _ = transport
    }

    @Test func aLiveServerRingsWhenSomethingChanges() async throws {
        try await ClientFixture.run(.live) { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let events = try await phone.client.sync.events()
            let rings = Counter()
            let listening = Task {
                for try await _ in events { _ = rings.next() }
            }
            try await until("the stream is open") { rings.next() > 1 }
            let begun = try await phone.client.sync.changes(after: nil)
            let file = try await phone.client.files.upload(MemorySource(FilesFixture.file(1000)), named: "Lease.pdf")
            let changes = try await phone.client.sync.changes(after: begun.cursor)
            #expect(changes.changes.contains { $0.id == file.id })
            listening.cancel()
            _ = await listening.result
        }
    }

    @Test func anEngineFollowsALiveServer() async throws {
        try await ClientFixture.run(.live) { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-store-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try await OfflineStore.open(in: folder, secrets: phone.secrets)
            let engine = SyncEngine(client: phone.client, store: store)
            let following = Task { await engine.run() }
            let other = try phone.restarted(fixture)
            let file = try await other.client.files.upload(MemorySource(FilesFixture.file(1000)), named: "Lease.pdf")
            try await until("the file is here") { try await store.files().contains { $0.id == file.id } }
            _ = try await other.client.files.rename(file.id, to: "Rent.pdf")
            try await until("its name is here") { try await store.files().first?.name == "Rent.pdf" }
            following.cancel()
            await following.value
            await store.close()
        }
    }
}
