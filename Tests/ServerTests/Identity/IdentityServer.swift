import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Identity
import Logging
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

/// The calls of Identity behind the same middlewares as in a node, on a real database, with mails that tests can read.
struct IdentityServer: Sendable {
    let client: any TestClientProtocol
    let database: SQLiteDatabase
    let domain: IdentityDomain
    let keys: KeyRing
    let time: ManualTime
    let mails: MailRecorder
    let folder: String

    static func run(_ body: @Sendable (IdentityServer) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-identity-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try SQLiteDatabase.open(at: "\(folder)/paraph.sqlite")
        try await database.migrate(KeyRing.migrations + AuditStore.migrations + IdentityDomain.migrations)
        let site = try #require(Site(publicURL: "http://localhost:8080"))
        let time = ManualTime()
        let mails = MailRecorder()
        let keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        let domain = IdentityDomain(
            database: database,
            keys: keys,
            blobs: try await FolderBlobStore.open(at: "\(folder)/blobs"),
            mailer: mails,
            time: time,
            site: site,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let router = Router(context: ParaphContext.self)
        router.middlewares.add(RequestLogMiddleware())
        router.middlewares.add(ProblemMiddleware())
        router.middlewares.add(CrossSiteMiddleware(site: site))
        router.middlewares.add(AuthenticationMiddleware(authenticator: domain.authenticator, cookie: SessionCookie(site: site)))
        domain.addRoutes(to: router)
        let application = Application(router: router, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        do {
            try await application.test(.router) { client in
                try await body(
                    IdentityServer(
                        client: client,
                        database: database,
                        domain: domain,
                        keys: keys,
                        time: time,
                        mails: mails,
                        folder: folder
                    )
                )
            }
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    /// Calls an endpoint and reads its answer; a ``Problem`` is thrown.
    func call<Input: Codable & Sendable, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ parameters: String...,
        body: Input? = nil,
        token: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Output {
        let response = try await send(endpoint, parameters, body: body, token: token, headers: headers)
        let bytes = Array(response.body.readableBytesView)
        guard response.status.kind == .successful else {
            throw try JSONDecoder().decode(Problem.self, from: Data(bytes))
        }
        if let nothing = Nothing() as? Output { return nothing }
        return try JSONDecoder().decode(Output.self, from: Data(bytes))
    }

    /// Calls an endpoint and hands its answer over as it came.
    func send<Input: Codable & Sendable, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Input, Output>,
        _ parameters: [String] = [],
        body: Input? = nil,
        token: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> TestResponse {
        var rest = parameters[...]
        let path = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("{") ? rest.popFirst() ?? "" : String($0) }.joined(separator: "/")
        var fields = HTTPFields()
        if body != nil { fields[.contentType] = "application/json" }
        if let token { fields[.authorization] = "Bearer \(token)" }
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return try await client.execute(
            uri: path,
            method: HTTPRequest.Method(endpoint.method) ?? .get,
            headers: fields,
            body: try body.map { ByteBuffer(bytes: try JSONEncoder().encode($0)) }
        )
    }

    /// What a query yields, read past the API.
    func rows(_ sql: SQL) async throws -> [Row] {
        try await database.read { try $0.rows(sql) }
    }

    func count(_ table: SQL) async throws -> Int {
        try await rows("SELECT COUNT(*) AS count FROM \(table)").first?.get("count") ?? -1
    }
}

/// Keeps mails where tests can read them.
final class MailRecorder: Mailer {
    private let mails = Mutex<[MailMessage]>([])

    func enqueue(_ mail: MailMessage, in tx: any WriteTransaction) throws {
        tx.afterCommit { [self] in mails.withLock { $0.append(mail) } }
    }

    func all(to address: String) -> [MailMessage] {
        mails.withLock { $0.filter { $0.to == address } }
    }

    /// The code of the last mail to an address that holds one.
    func lastCode(to address: String) -> String? {
        for mail in all(to: address).reversed() {
            if let match = mail.text.firstMatch(of: /\b\d{6}\b/) { return String(match.output) }
        }
        return nil
    }
}
