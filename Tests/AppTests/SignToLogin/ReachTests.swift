import AppTestSupport
import HummingbirdTesting
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App
@testable import Identity
@testable import IdentityTestSupport

/// Whom an app reaches by each call of Sign To Login's: every kind of app, with every standing of a person.
struct ReachTests {
    private typealias Phone = DocumentDialectTests.Phone

    enum Kind: String, CaseIterable {
        case organisation, restricted, strangers, own, disabled
    }

    enum Standing: String, CaseIterable {
        /// Nobody has the address.
        case unknown
        /// The app made an account of it, or another did, and nobody proved it.
        case unprovedHere, unprovedThere
        /// Somebody has an account with a signature that they gave here; nothing was ever let.
        case proved
        /// They enrolled in the app; let it by a mailed link alone; let it on a device; let it, enrolled, and ended it.
        case enrolled, letByMail, letOnDevice, ended
        /// A mailbox alone gave the app a signature, before that was asked on a device, or before they gave theirs.
        case plantedByMail
    }

    /// What `/login/ /register/ /authenticate/ /savedocument/ /opendocument/` answer; `/register/` is sent one sample: 2 asks for more.
    private static let expected: [Kind: [Standing: String]] = [
        .organisation: [
            .unknown: "2 2 2 2 2", .unprovedHere: "0 4 0 0 0", .unprovedThere: "2 2 2 2 2", .proved: "0 4 0 0 0",
            .enrolled: "0 4 0 0 0", .letByMail: "0 4 0 0 0", .letOnDevice: "0 4 0 0 0", .ended: "0 4 0 0 0", .plantedByMail: "0 4 0 0 0",
        ],
        .restricted: onlyThoseWhoLet,
        .strangers: onlyThoseWhoLet,
        // That somebody registered the app lets it reach them no more than others: a session is enough for that.
        .own: onlyThoseWhoLet,
        .disabled: Dictionary(uniqueKeysWithValues: Standing.allCases.map { ($0, "1 1 1 1 1") }),
    ]

    private static let onlyThoseWhoLet: [Standing: String] = [
        .unknown: "2 2 2 2 2", .unprovedHere: "0 4 0 0 0", .unprovedThere: "2 2 2 2 2", .proved: "2 4 2 2 2",
        // Who let it by mail exists, and has to enrol there: a mailbox does not open the signature that they gave here.
        .enrolled: "0 4 0 0 0", .letByMail: "3 4 3 0 0", .letOnDevice: "0 4 0 0 0", .ended: "2 4 2 2 2",
        .plantedByMail: "3 4 3 0 0",
    ]

    @Test func anAppReachesWhomTheTableSays() async throws {
        try await TestServer.run { server, client in
            let world = try await World(server, client)
            for kind in Kind.allCases {
                for standing in Standing.allCases {
                    let answers = try await world.answers(of: kind, standing)
                    #expect(answers == Self.expected[kind]?[standing], "\(kind), \(standing)")
                }
            }
        }
    }

    /// People and apps of every kind.
    private struct World: Sendable {
        let server: TestServer
        let client: any TestClientProtocol
        let signer = SyntheticSigner(seed: 1)
        /// A template of the signer's, and a document that somebody saved.
        let template: [UInt8]
        let document: String

        init(_ server: TestServer, _ client: any TestClientProtocol) async throws {
            (self.server, self.client) = (server, client)
            let administration = AppAdministration(
                database: server.node.database,
                keys: server.node.keyRing,
                people: Wiring.registered.people(keys: server.node.keyRing),
                time: server.time
            )
            let key = try #require(try await administration.create(.example).apiKey)
            let phone = Phone(server: server, client: client, key: key)
            try await phone.enrol(signer, "first@example.org")
            document = try #require(try await phone.save("first@example.org", "draft")["documentid"] as? String)
            template = try await server.node.database.read { [keys = server.node.keyRing] tx in
                let row = try #require(try tx.first("SELECT * FROM template"))
                return try TemplateStore.open(try TemplateRecord(row: row), keys: keys, in: tx)
            }
        }

        func answers(of kind: Kind, _ standing: Standing) async throws -> String {
            let email = try #require(EmailAddress("\(kind.rawValue).\(standing.rawValue)@example.org".lowercased()))
            let key = AppKey.random()
            try await server.node.database.write { tx in
                let app = try make(kind, key: key, for: email, in: tx)
                try place(email, standing, at: app, in: tx)
                if kind == .disabled { try tx.execute("UPDATE app SET disabled = 1 WHERE id = \(app.id)") }
            }
            let phone = Phone(server: server, client: client, key: key.text)
            func result(_ path: String, _ body: DialectBody) async throws -> String {
                try await phone.send(path, body.json, contentType: "application/json")["res"] as? String ?? "none"
            }
            let login = try await result("/login/", .login(key: key.text, email: email.text))
            let register = try await result("/register/", .register(key: key.text, email: email.text, [signer.genuine(40)]))
            let signed = try await result("/authenticate/", .authenticate(key: key.text, email: email.text, signer.genuine(30)))
            let saved = try await phone.save(email.text, "file of \(email.text)")
            let id = saved["documentid"] as? String
            let opened = try await phone.open(email.text, id ?? document, id == nil ? "draft" : "file of \(email.text)")
            return [login, register, signed, saved["res"] as? String ?? "none", opened["res"] as? String ?? "none"].joined(separator: " ")
        }

        private func make(_ kind: Kind, key: AppKey, for email: EmailAddress, in tx: any WriteTransaction) throws -> AppRecord {
            var ownerID: String?
            if kind == .strangers { ownerID = try person("owner.\(email.text)", in: tx).id }
            let registration = try CheckedAppRegistration(.example)
            let app = AppRecord(
                registration,
                ownerID: ownerID,
                restricted: ![.organisation, .disabled].contains(kind),
                createdAt: server.time.now()
            )
            try AppStore.insert(
                app,
                contact: registration.email,
                key: key,
                permit: .administrator(),
                keys: server.node.keyRing,
                in: tx
            )
            return app
        }

        private func place(_ email: EmailAddress, _ standing: Standing, at app: AppRecord, in tx: any WriteTransaction) throws {
            let (keys, now) = (server.node.keyRing, server.time.now())
            func give(_ person: PersonRecord, appID: String?, confirmedBy: StepUp.Method? = .signature) throws {
                let record = TemplateRecord(
                    place: TemplatePlace(personID: person.id, appID: appID),
                    touch: true,
                    referenceCount: 10,
                    createdAt: now,
                    confirmedBy: appID == nil ? nil : confirmedBy
                )
                try TemplateStore.replace(with: record, bytes: template, permit: .administrator(), keys: keys, in: tx)
            }
            switch standing {
            case .unknown: return
            case .unprovedHere, .unprovedThere:
                let registration = try CheckedAppRegistration(.example)
                let other = AppRecord(registration, ownerID: nil, restricted: true, createdAt: now)
                if standing == .unprovedThere {
                    let (contact, key) = (registration.email, AppKey.random())
                    try AppStore.insert(other, contact: contact, key: key, permit: .administrator(), keys: keys, in: tx)
                }
                let home = standing == .unprovedHere ? app : other
                let person = try person(email.text, ownerAppID: home.id, in: tx)
                try give(person, appID: home.id, confirmedBy: nil)
                try AppGrantStore.allow(home.id, by: person.id, basis: .enrolled, permit: .administrator(), at: now, in: tx)
            case .proved, .enrolled, .letByMail, .letOnDevice, .ended, .plantedByMail:
                let person = try person(email.text, in: tx)
                try tx.execute("UPDATE app SET ownerId = \(person.id) WHERE id = \(app.id) AND restricted = 1 AND ownerId IS NULL")
                try give(person, appID: nil)
                if standing == .proved { return }
                if [.enrolled, .ended].contains(standing) { try give(person, appID: app.id) }
                if standing == .plantedByMail { try give(person, appID: app.id, confirmedBy: nil) }
                let basis: AppGrantRecord.Basis = [.letOnDevice, .ended].contains(standing) ? .device : .mailedLink
                try AppGrantStore.allow(app.id, by: person.id, basis: basis, permit: .administrator(), at: now, in: tx)
                if standing == .ended { try AppGrantService.end(app, of: person, permit: .administrator(), keys: keys, at: now, in: tx) }
            }
        }

        private func person(_ email: String, ownerAppID: String? = nil, in tx: any WriteTransaction) throws -> PersonRecord {
            let person = PersonRecord(
                email: try #require(EmailAddress(email)),
                ownerAppID: ownerAppID,
                profile: Profile(userName: "Anna Petrova"),
                language: .en,
                createdAt: server.time.now()
            )
            try PersonStore.insert(person, keys: server.node.keyRing, in: tx)
            try ConsentStore.give(
                version: ConsentDocument.version,
                language: .en,
                personID: person.id,
                permit: .administrator(),
                at: server.time.now(),
                in: tx
            )
            return person
        }
    }
}
