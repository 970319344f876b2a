import Crypto
import Foundation
import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// SignPass's own formats (spec 003): requests, results, and what the client is told at the end.
@Suite struct SignPassTests {
    private static let callbackURI = "https://bank.example/signpass?x=1"

    private static func program(_ server: IdentityServer, showsCode: Bool = false) async throws -> OAuthProgram {
        try await OAuthProgram.make(server, grants: [OAuthProgram.ciba], showsCode: showsCode, callbackURI: callbackURI)
    }

    @Test(arguments: [false, true]) func aSiteAsksAndLearnsThatThePersonSigned(xml: Bool) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson(username: "anna.p")
            let program = try await Self.program(server, showsCode: true)
            let asked = try await program.signPass(
                "request",
                ["user": "anna.p", "bank": "north bank", "purpose": "Sign in to <North> & Co", "expiry": "60"],
                xml: xml
            )
            #expect(asked.status == 200 && asked.name == (xml ? "request" : nil) && asked.headers[.cacheControl] == "no-store")
            #expect(asked.members["state"] == "pending" && asked.members["expires"] == server.time.now().adding(seconds: 60).text)
            let id = try #require(asked.members["id"])
            let code = try #require(asked.members["code"])
            let request = try await program.waiting(person)
            #expect(request.kind == .signIn && request.clientName == "North Bank" && request.description == "Sign in to <North> & Co")
            #expect(request.scopes == nil && request.asksCode == true)
            let pending = try await program.signPass("result", ["id": id], xml: xml)
            #expect(pending.members["state"] == "pending" && pending.members["tries"] == "0" && pending.members["error_code"] == nil)
            server.time.advance(seconds: 5)
            try await program.sign(person, code: code)
            let approvedAt = server.time.now()
            let result = try await program.signPass("result", ["id": id], xml: xml)
            #expect(result.status == 200 && result.name == (xml ? "result" : nil))
            #expect(result.members == ["id": id, "state": "approved", "tries": "1", "time": approvedAt.text])
            #expect(try await program.signPass("result", ["id": id], xml: xml).members == result.members, "as often as it is asked")

            try await server.tellClients()
            try await server.tellClients()
            let call = try #require(server.callbacks.calls.first)
            #expect(server.callbacks.calls.count == 1 && call.target == Self.callbackURI)
            #expect(call.headers["Content-Type"] == (xml ? "application/xml" : "application/json"))
            let statement = try await program.statement(call)
            #expect(statement.audience == program.id && statement.issuer == "http://localhost:8080")
            #expect(statement.requestID == id && statement.state == "approved")
            #expect(statement.bodyHash == Base64URL(SHA256.hash(data: call.body)).text)
            #expect(call.text.contains("approved") && call.text.contains(id) && !call.text.contains(person.email))
        }
    }

    /// Who once signed for a bank is reached by it, however often strangers have others ask.
    @Test func whatOthersAskDoesNotCountForABankThatThePersonSignedFor() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson(username: "anna.p")
            let (own, other) = (try await Self.program(server), try await Self.program(server))
            let wanted = ["user": "anna.p", "purpose": "Sign in", "expiry": "60"]
            #expect(try await own.signPass("request", wanted, xml: false).status == 200)
            try await own.sign(person)
            for strangers in [other, try await Self.program(server)] {
                for _ in 0..<3 { _ = try await strangers.signPass("request", wanted, xml: false) }
            }
            #expect(try await Self.program(server).signPass("request", wanted, xml: false).status == 429)
            #expect(try await own.signPass("request", wanted, xml: false).status == 200)
        }
    }

    @Test func eachEndHasItsStateAndOneCallback() async throws {
        try await IdentityServer.run { (server) async throws in
            let ends: [(String, String, @Sendable (OAuthProgram, TestPerson) async throws -> Void)] = [
                (
                    "declined", "access_denied",
                    { program, person in
                        let id = try await program.waiting(person).id
                        _ = try await server.call(IdentityEndpoints.declineRequest, id, token: person.token)
                    }
                ),
                (
                    "declined", "access_denied",
                    { program, person in
                        let id = try await program.waiting(person).id
                        _ = try await server.call(IdentityEndpoints.reportRequest, id, token: person.token)
                    }
                ),
                (
                    "denied", "too_many_tries",
                    { program, person in
                        let request = try await program.waiting(person)
                        for attempt in 1...5 {
                            server.time.advance(seconds: 31)
                            let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
                            _ = try await server.answer(challenge, by: person, person.forged(attempt))
                        }
                    }
                ),
                ("expired", "expired", { _, _ in server.time.advance(seconds: 300) }),
                (
                    "withdrawn", "withdrawn",
                    { program, person in
                        try await program.sign(person)
                        try await server.database.write { [now = server.time.now()] tx in
                            try ClientRequestStore.withdrawAll(of: person.id, at: now, in: tx)
                        }
                    }
                ),
            ]
            for (number, (state, code, end)) in ends.enumerated() {
                let person = try await server.enrolledPerson("person\(number)@example.org", seed: UInt64(20 + number))
                let program = try await Self.program(server)
                let asked = try await program.signPass("request", ["user": person.email, "expiry": "300"])
                let id = try #require(asked.members["id"])
                try await end(program, person)
                let result = try await program.signPass("result", ["id": id])
                #expect(result.members["state"] == state && result.members["error_code"] == code, "\(number): \(result.members)")
                #expect(result.members["error"]?.isEmpty == false)
                let before = server.callbacks.calls.count
                for _ in 0..<2 { try await server.tellClients() }
                #expect(server.callbacks.calls.count == before + 1, "\(number)")
                #expect(server.callbacks.calls.last?.text.contains("\"state\":\"\(state)\"") == true)
                #expect(try await server.rows("SELECT id FROM clientRequest WHERE untold = 1").isEmpty)
            }
        }
    }

    @Test func anApprovalThatIsTakenBackIsToldAsWell() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            let id = try #require(try await program.signPass("request", ["user": person.email]).members["id"])
            try await program.sign(person)
            try await server.tellClients()
            try await server.database.write { [now = server.time.now()] tx in
                try ClientRequestStore.withdrawAll(of: person.id, at: now, in: tx)
            }
            try await server.tellClients()
            #expect(try await program.signPass("result", ["id": id]).members["state"] == "withdrawn")
            var states: [String] = []
            for call in server.callbacks.calls { states.append(try await program.statement(call).state) }
            #expect(states == ["approved", "withdrawn"])
        }
    }

    @Test func aCallbackIsTriedAgainWithTheSameNameAndGivenUpWhereItIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            func end(_ number: Int) async throws {
                _ = try await program.signPass("request", ["user": person.email])
                try await program.sign(person, person.genuine(number))
            }
            try await end(0)
            server.callbacks.answerNext(500, 429)
            for _ in 0..<4 {
                try await server.tellClients()
                server.time.advance(seconds: 60)
            }
            var names: Set<String> = []
            for call in server.callbacks.calls { names.insert(try await program.statement(call).id) }
            #expect(server.callbacks.calls.count == 3 && names.count == 1)
            for (number, status) in [302, 401, 403, 410].enumerated() {
                let before = server.callbacks.calls.count
                try await end(number + 1)
                server.callbacks.answerNext(status)
                for _ in 0..<3 {
                    try await server.tellClients()
                    server.time.advance(seconds: 60)
                }
                #expect(server.callbacks.calls.count == before + 1, "\(status)")
            }
            #expect(try await server.rows("SELECT id FROM outboxItem WHERE diedAt IS NOT NULL").count == 4)
            // A client that was disabled hears nothing more.
            try await end(5)
            let before = server.callbacks.calls.count
            _ = try await RequestTeller(environment: server.domain.environment).turn()
            _ = try await ClientAdministration(database: server.database, time: server.time).setDisabled(true, id: program.id)
            try await server.tellClients()
            #expect(server.callbacks.calls.count == before)
        }
    }

    @Test func whatIsWrongIsNamedInTheFormatThatWasSent() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            let wrong: [([String: String], Int, String)] = [
                ([:], 400, "invalid_request"), (["user": ""], 400, "invalid_request"), (["user": "nobody"], 400, "unknown_user_id"),
                (["user": person.email, "bank": "South Bank"], 400, "invalid_bank"),
                (["user": person.email, "purpose": "see www.example.org"], 400, "invalid_binding_message"),
                (["user": person.email, "expiry": "301"], 400, "invalid_request"),
                (["user": person.email, "client_secret": "x"], 400, "invalid_request"),
            ]
            for xml in [false, true] {
                for (members, status, code) in wrong {
                    let answer = try await program.signPass("request", members, xml: xml)
                    #expect(answer.status == status && answer.members["error_code"] == code, "\(members): \(answer.members)")
                    #expect(answer.members["error"]?.isEmpty == false && answer.name == (xml ? "error" : nil))
                }
                let unknown = try await program.signPass("result", ["id": "unknown"], xml: xml)
                #expect(unknown.status == 404 && unknown.members["error_code"] == "unknown_request")
            }
            let bodies: [(String, String?, Int)] = [
                ("<!DOCTYPE request [<!ENTITY u SYSTEM \"file:///etc/passwd\">]><request><user>&u;</user></request>", "text/xml", 400),
                ("<result><user>x</user></result>", "application/xml", 400), ("{\"user\":{\"name\":\"x\"}}", "application/json", 400),
                ("{\"user\":\"a\",\"user\":\"b\"}", "application/json", 400),
                ("<request><user>a</user><user>b</user></request>", "text/xml", 400),
                ("user=x", "application/x-www-form-urlencoded", 415), ("{}", nil, 415),
                ("{\"user\":\"\(String(repeating: "x", count: 20_000))\"}", "application/json", 413),
            ]
            for (body, type, status) in bodies {
                let answer = try await program.signPass("request", body: Array(body.utf8), contentType: type)
                #expect(
                    answer.status == status && answer.members["error_code"] == "invalid_request",
                    "\(body.prefix(80)): \(answer.members)"
                )
            }
            let stranger = OAuthProgram(server: server, id: program.id, secret: "wrong")
            let refused = try await stranger.signPass("request", ["user": person.email], xml: true)
            #expect(refused.status == 401 && refused.members["error_code"] == "invalid_client" && refused.headers[.wwwAuthenticate] != nil)
            let other = try await OAuthProgram.make(server)
            #expect(try await other.signPass("request", ["user": person.email]).members["error_code"] == "unauthorized_client")
            #expect(try await server.rows("SELECT id FROM clientRequest").isEmpty)
        }
    }

    @Test func aRequestIsItsClientsAloneAndNoneOfTheOtherProtocols() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (program, another) = (try await Self.program(server), try await Self.program(server))
            let id = try #require(try await program.signPass("request", ["user": person.email]).members["id"])
            #expect(try await another.signPass("result", ["id": id]).status == 404)
            #expect(try await program.poll(id).error == "invalid_grant", "it is no auth_req_id")
            server.time.advance(seconds: 1)
            let ciba = try await program.asked(person)
            let other = try await program.waiting(person)
            #expect(try await program.signPass("result", ["id": ciba]).status == 404)
            #expect(try await program.signPass("result", ["id": other.id]).status == 404)
            let query = "/signpass/result?id=\(id)&client_id=\(program.id)&client_secret=\(program.secret ?? "")"
            let got = try OAuthProgram.SignPassAnswer(
                try await server.client.execute(uri: query, method: .get, headers: [.accept: "application/xml"])
            )
            #expect(got.name == "result" && got.members["state"] == "pending")
        }
    }

    @Test func addressesOfCallbacksAreHTTPSAndPublicUnlessTheOperatorAllowsOthers() async throws {
        let open = ["https://bank.example/x", "https://bank.example:8443/x?y=1", "https://8.8.8.8/", "https://[2606:4700::1]/"]
        let hidden = [
            "http://127.0.0.1/x", "http://localhost:9000/x", "http://[::1]/x", "https://localhost/x", "https://10.0.0.1/x",
            "https://192.168.1.1/x",
            "https://169.254.169.254/latest", "https://[fd00::1]/x", "https://[::ffff:10.0.0.1]/x", "https://100.64.0.1/x",
        ]
        let never = [
            "", "bank.example", "http://bank.example/x", "http://10.0.0.1/x", "ftp://bank.example/x", "https://user@bank.example/x",
            "https://bank.example/x#y", "https://bank.example:22/x", "https:///x", "javascript:alert(1)",
            "https://bank.example/\(String(repeating: "x", count: 500))",
        ]
        func isTaken(_ text: String, _ networks: AddressPolicy.Networks) -> Bool {
            (try? CallbackAddress(registering: text, field: "callback-uri", AddressPolicy(.https, networks))) != nil
        }
        for text in open { #expect(isTaken(text, .public) && isTaken(text, .any), "\(text)") }
        for text in hidden { #expect(!isTaken(text, .public) && isTaken(text, .any), "\(text)") }
        for text in never { #expect(!isTaken(text, .public) && !isTaken(text, .any), "\(text)") }
    }

    @Test func theMessagesAreWhatTheyWere() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        let time = Timestamp(milliseconds: 1_795_255_200_000)
        var messages: [SignPassMessage] = SignPassResult.State.allCases.enumerated().map { number, state in
            SignPassResult(id: "8c2f6d1be0a94d5f9b3a7c1e2d4f6a80", state: state, tries: number, time: time).message
        }
        messages.append(SignPassMessage(name: "error", members: [("error_code", "invalid_bank"), ("error", "a < b & \"c\"")]))
        for encoding in [SignPassEncoding.json, .xml] {
            let file = folder.appending(path: "signpass.\(encoding.kind.rawValue)")
            let text = try messages.map { String(decoding: try encoding.encode($0), as: UTF8.self) }.joined(separator: "\n") + "\n"
            if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil { try Data(text.utf8).write(to: file) }
            #expect(try text == String(contentsOf: file, encoding: .utf8))
        }
    }
}
