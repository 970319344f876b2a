import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ParaphInk
import ParaphInkFormats
import ParaphVerification
import ParaphWire
import Synchronization
import TestSupport
import Testing

@testable import Identity
@testable import ParaphStorage
@testable import ServerKit

/// Sign To Login's calls, apps and letters on a real database in memory, answering in process.
struct DialectFixture: Sendable {
    let environment: IdentityEnvironment
    let time: ManualTime
    let mailer: CollectingMailer
    let client: any TestClientProtocol
    let app: RegisteredApp

    var key: String { app.apiKey ?? "" }

    /// Runs a test against fresh tables with one app.
    static func run(
        computeLimiter: ComputeLimiter = ComputeLimiter(width: 2),
        blobs: (FolderBlobStore) -> any BlobStore = { $0 },
        _ body: @Sendable (DialectFixture) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-dialect-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let migrations = DomainList([]).migrations + IdentitySchema.migrations
        let database = try await TestPlace.make(for: migrations, following: IdentityDomain.changeKinds).open()
        try await database.migrate(migrations)
        let time = ManualTime()
        let mailer = CollectingMailer()
        let keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        let environment = IdentityEnvironment(
            database: database,
            keys: keys,
            blobs: blobs(try await FolderBlobStore.open(at: "\(folder)/blobs")),
            verifier: Verifier(),
            mailer: mailer,
            alerts: NoAlerts(),
            texts: NoTextMessages(),
            time: time,
            site: try #require(Site(publicURL: "https://sign.example.org")),
            settings: IdentitySettings(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            metrics: Metrics(),
            computeLimiter: computeLimiter,
            passwordLimiter: ComputeLimiter(width: 1),
            callbacks: CallbackRecorder(usual: 204),
            domains: DomainList([IdentityDomain.self, MadeUpDomain.self]),
            people: PersonErasure(.identityAlone(keys))
        )
        let router = Router(context: ParaphContext.self)
        router.middlewares.add(RequestLogMiddleware())
        router.middlewares.add(ProblemMiddleware())
        router.middlewares.add(
            AuthenticationMiddleware(
                authenticator: SessionAuthenticator(environment: environment),
                cookie: SessionCookie(site: environment.site)
            )
        )
        router.middlewares.add(TokenScopeMiddleware(scopes: ScopeList([])))
        router.middlewares.add(AppKeyMiddleware(authenticator: AppAuthenticator(database: database)))
        SignToLogin(environment: environment).addRoutes(to: router)
        AppService(environment: environment).addRoutes(to: router)
        EmailProofService(environment: environment).addRoutes(to: router)
        PersonService(environment: environment).addRoutes(to: router)
        RegistrationService(environment: environment).addRoutes(to: router)
        let administration = AppAdministration(
            database: database,
            keys: environment.keys,
            people: .identityAlone(environment.keys),
            time: time
        )
        let app = try await administration.create(.example)
        try await Application(responder: router.buildResponder(), logger: environment.logger).test(.router) { client in
            try await body(DialectFixture(environment: environment, time: time, mailer: mailer, client: client, app: app))
        }
        await database.close()
    }

    var administration: AppAdministration {
        AppAdministration(database: environment.database, keys: environment.keys, people: .identityAlone(environment.keys), time: time)
    }

    /// Registers another app.
    func anotherApp() async throws -> String {
        try #require(try await administration.create(.example).apiKey)
    }

    /// What the audit says was done with somebody or something, in order, and by whom.
    func audited(subject: String) async throws -> [String] {
        try await environment.database.read { tx in
            try tx.rows("SELECT actor, action FROM auditLedger WHERE subject = \(subject) ORDER BY sequence").map { row in
                "\(try row.get("actor", as: String.self)) \(try row.get("action", as: String.self))"
            }
        }
    }

    /// How many rows a table holds.
    func count(_ table: String) async throws -> Int {
        try await environment.database.read {
            try $0.first(SQL(stringLiteral: "SELECT COUNT(*) AS count FROM \(table)"))?.get("count") ?? 0
        }
    }

    /// How many rows there are that a refused request could have left behind.
    func rowCount() async throws -> Int {
        var sum = 0
        for table in ["person", "template", "enrolment", "enrolmentSample", "trace", "signatureSample", "capture", "session", "emailProof"]
        {
            sum += try await count(table)
        }
        return sum
    }

    /// Sends a body and reads the answer, which is HTTP 200 unless told otherwise.
    func send(
        _ path: String,
        _ body: [UInt8],
        contentType: String? = "application/json",
        status: HTTPResponse.Status = .ok,
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> DialectAnswer {
        var headers: HTTPFields = [:]
        if let contentType { headers[.contentType] = contentType }
        let response = try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(bytes: body)) { $0 }
        #expect(response.status == status, sourceLocation: location)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(DialectAnswer.self, from: Data(response.body.readableBytesView))
    }

    /// Sends parameters as JSON.
    func send(_ path: String, _ parameters: DialectBody, _ location: SourceLocation = #_sourceLocation) async throws -> DialectAnswer {
        try await send(path, parameters.json, location)
    }

    /// Registers a person whose ten signatures fit.
    @discardableResult
    func enrol(
        _ signer: SyntheticSigner,
        email: String,
        key: String? = nil,
        _ location: SourceLocation = #_sourceLocation
    ) async throws -> DialectAnswer {
        let answer = try await send("/register/", try .register(key: key ?? self.key, email: email, signer.samples(0..<10)), location)
        #expect(answer.res == "0", "\(answer)", sourceLocation: location)
        return answer
    }

    /// The secret of the link in the last letter to an address.
    func token(mailedTo email: String) throws -> String {
        let text = try #require(mailer.letters(to: email).last).text
        let start = try #require(text.range(of: "/confirm?token=")).upperBound
        return String(text[start...].prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
    }

    /// Follows the link in the last letter to an address.
    func prove(_ email: String) async throws {
        let token = try token(mailedTo: email)
        let shown = try await EmailProofService(environment: environment).find(token: token)
        let path = IdentityEndpoints.proveEmail.target(token, query: EmailProofQuery(shown))
        let status = try await client.execute(uri: path, method: .post, headers: .ownPages) { $0.status }
        #expect(status == .ok)
    }
}

/// An answer of the dialect as a client reads it.
struct DialectAnswer: Decodable, Hashable, Sendable {
    var res: String?
    var error: String?
    var sessionid: String?
    var similarity: Double?
    var signatureid: String?
    var refusal: String?
    var link: String?
    var parameter: String?
    var reference: String?
    var countRequired: Int?
    var countExist: Int?
    var countModel: Int?
    var countIncorrect: Int?
    var retryAfter: Int?
}

/// Keeps mails instead of sending them.
final class CollectingMailer: Mailer {
    private let mails = Mutex<[MailMessage]>([])

    func enqueue(_ mail: MailMessage, in tx: any WriteTransaction) throws {
        tx.afterCommit { self.mails.withLock { $0.append(mail) } }
    }

    func letters(to address: String) -> [MailMessage] {
        mails.withLock { $0.filter { $0.to == address } }
    }
}

extension HTTPFields {
    /// What our own pages send, which need no app's key.
    static var ownPages: HTTPFields {
        var fields: HTTPFields = [:]
        for (name, value) in [("Paraph-Web", "1"), ("Sec-Fetch-Site", "same-origin")] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
    }

    /// An app's key, and the bearer token of a session.
    static func app(_ key: String, token: String? = nil) -> HTTPFields {
        var fields: HTTPFields = [.contentType: "application/json"]
        if let name = HTTPField.Name("Paraph-Api-Key") { fields[name] = key }
        if let token { fields[.authorization] = "Bearer \(token)" }
        return fields
    }
}

extension AppRegistration {
    static let example = AppRegistration(
        name: "Example",
        bundleId: "com.example.app",
        email: "dev@example.org",
        website: "https://example.org"
    )
}

extension SyntheticSigner {
    /// Genuine signatures of a range of numbers.
    func samples(_ numbers: Range<Int>) -> [Sample] {
        numbers.map { genuine($0) }
    }
}
