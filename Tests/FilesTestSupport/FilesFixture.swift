import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Files

/// The calls about files over HTTP, on a real database and a real folder of blobs.
struct FilesFixture: Sendable {
    let environment: FilesEnvironment
    let people: MadeUpReaders
    let time: ManualTime
    let client: any TestClientProtocol

    var store: FileStore { environment.store }

    /// Runs a test against fresh tables.
    static func run(_ setup: TestingSetup = .router, _ body: @escaping @Sendable (FilesFixture) async throws -> Void) async throws {
        try await FilesEnvironment.run { environment, people, time in
            let router = Router(context: ParaphContext.self, options: .autoGenerateHeadEndpoints)
            let site = try #require(Site(publicURL: "http://localhost:8080"))
            router.middlewares.add(RequestLogMiddleware())
            router.middlewares.add(ProblemMiddleware())
            router.middlewares.add(AuthenticationMiddleware(authenticator: TokenIsPerson(), cookie: SessionCookie(site: site)))
            FileService(environment: environment).addRoutes(to: router)
            try await Application(router: router).test(setup) { client in
                try await body(FilesFixture(environment: environment, people: people, time: time, client: client))
            }
        }
    }

    /// A PDF, as far as anybody here looks, of so many bytes.
    static func file(_ size: Int, seed: Int = 0) -> [UInt8] {
        let head = Array("%PDF-1.7\n".utf8)
        return Array(head.prefix(size)) + (0..<max(0, size - head.count)).map { UInt8(truncatingIfNeeded: ($0 &+ seed) &* 31 >> 3) }
    }

    static func hash(_ bytes: [UInt8]) -> String { SHA256.hash(data: bytes).hexadecimal }

    /// Sends a request as somebody, or as a stranger.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: [UInt8]? = nil,
        headers: HTTPFields = [:],
        by person: String?
    ) async throws -> TestResponse {
        var headers = headers
        if let person { headers[.authorization] = "Bearer token-of-person-\(person)" }
        return try await client.execute(uri: path, method: method, headers: headers, body: body.map { ByteBuffer(bytes: $0) }) { $0 }
    }

    /// Sends JSON, or nothing, as somebody.
    func call(_ method: HTTPRequest.Method, _ path: String, _ input: (some Encodable & Sendable)? = String?.none, by person: String?)
        async throws
        -> TestResponse
    {
        let body = try input.map { try JSONBody.encode($0) }
        return try await send(method, path, body, headers: body == nil ? [:] : [.contentType: "application/json"], by: person)
    }

    func decode<Value: Codable>(_ response: TestResponse, as type: Value.Type = Value.self) throws -> Value {
        try JSONBody.decode(type, from: Array(response.body.readableBytesView))
    }

    /// The code of a refusal.
    func code(_ response: TestResponse) -> String? { try? decode(response, as: Problem.self).code.rawValue }

    /// Announces a file.
    func start(_ size: Int, name: String = "lease.pdf", by person: String = "anna") async throws -> StoredFile {
        let response = try await call(.post, "/v1/files", FileUpload(name: name, size: size), by: person)
        #expect(response.status == .created)
        return try decode(response)
    }

    /// Sends a piece.
    func put(_ bytes: [UInt8], at start: Int, of size: Int, to id: String, by person: String = "anna") async throws -> TestResponse {
        let range = "bytes \(start)-\(start + bytes.count - 1)/\(size)"
        return try await send(.put, "/v1/files/\(id)/content", bytes, headers: [.contentRange: range], by: person)
    }

    /// Keeps a file, in pieces of at most so many bytes.
    @discardableResult
    func keep(_ bytes: [UInt8], pieces length: Int = 1 << 20, name: String = "lease.pdf", by person: String = "anna") async throws
        -> StoredFile
    {
        var document = try await start(bytes.count, name: name, by: person)
        for first in stride(from: 0, to: bytes.count, by: length) {
            let piece = Array(bytes[first..<min(first + length, bytes.count)])
            let response = try await put(piece, at: first, of: bytes.count, to: document.id, by: person)
            #expect(response.status == .ok)
            document = try decode(response)
        }
        return document
    }

    /// Appends a version, as a signature does.
    @discardableResult
    func append(_ bytes: [UInt8], to file: [UInt8], of id: String, signature: String, by person: String) async throws -> FileVersion? {
        let part = try await environment.contents.store(bytes)
        return try await environment.database.write { [store, time] tx in
            let newest = try #require(try store.newestVersion(of: id, in: tx))
            return try store.append(
                part,
                to: newest,
                hash: Self.hash(file + bytes),
                documentID: "document of \(id)",
                signatureID: signature,
                person: MadeUpReaders.person(person),
                at: time.now(),
                in: tx
            )
        }
    }

    func download(_ id: String, _ query: String = "", headers: HTTPFields = [:], by person: String? = "anna") async throws -> TestResponse {
        try await send(.get, "/v1/files/\(id)/content\(query)", headers: headers, by: person)
    }

    /// All the bytes of a content.
    static func collect(_ content: FileContent) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await piece in content { bytes += piece }
        return bytes
    }

    /// How many rows a table holds.
    func count(_ table: String) async throws -> Int {
        try await environment.database.read {
            try $0.first(SQL(stringLiteral: "SELECT COUNT(*) AS count FROM \(table)"))?.get("count") ?? 0
        }
    }

    /// How many blobs lie in the folder.
    func blobCount() async throws -> Int { try await environment.blobs.addresses().count }
}

extension TestResponse {
    var bytes: [UInt8] { Array(body.readableBytesView) }
}

/// Whoever shows `token-of-person-NAME` is that person.
private struct TokenIsPerson: Authenticator {
    func principal(token: String) async throws -> Principal? {
        guard token.hasPrefix("token-of-person-") else { return nil }
        return Principal(personID: String(token.dropFirst(16)), credential: .session(id: token))
    }
}
