import HTTPTypes
import Hummingbird
import Logging
import ParaphWire
import ServerKit
import Synchronization
import TestSupport

@testable import WebUI

/// An API that knows one person, and keeps what it was asked.
final class FakeAPI: NativeAPI {
    let enrolled: Bool
    let asked = Mutex<[String]>([])

    init(enrolled: Bool = true) {
        self.enrolled = enrolled
    }

    static let time = Timestamp(milliseconds: 1_795_000_000_000)
    private static let access = ClientAccess(
        id: "g1",
        clientId: "c1",
        clientName: name,
        scopes: ["service"],
        createdAt: time,
        lastUsedAt: time,
        expiresAt: time
    )
    private static let grant = AppGrant(
        appId: "a1",
        appName: name,
        basis: .mailedLink,
        isOfOrganisation: false,
        hasOwnSignature: true,
        comparesHere: false,
        createdAt: time
    )
    static let name = #"<b>Anna</b> & "Co""#

    private var person: Person {
        Person(
            id: "p1",
            email: "anna@example.org",
            isEmailProved: true,
            username: nil,
            profile: Profile(userName: Self.name, sex: .female),
            language: "en",
            hasPhoto: false,
            signature: SignatureStatus(
                isEnrolled: enrolled,
                createdAt: Self.time,
                referenceCount: 10,
                complexity: 0.5,
                isDrawnByTouch: false
            ),
            consent: .init(version: "1", givenAt: Self.time),
            recoveryCodesLeft: 3,
            createdAt: Self.time
        )
    }

    func send(method: HTTPRequest.Method, path: String, body: [UInt8]?, for request: Request, context: ParaphContext) async throws
        -> [UInt8]
    {
        asked.withLock { $0.append(path) }
        let device = Device(
            id: "d1",
            name: Self.name,
            kind: .web,
            createdAt: Self.time,
            isCurrent: false,
            key: .passkey,
            passkeyId: "k1",
            isSynced: true
        )
        let here = Device(id: "d2", name: Self.name, kind: .web, createdAt: Self.time, isCurrent: true, key: .p256)
        let waiting = DeviceRequest(
            id: "r1",
            status: .pending,
            name: Self.name,
            kind: .web,
            createdAt: Self.time,
            expiresAt: Self.time
        )
        let app = RegisteredApp(
            id: "a1",
            name: Self.name,
            bundleId: "com.example.app",
            email: "a@example.org",
            website: "https://example.org",
            hasIcon: false,
            isDisabled: true,
            createdAt: Self.time
        )
        let session = Session(
            id: "s1",
            deviceId: nil,
            deviceName: nil,
            createdAt: Self.time,
            lastUsedAt: Self.time,
            expiresAt: Self.time,
            isCurrent: true
        )
        switch path.split(separator: "?").first {
        case "/v1/me": return try JSONBody.encode(person)
        case "/v1/me/phone":
            let code = PhoneStatus.Code(state: .accepted, triesLeft: 5, expiresAt: Self.time)
            return try JSONBody.encode(PhoneStatus(isAvailable: true, number: "+33123456789", isProved: false, code: code))
        case "/v1/consent": return try JSONBody.encode(ConsentText(version: "1", language: "en", text: "Consent <i>text</i>"))
        case "/v1/me/devices": return try JSONBody.encode(Page(items: [device, here]))
        case "/v1/me/passkeys":
            let passkey = Passkey(id: "k1", name: Self.name, createdAt: Self.time, isBackedUp: true, isSynced: true, deviceId: "d1")
            return try JSONBody.encode(Page(items: [passkey]))
        case "/v1/me/device-requests": return try JSONBody.encode(Page(items: [waiting]))
        case "/v1/me/requests":
            let request = ClientRequest(
                id: "q1",
                kind: .signHashes,
                clientName: Self.name,
                description: "<i>text</i>",
                digests: [Base64URL([UInt8](repeating: 171, count: 32))],
                createdAt: Self.time,
                expiresAt: Self.time
            )
            return try JSONBody.encode(Page(items: [request]))
        case "/v1/me/ended-requests":
            let request = ClientRequest(
                id: "q2",
                kind: .signHashes,
                clientName: Self.name,
                description: "<i>text</i>",
                digests: [],
                createdAt: Self.time,
                expiresAt: Self.time,
                outcome: .expired
            )
            return try JSONBody.encode(Page(items: [request]))
        case "/v1/me/blocked-programs":
            return try JSONBody.encode(Page(items: [BlockedProgram(id: "b1", clientName: Self.name, at: Self.time)]))
        case "/v1/announcements":
            let told = Announcement(id: "n1", text: Self.name, startsAt: Self.time, endsAt: Self.time, createdAt: Self.time)
            return try JSONBody.encode(Page(items: [told]))
        case "/v1/me/sessions": return try JSONBody.encode(Page(items: [session]))
        case "/v1/me/app-grants": return try JSONBody.encode(Page(items: [Self.grant]))
        case "/v1/email-proofs/t2":
            let proof = EmailProof(
                email: "anna@example.org",
                appName: "Bank",
                isAppNameApproved: true,
                kind: .account,
                userName: nil,
                isProved: false,
                alsoEnds: [.init(name: "Post", isNameApproved: true), .init(name: Self.name, isNameApproved: false)],
                ending: "e1",
                expiresAt: Self.time
            )
            return try JSONBody.encode(proof)
        case "/v1/me/app-templates/l1", "/v1/email-proofs/t1":
            let proof = EmailProof(
                email: "anna@example.org",
                appName: Self.name,
                isAppNameApproved: false,
                kind: .template,
                userName: nil,
                isProved: false,
                confirmHere: "l1",
                expiresAt: Self.time
            )
            return try JSONBody.encode(proof)
        case "/v1/me/accesses": return try JSONBody.encode(Page(items: [Self.access]))
        case "/v1/oauth2/authorization":
            if path.contains("client_id=unknown") { throw Problem(code: .unknownClient, title: "Unknown") }
            let question = AuthorizationQuestion(
                clientName: Self.name,
                redirectHost: "bank.example",
                scopes: ["service"],
                location: path.contains("scope=no") ? "https://bank.example/cb?error=invalid_scope" : nil
            )
            return try JSONBody.encode(question)
        case "/v1/oauth2/end-session":
            let isOver = path.contains("over")
            let question = EndSessionQuestion(
                clientName: path.contains("client_id=c1") ? Self.name : nil,
                step: isOver ? .over : path.contains("id_token_hint") ? .goOn : .ask,
                location: path.contains("client_id=c1") ? "https://bank.example/goodbye" : nil
            )
            return try JSONBody.encode(question)
        case "/v1/me/request-code": return try JSONBody.encode(RequestCodeStatus(setAt: Timestamp(milliseconds: 1_795_000_000_000)))
        case "/v1/me/step-up": return try JSONBody.encode(StepUpStatus(methods: [.signature]))
        case "/v1/me/recovery-codes": return try JSONBody.encode(RecoveryCodes(remaining: 3))
        case "/v1/me/apps": return try JSONBody.encode(Page(items: [app]))
        case "/v1/me/activity":
            let items = [
                ActivityItem(id: "1", kind: "signedIn", title: "Signed in", at: Self.time, deviceName: Self.name, similarity: 0.949),
                ActivityItem(id: "2", kind: "somethingNew", at: Self.time),
                ActivityItem(
                    id: "3",
                    kind: "fileShared",
                    title: "You invited \(Self.name)",
                    isWarning: true,
                    at: Self.time,
                    about: [.init(.file, "k1")]
                ),
                ActivityItem(
                    id: "4",
                    kind: "fileShared",
                    title: "You invited \(Self.name)",
                    at: Self.time,
                    about: [.init(.file, "k2"), .init(.document, "f1")]
                ),
            ]
            return try JSONBody.encode(Page(items: items, next: "2"))
        case "/v1/files":
            let file = StoredFile(
                id: "k1",
                name: Self.name,
                size: 1,
                received: 1,
                version: 1,
                isOwn: true,
                ownerName: "Anna",
                changedAt: Self.time,
                expiresAt: Self.time
            )
            return try JSONBody.encode(Page(items: [file]))
        case "/v1/files/k1":
            let name = "<u>Lease.pdf"
            let file = StoredFile(
                id: "k1",
                name: name,
                size: 1,
                received: 1,
                version: 1,
                isOwn: true,
                ownerName: "Anna",
                changedAt: Self.time
            )
            return try JSONBody.encode(file)
        case "/v1/documents/f1": return try JSONBody.encode(Self.history)
        default: throw Problem.notFound()
        }
    }

    /// A document with a signature on each of two branches; the second one's is the only one with circumstances.
    private static let history = DocumentHistory(
        id: "f1",
        createdAt: time,
        isForked: true,
        isParticipant: true,
        versions: [
            .init(number: 1, previous: nil, hash: "ab", savedAt: time, savedBy: name, isNewest: false, signatures: []),
            .init(
                number: 2,
                previous: 1,
                hash: "cd",
                savedAt: time,
                savedBy: name,
                isNewest: true,
                signatures: [.init(id: "g1", userName: name, at: time, similarity: 0.311, isMatch: false, hasInk: false)]
            ),
            .init(
                number: 3,
                previous: 1,
                hash: "ef",
                savedAt: time,
                savedBy: name,
                isNewest: true,
                signatures: [
                    .init(
                        id: "g2",
                        userName: name,
                        companyName: "<i>text",
                        at: time,
                        similarity: 0.949,
                        isMatch: true,
                        photoOrientation: 6,
                        hasInk: true,
                        drawnFor: 2,
                        circumstances: .init(clientTime: "", latitude: -0.00001, longitude: -179.99999, city: "<i>text")
                    )
                ]
            ),
        ],
        storedFile: .init(fileId: "k1", name: "<u>Lease.pdf", owner: name, invitations: [.init(name: "<s>Boris", at: time)])
    )

    private typealias Page<Item: Codable & Hashable & Sendable> = ParaphWire.Page<Item>

    /// The web app over this API; everybody who shows a cookie has a session.
    ///
    /// Its files are those that the tests were built with, or those of the folder `source`.
    func router(source: String? = nil) throws -> Router<ParaphContext> {
        let pages = try WebPages(api: self, domains: DomainList([MadeUpDomain.self]), source: source)
        let router = Router(context: ParaphContext.self)
        router.middlewares.add(RequestLogMiddleware())
        router.middlewares.add(ProblemMiddleware(page: pages.problemPage))
        router.middlewares.add(Anna())
        pages.addRoutes(to: router)
        return router
    }
}

/// Takes any cookie named `anna` for a session.
private struct Anna: RouterMiddleware {
    func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        if request.cookies["anna"] != nil {
            context.principal = Principal(personID: "p1", credential: .session(id: "s1"), deviceID: "d1")
        }
        return try await next(request, context)
    }
}
