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

/// The calls of Identity behind the same middlewares as in a node, on two nodes of one real database, with mails that tests can read.
struct IdentityServer: Sendable {
    /// Reaches two nodes in turn.
    var client: any TestClientProtocol
    /// Reach one of the two each.
    let nodes: [any TestClientProtocol]
    let database: any Database
    let domain: IdentityDomain
    let keys: KeyRing
    let time: ManualTime
    let mails: MailRecorder
    /// What clients were told.
    let callbacks: CallbackRecorder
    /// What both nodes count.
    let metrics: Metrics
    let folder: String
    /// Undoes what is written while it is on; `nil` where nothing is rehearsed.
    var rehearsal: Rehearsal?

    static func run(
        rehearsal: Rehearsal? = nil,
        texts: any TextMessenger = NoTextMessages(),
        settings: IdentitySettings = IdentitySettings(),
        _ body: @Sendable (IdentityServer) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-identity-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = DomainList([]).migrations + IdentityDomain.migrations
        let place = try await TestPlace.make(folder: folder, for: migrations, following: IdentityDomain.changeKinds)
        let base = try await place.open()
        let database = rehearsal.map { RehearsedDatabase(base, $0) } ?? base
        try await database.migrate(migrations)
        let parts = Parts(
            site: try #require(Site(publicURL: "http://localhost:8080")),
            time: ManualTime(),
            mails: MailRecorder(rehearsal: rehearsal),
            texts: texts,
            settings: settings,
            keys: KeyRing(root: try RootKey.create(at: "\(folder)/root.key")),
            blobs: try await FolderBlobStore.open(at: "\(folder)/blobs")
        )
        // Two nodes, to which calls go in turn: neither may keep anything to itself.
        let otherBase = try await place.open()
        let second = rehearsal.map { RehearsedDatabase(otherBase, $0) } ?? otherBase
        do {
            let (domain, application) = parts.node(on: database)
            let (_, other) = parts.node(on: second)
            try await application.test(.router) { client in
                try await other.test(.router) { otherClient in
                    try await body(
                        IdentityServer(
                            client: AlternatingClient(client, otherClient),
                            nodes: [client, otherClient],
                            database: database,
                            domain: domain,
                            keys: parts.keys,
                            time: parts.time,
                            mails: parts.mails,
                            callbacks: parts.callbacks,
                            metrics: parts.metrics,
                            folder: folder,
                            rehearsal: rehearsal
                        )
                    )
                }
            }
        } catch {
            await second.close()
            await database.close()
            throw error
        }
        await second.close()
        await database.close()
    }

    /// What the nodes of one instance share.
    private struct Parts {
        let site: Site
        let time: ManualTime
        let mails: MailRecorder
        let texts: any TextMessenger
        let settings: IdentitySettings
        let callbacks = CallbackRecorder(usual: 204)
        let metrics = Metrics()
        let keys: KeyRing
        let blobs: any BlobStore

        func node(on database: any Database) -> (IdentityDomain, some ApplicationProtocol) {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let domain = IdentityDomain(
                database: database,
                keys: keys,
                blobs: blobs,
                mailer: mails,
                texts: texts,
                time: time,
                site: site,
                settings: settings,
                callbacks: callbacks,
                domains: DomainList([IdentityDomain.self, MadeUpDomain.self]),
                logger: logger,
                metrics: metrics
            )
            let router = Router(context: ParaphContext.self)
            router.middlewares.add(RequestLogMiddleware())
            router.middlewares.add(ProblemMiddleware())
            router.middlewares.add(CrossSiteMiddleware(site: site))
            router.middlewares.add(AuthenticationMiddleware(authenticator: domain.authenticator, cookie: SessionCookie(site: site)))
            router.middlewares.add(TokenScopeMiddleware(scopes: ScopeList(IdentityDomain.scopes)))
            domain.addRoutes(to: router)
            return (domain, Application(router: router, logger: logger))
        }
    }

    /// The same instance, reached at one of its nodes.
    func node(_ index: Int) -> IdentityServer {
        var server = self
        server.client = nodes[index]
        return server
    }

    /// Calls an endpoint and reads its answer; a ``Problem`` is thrown.
    func call<Query, Input: Codable & Sendable, Output: Codable & Sendable>(
        _ endpoint: Endpoint<Query, Input, Output>,
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
    func send<Query, Input: Codable & Sendable, Output>(
        _ endpoint: Endpoint<Query, Input, Output>,
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

    /// Every byte that the database keeps: all values of all tables, and SQLite's files as they are.
    func everythingStored() async throws -> [UInt8] {
        var stored: [UInt8] = []
        for table in try await database.tables() {
            for row in try await rows("SELECT * FROM \(SQL(stringLiteral: table.name))") {
                for column in table.columns {
                    if column.kind == .text { stored += try row.find(column.name, as: String.self).map { Array($0.utf8) } ?? [] }
                    if column.kind == .blob { stored += try row.find(column.name, as: [UInt8].self) ?? [] }
                }
            }
        }
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasPrefix("paraph.db") {
            stored += try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
        }
        return stored
    }

    /// Every text that stands in a row.
    func everyText() async throws -> [String] {
        var texts: [String] = []
        for table in try await database.tables() {
            for row in try await rows("SELECT * FROM \(SQL(stringLiteral: table.name))") {
                for column in table.columns where column.kind == .text {
                    if let text = try row.find(column.name, as: String.self) { texts.append(text) }
                }
            }
        }
        return texts
    }

    func count(_ table: SQL) async throws -> Int {
        try await rows("SELECT COUNT(*) AS count FROM \(table)").first?.get("count") ?? -1
    }
}

/// Keeps mails where tests can read them.
final class MailRecorder: Mailer {
    private let mails = Mutex<[MailMessage]>([])
    private let rehearsal: Rehearsal?

    init(rehearsal: Rehearsal? = nil) { self.rehearsal = rehearsal }

    func enqueue(_ mail: MailMessage, in tx: any WriteTransaction) throws {
        if let rehearsal, rehearsal.isOn { return rehearsal.take(mail) }
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
