import AppTestSupport
import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App
@testable import Documents
@testable import Identity
@testable import IdentityTestSupport

/// `/savedocument/`, `/opendocument/` and the history, on a whole server as its clients see it.
struct DocumentDialectTests {
    /// A client of one server, as an app would be.
    struct Phone: Sendable {
        let server: TestServer
        let client: any TestClientProtocol
        let key: String

        /// Sends parameters as JSON and reads the answer.
        func send(_ path: String, _ parameters: [String: any Sendable]) async throws -> [String: any Sendable] {
            let body = try JSONSerialization.data(withJSONObject: ["apikey": key].merging(parameters) { $1 })
            return try await send(path, Array(body), contentType: "application/json")
        }

        func send(_ path: String, _ body: [UInt8], contentType: String) async throws -> [String: any Sendable] {
            let headers: HTTPFields = [.contentType: contentType]
            let response = try await client.execute(uri: path, method: .post, headers: headers, body: ByteBuffer(bytes: body)) { $0 }
            #expect(response.status == .ok)
            let object = try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView))
            return try #require(object as? [String: any Sendable])
        }

        /// An account in this app, with a template.
        func enrol(_ signer: SyntheticSigner, _ email: String) async throws {
            let body = try DialectBody.register(key: key, email: email, signer.samples(0..<10))
            let answer = try await send("/register/", body.json, contentType: "application/json")
            #expect(answer["res"] as? String == "0", "\(answer)")
        }

        /// A signature's id.
        func sign(_ signer: SyntheticSigner, _ number: Int, _ email: String, photo: Bool = false) async throws -> String {
            var body = try DialectBody.authenticate(key: key, email: email, signer.genuine(number))
            body["location"] = #"{"lat": 55.75, "lon": 37.61}"#
            body["city"] = "\"Москва\""
            body["device_version"] = "\"iPad3,1\""
            if photo { body["photo"] = "\"\(Picture.png.base64)\"" }
            let answer = try await send("/authenticate/", body.json, contentType: "application/json")
            return try #require(answer["signatureid"] as? String)
        }

        /// The SHA-256 of a file that holds a text.
        static func hash(_ text: String) -> String { SHA256.hash(data: Data(text.utf8)).hexadecimal }

        func save(_ email: String, _ text: String, after previous: String? = nil, _ signatures: [String]? = nil) async throws
            -> [String: any Sendable]
        {
            var parameters: [String: any Sendable] = ["email": email, "document_hash": Phone.hash(text)]
            parameters["previous_hash"] = previous.map { Phone.hash($0) }
            parameters["signatures"] = signatures
            return try await send("/savedocument/", parameters)
        }

        func open(_ email: String, _ id: String, _ text: String) async throws -> [String: any Sendable] {
            try await send("/opendocument/", ["email": email, "documentid": id, "document_hash": Phone.hash(text)])
        }

        /// The secret of the only letter about an account.
        func letter() async throws -> String {
            let (keys, now) = (server.node.keyRing, server.time.now())
            return try await server.node.database.write { tx in
                let row = try #require(try tx.first("SELECT id FROM emailProof WHERE personId IS NOT NULL"))
                let proof = try #require(try EmailProofStore.find(try row.get("id"), at: now, keys: keys, in: tx))
                return try EmailProofStore.token(of: proof, keys: keys, in: tx)
            }
        }

        /// What getting a path comes to.
        func status(_ path: String, headers: HTTPFields = [:]) async throws -> HTTPResponse.Status {
            try await client.execute(uri: path, method: .get, headers: headers) { $0.status }
        }

        /// The native API's history, as our own pages ask for it.
        func history(_ id: String, query: String = "", headers: HTTPFields = .ownPages) async throws -> TestResponse {
            try await client.execute(uri: "/v1/documents/\(id)\(query)", method: .get, headers: headers) { $0 }
        }
    }

    private static func run(
        configure: @Sendable (inout NodeConfiguration) -> Void = { _ in },
        _ body: @Sendable (Phone) async throws -> Void
    ) async throws {
        try await TestServer.run(configure: configure) { server, client in
            let apps = AppAdministration(
                database: server.node.database,
                keys: server.node.keyRing,
                people: Wiring.registered.people(keys: server.node.keyRing),
                time: server.time
            )
            let key = try #require(try await apps.create(.example).apiKey)
            try await body(Phone(server: server, client: client, key: key))
        }
    }

    @Test func aDocumentIsSavedSignedSentOnAndOpened() async throws {
        try await Self.run { phone in
            let (anna, boris) = (SyntheticSigner(seed: 1), SyntheticSigner(seed: 2))
            try await phone.enrol(anna, "anna@example.org")
            try await phone.enrol(boris, "boris@example.org")
            let first = try await phone.save("anna@example.org", "draft")
            let id = try #require(first["documentid"] as? String)
            #expect(first["res"] as? String == "0" && Set(first.keys) == ["res", "documentid"])
            let signature = try await phone.sign(anna, 20, "anna@example.org", photo: true)
            let saved = try await phone.save("anna@example.org", "signed", after: "draft", [signature])
            #expect(saved["res"] as? String == "0" && saved["documentid"] as? String == id)

            // Anna signed: she sees all of it.
            let opened = try await phone.open("anna@example.org", id, "signed")
            let items = try #require(opened["history"] as? [[String: any Sendable]])
            let item = try #require(items.first)
            #expect(opened["res"] as? String == "0" && opened["state"] as? String == "current" && items.count == 1)
            #expect(item["signatureid"] as? String == signature && item["user_name"] as? String == "Anna Petrova")
            #expect(item["time"] as? String == "21.11.2026 10:00:00" && item["city"] as? String == "Москва")
            #expect((item["location"] as? [String: Double])?["lat"] == 55.75 && item["device_version"] as? String == "iPad3,1")
            #expect(item["application"] as? String == "Example" && item["on_this_file"] as? Bool == true)
            #expect((item["similarity"] as? Double ?? 0) > 0.5 && item["match"] as? Bool == true)
            let photo = try #require((item["photo"] as? String).flatMap { Data(base64Encoded: $0) })
            #expect(photo.starts(with: [0x89, 0x50]))

            // Boris has not yet: no picture and no place of Anna's.
            let received = try await phone.open("boris@example.org", id, "signed")
            let shown = try #require((received["history"] as? [[String: any Sendable]])?.first)
            #expect(received["res"] as? String == "0" && shown["user_name"] as? String == "Anna Petrova")
            for name in ["photo", "location", "city", "device_version", "client_time"] { #expect(shown[name] == nil) }

            let changed = try await phone.open("boris@example.org", id, "signed, then changed")
            #expect(changed["res"] as? String == "1" && changed["state"] as? String == "changed")
            #expect(changed["error"] as? String == "Document has been updated outside of the application")
            #expect((changed["history"] as? [[String: any Sendable]])?.count == 1)
            let earlier = try await phone.open("boris@example.org", id, "draft")
            #expect(earlier["res"] as? String == "0" && earlier["state"] as? String == "earlier")
            #expect((earlier["history"] as? [[String: any Sendable]])?.first?["on_this_file"] as? Bool == false)
        }
    }

    @Test func nothingThatWasSignedBeforeAContestedLetterIsItsOwners() async throws {
        try await Self.run { phone in
            let (stranger, owner, email) = (SyntheticSigner(seed: 2), SyntheticSigner(seed: 1), "anna@example.org")
            var made = try DialectBody.register(key: phone.key, email: email, stranger.samples(0..<10))
            made["photo"] = "\"\(Picture.png.base64)\""
            #expect(try await phone.send("/register/", made.json, contentType: "application/json")["res"] as? String == "0")
            _ = try await phone.save(email, "draft")
            let first = try await phone.sign(stranger, 20, email, photo: true)
            let saved = try await phone.save(email, "signed", after: "draft", [first])
            let id = try #require(saved["documentid"] as? String)
            let unused = try await phone.sign(stranger, 21, email)
            // What was told of the place is for those who signed.
            let before = try #require((try await phone.open(email, id, "signed")["history"] as? [[String: any Sendable]])?.first)
            #expect(before["location"] != nil && before["photo"] != nil)

            let contest = try DialectBody.register(key: phone.key, email: email, owner.samples(0..<10))
            #expect(try await phone.send("/register/", contest.json, contentType: "application/json")["res"] as? String == "4")
            var shown = EmailProofQuery()
            shown.isContested = true
            let path = IdentityEndpoints.proveEmail.target(try await phone.letter(), query: shown)
            #expect(try await phone.client.execute(uri: path, method: .post, headers: .ownPages) { $0.status } == .ok)

            let after = try #require((try await phone.open(email, id, "signed")["history"] as? [[String: any Sendable]])?.first)
            #expect(after["user_name"] as? String == "Anna Petrova" && after["signatureid"] as? String == first)
            for name in ["photo", "location", "city", "device_version"] { #expect(after[name] == nil, "\(name)") }
            #expect(try await phone.save(email, "signed again", after: "signed", [unused])["res"] as? String != "0")
            let database = phone.server.node.database
            try await database.read { tx in
                let person = try #require(try tx.first("SELECT id, photoBlob FROM person"))
                let personID: String = try person.get("id")
                #expect(try person.find("photoBlob", as: String.self) == nil)
                for table in ["documentVersion", "documentSignature", "document", "capture", "signatureSample"] {
                    let rows = try tx.rows(SQL(stringLiteral: "SELECT personId FROM \(table)"))
                    #expect(try rows.allSatisfy { try $0.get("personId", as: String.self) != personID }, "\(table)")
                }
            }
        }
    }

    @Test func anItemOfTheHistoryHasEveryKeyOfTheSpecification() async throws {
        try await Self.run { phone in
            let (anna, email) = (SyntheticSigner(seed: 1), "anna@example.org")
            var account = try DialectBody.register(key: phone.key, email: email, anna.samples(0..<10))
            var body = try DialectBody.authenticate(key: phone.key, email: email, anna.genuine(20))
            let person = ["company_name": "Норд и Ко", "position": "Notary"]
            let circumstances = [
                "country": "Россия", "city": "Москва", "address": "Тверская, 1", "device_version": "iPad3,1", "os_version": "6.1",
            ]
            for (name, value) in person { account[name] = "\"\(value)\"" }
            for (name, value) in circumstances { body[name] = "\"\(value)\"" }
            body["location"] = #"{"lat": 55.75, "lon": 37.61}"#
            body["photo"] = "\"\(Picture.png.base64)\""
            let registered = try await phone.send("/register/", account.json, contentType: "application/json")
            #expect(registered["res"] as? String == "0", "\(registered)")
            let given = try await phone.send("/authenticate/", body.json, contentType: "application/json")
            let signature = try #require(given["signatureid"] as? String)
            let id = try #require(try await phone.save(email, "draft")["documentid"] as? String)
            _ = try await phone.save(email, "signed", after: "draft", [signature])
            let opened = try await phone.open(email, id, "signed")
            let item = try #require((opened["history"] as? [[String: any Sendable]])?.first)

            let specified: Set = [
                "signatureid", "user_name", "company_name", "position", "photo", "time", "location", "country", "city", "address",
                "similarity", "device_version", "os_version", "application",
            ]
            let ours: Set = ["version", "previous_version", "on_this_file", "match", "client_time", "photo_type", "photo_orientation"]
            #expect(Set(item.keys) == specified.union(ours))
            let texts = person.merging(circumstances) { $1 }.merging([
                "signatureid": signature, "user_name": "Anna Petrova", "time": "21.11.2026 10:00:00", "application": "Example",
                "photo_type": "image/png",
            ]) { $1 }
            for (name, value) in texts { #expect(item[name] as? String == value, "\(name)") }
            #expect(item["location"] as? [String: Double] == ["lat": 55.75, "lon": 37.61])
            #expect((item["similarity"] as? Double ?? 0) > 0.5)
            #expect((item["photo"] as? String).flatMap { Data(base64Encoded: $0) }?.starts(with: [0x89, 0x50]) == true)
        }
    }

    @Test func whatIsWrongIsNamed() async throws {
        try await Self.run { phone in
            try await phone.enrol(SyntheticSigner(seed: 1), "anna@example.org")
            let hash = Phone.hash("draft")
            let save: [String: any Sendable] = ["email": "anna@example.org", "previous_hash": hash, "document_hash": hash]
            let id = try #require(try await phone.send("/savedocument/", save)["documentid"] as? String)
            let open: [String: any Sendable] = ["email": "anna@example.org", "documentid": id, "document_hash": hash]
            let cases: [(String, [String: any Sendable], String, any Sendable, String)] = [
                ("/savedocument/", save, "previous_hash", "abc", "malformed"),
                ("/savedocument/", save, "document_hash", String(repeating: "z", count: 64), "malformed"),
                ("/savedocument/", save, "signatures", "d31ec73af19a4b68", "malformed"),
                ("/savedocument/", save, "signatures", [String](repeating: "a", count: 101), "malformed"),
                ("/savedocument/", save, "signatures", [7], "malformed"),
                ("/savedocument/", save, "documentid", "31a8de70", "unknownDocument"),
                ("/opendocument/", open, "documentid", "31a8de70", "unknownDocument"),
                ("/opendocument/", open, "document_hash", "12", "malformed"),
            ]
            for (path, good, name, value, reason) in cases {
                let answer = try await phone.send(path, good.merging([name: value]) { $1 })
                #expect(answer["res"] as? String == "5" && answer["parameter"] as? String == name, "\(name): \(answer)")
                #expect(answer["reason"] as? String == reason && answer["error"] != nil, "\(name): \(answer)")
            }
            for (path, good) in [("/savedocument/", save), ("/opendocument/", open)] {
                let stranger = try await phone.send(path, good.merging(["email": "nobody@example.org"]) { $1 })
                #expect(stranger["res"] as? String == "2" && stranger["error"] as? String == "User does not exist")
                #expect(try await phone.send(path, good.merging(["email": "nobody"]) { $1 })["parameter"] as? String == "email")
                #expect(try await phone.send(path, good.merging(["apikey": "wrong"]) { $1 })["res"] as? String == "1")
                // What the dialect does not know is ignored.
                #expect(try await phone.send(path, good.merging(["document": "%PDF-1.7"]) { $1 })["res"] as? String == "0")
            }
        }
    }

    @Test func aFormIsTakenAsWell() async throws {
        try await Self.run { phone in
            try await phone.enrol(SyntheticSigner(seed: 1), "anna@example.org")
            let hash = Phone.hash("draft").uppercased()
            let form = "apikey=\(phone.key)&email=anna%40example.org&document_hash=\(hash)&signatures=%5B%5D"
            let answer = try await phone.send("/savedocument", Array(form.utf8), contentType: "application/x-www-form-urlencoded")
            let id = try #require(answer["documentid"] as? String)
            #expect(try await phone.open("anna@example.org", id, "draft")["state"] as? String == "current")
        }
    }

    @Test func theHistoryIsThereForWhoeverHoldsTheLink() async throws {
        try await Self.run { phone in
            let anna = SyntheticSigner(seed: 1)
            try await phone.enrol(anna, "anna@example.org")
            let id = try #require(try await phone.save("anna@example.org", "draft")["documentid"] as? String)
            let signature = try await phone.sign(anna, 20, "anna@example.org", photo: true)
            _ = try await phone.save("anna@example.org", "signed", after: "draft", [signature])

            let response = try await phone.history(id, query: "?hash=\(Phone.hash("signed"))")
            let history = try JSONBody.decode(DocumentHistory.self, from: Array(response.body.readableBytesView))
            #expect(history.file == .current && !history.isParticipant && history.versions.count == 2)
            let shown = try #require(history.versions.last?.signatures.first)
            #expect(shown.userName == "Anna Petrova" && shown.circumstances == nil && shown.photoOrientation == nil)
            let photo = DocumentsEndpoints.photo.path(id, signature)
            #expect(try await phone.status(photo, headers: .ownPages) == .notFound)
            #expect(try await phone.history(id, query: "?hash=12").status == .badRequest)
            #expect(try await phone.history("31a8de70").status == .notFound)
            #expect(try await phone.history(id, headers: [:]).status == .unauthorized)

            for (language, title) in [("en", "History"), ("fr", "Historique"), ("ru", "История")] {
                let headers: HTTPFields = [.accept: "text/html", .acceptLanguage: language]
                let page = try await phone.client.execute(uri: "/documents/?documentid=\(id)", method: .get, headers: headers) { $0 }
                let html = String(buffer: page.body)
                #expect(page.status == .ok && html.contains("<h1>\(title)</h1>") && html.contains("Anna Petrova"))
                #expect(html.contains("stl://user/?documentid=\(id)") && !html.contains("Москва") && !html.contains("/photo"))
            }
            #expect(try await phone.status("/documents/?documentid=31a8de70") == .notFound)
            // The same path without a document is the signed-in list.
            let list = try await phone.client.execute(uri: "/documents", method: .get) { $0 }
            #expect(list.headers[.location]?.hasPrefix("/sign-in") == true)
        }
    }

    @Test(arguments: [nil, "1234567890"]) func theHistoryOffersTheAppWhereItIsInTheAppStore(_ number: String?) async throws {
        try await Self.run(configure: { $0.documents.iosApps.storeID = number }) { phone in
            try await phone.enrol(SyntheticSigner(seed: 1), "anna@example.org")
            let id = try #require(try await phone.save("anna@example.org", "draft")["documentid"] as? String)
            let headers: HTTPFields = [.accept: "text/html"]
            let page = try await phone.client.execute(uri: "/documents/?documentid=\(id)", method: .get, headers: headers) { $0 }
            let html = String(buffer: page.body)
            #expect(page.status == .ok && html.contains("stl://user/?documentid=\(id)"))
            #expect(html.contains(#"href="https://apps.apple.com/app/id1234567890" data-app-store"#) == (number != nil))
            #expect(html.contains("apps.apple.com") == (number != nil) && html.contains("data-app-store") == (number != nil))
        }
    }

    @Test func aDisabledPersonAndADisabledAppSaveNothing() async throws {
        try await Self.run { phone in
            try await phone.enrol(SyntheticSigner(seed: 1), "anna@example.org")
            let id = try #require(try await phone.save("anna@example.org", "draft")["documentid"] as? String)
            try await phone.server.node.database.write { tx in try tx.execute("UPDATE person SET status = 'disabled'") }
            #expect(try await phone.save("anna@example.org", "other")["res"] as? String == "6")
            #expect(try await phone.open("anna@example.org", id, "draft")["res"] as? String == "6")
            try await phone.server.node.database.write { tx in try tx.execute("UPDATE app SET disabled = 1") }
            #expect(try await phone.save("anna@example.org", "other")["res"] as? String == "1")
        }
    }

    @Test func whoDeletesTheirAccountLeavesTheirNameOnWhatTheySigned() async throws {
        try await Self.run { phone in
            let anna = SyntheticSigner(seed: 1)
            try await phone.enrol(anna, "anna@example.org")
            try await phone.enrol(SyntheticSigner(seed: 2), "boris@example.org")
            let id = try #require(try await phone.save("boris@example.org", "draft")["documentid"] as? String)
            let signature = try await phone.sign(anna, 20, "anna@example.org", photo: true)
            _ = try await phone.send(
                "/savedocument/",
                [
                    "email": "anna@example.org", "previous_hash": Phone.hash("draft"), "documentid": id,
                    "document_hash": Phone.hash("signed"), "signatures": [signature],
                ]
            )
            func shown() async throws -> [String: any Sendable] {
                let answer = try await phone.open("boris@example.org", id, "signed")
                #expect(answer["res"] as? String == "0")
                return try #require((answer["history"] as? [[String: any Sendable]])?.first)
            }
            let before = try await shown()
            #expect(before["city"] as? String == "Москва" && before["photo"] != nil)
            let (database, keys, now) = (phone.server.node.database, phone.server.node.keyRing, phone.server.time.now())
            try await database.makeUpRows { tx in
                let email = try #require(EmailAddress("anna@example.org"))
                let app: String = try #require(try tx.first("SELECT id FROM app")).get("id")
                let person = try #require(try PersonStore.find(email, inApp: app, keys: keys, in: tx))
                _ = try PersonStore.delete(person.id, at: now, keys: keys, in: tx)
            }
            let after = try await shown()
            #expect(after["user_name"] as? String == "Anna Petrova" && after["signatureid"] as? String == signature)
            #expect(after["time"] as? String == before["time"] as? String)
            #expect(after["similarity"] as? Double == before["similarity"] as? Double)
            for name in ["photo", "city", "location", "device_version", "client_time"] { #expect(after[name] == nil) }
        }
    }

    @Test func theSiteSaysWhichAppsOpenItsLinks() async throws {
        try await Self.run { (phone) async throws in
            let path = "/.well-known/apple-app-site-association"
            #expect(try await phone.status(path) == .notFound)
        }
        try await TestServer.run { server, _ in
            var configuration = server.node.configuration
            configuration.data += "-apps"
            configuration.database = .folder
            configuration.documents.iosApps = .init(ids: ["ABCDE12345.org.example.sign"], storeID: "1234567890")
            let node = try await Node.open(configuration, time: server.time, logger: server.node.logger)
            try await node.application().test(.router) { client in
                let response = try await client.execute(uri: "/.well-known/apple-app-site-association", method: .get) { $0 }
                let text = String(buffer: response.body)
                #expect(response.status == .ok && response.headers[.contentType] == "application/json")
                #expect(
                    text == #"{"applinks":{"details":[{"appIDs":["ABCDE12345.org.example.sign"],"components":["#
                        + #"{"/":"/documents","?":{"documentid":"?*"}},{"/":"/documents/","?":{"documentid":"?*"}}]}]},"#
                        + #""webcredentials":{"apps":["ABCDE12345.org.example.sign"]}}"#
                )
            }
            await node.close()
        }
    }
}
