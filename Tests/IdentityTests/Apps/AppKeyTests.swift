import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Who must show an app's key on the native API, and what ends with the app.
struct AppKeyTests {
    private func ask(_ server: DialectFixture, _ path: String, _ headers: HTTPFields) async throws -> (status: Int, problem: Problem?) {
        let response = try await server.client.execute(uri: path, method: .get, headers: headers)
        let problem = try? JSONDecoder().decode(Problem.self, from: Data(response.body.readableBytesView))
        return (response.status.code, problem)
    }

    @Test func aClientWithoutAKeyIsToldWhichHeaderToSend() async throws {
        try await DialectFixture.run { server in
            let path = IdentityEndpoints.consentText.path
            let refused = try await ask(server, path, [:])
            #expect(refused.status == 401 && refused.problem?.code == "apiKeyRequired")
            #expect(refused.problem?.detail?.contains("Paraph-Api-Key") == true)
            // However the path is written, as long as it is found.
            let doubled = try await ask(server, "/" + path, [:])
            #expect(doubled.status == 401 && doubled.problem?.code == "apiKeyRequired")
            let wrong = try await ask(server, path, .app(AppKey.random().text))
            #expect(wrong.status == 403 && wrong.problem?.code == "appRefused")
            for headers in [HTTPFields.app(server.key), .app(server.key.uppercased()), .ownPages] {
                let status = try await ask(server, path, headers).status
                #expect(status == 200)
            }
        }
    }

    @Test func aPictureOnAPageOfOursNeedsNoKey() async throws {
        try await DialectFixture.run { server async throws in
            let path = "/v1/documents/f1/signatures/g1/photo"
            #expect(try await ask(server, path, [:]).status == 401)
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            let destination = try #require(HTTPField.Name("Sec-Fetch-Dest"))
            #expect(try await ask(server, path, [site: "same-origin", destination: "image"]).problem?.code == "notFound")
            for headers: HTTPFields in [[site: "cross-site", destination: "image"], [site: "same-origin"], [destination: "image"]] {
                #expect(try await ask(server, path, headers).status == 401)
            }
        }
    }

    /// A session that is opened through the app, by a registration over HTTP.
    private func register(_ server: DialectFixture) async throws -> String {
        let request = RegistrationRequest(
            email: "a@example.org",
            profile: Profile(userName: "Anna"),
            language: "en",
            consentVersion: ConsentDocument.version
        )
        let begun = try await server.client.execute(
            uri: IdentityEndpoints.register.path,
            method: .post,
            headers: .app(server.key),
            body: ByteBuffer(bytes: try JSONEncoder().encode(request))
        )
        let id = try JSONDecoder().decode(RegistrationReceipt.self, from: Data(begun.body.readableBytesView)).id
        let letter = try #require(server.mailer.letters(to: "a@example.org").last)
        let code = String(try #require(letter.text.firstMatch(of: /\b\d{6}\b/)).output)
        let confirmation = RegistrationConfirmation(code: code, device: try SimulatedDevice().deviceKey(subject: id))
        let response = try await server.client.execute(
            uri: IdentityEndpoints.confirmRegistration.path(id),
            method: .post,
            headers: .app(server.key),
            body: ByteBuffer(bytes: try JSONEncoder().encode(confirmation))
        )
        return try #require(try JSONDecoder().decode(SessionGrant.self, from: Data(response.body.readableBytesView)).token)
    }

    @Test func aSessionGoesWithItsAppAndEndsWithIt() async throws {
        try await DialectFixture.run { server in
            let token = try await register(server)
            func me(_ key: String?) async throws -> Int {
                var headers = HTTPFields.app(key ?? "", token: token)
                if key == nil, let name = HTTPField.Name("Paraph-Api-Key") { headers[name] = nil }
                return try await ask(server, IdentityEndpoints.me.path, headers).status
            }
            let other = try await server.anotherApp()
            let before = [try await me(server.key), try await me(nil), try await me(other)]
            #expect(before == [200, 401, 403])
            _ = try await server.administration.setDisabled(true, id: server.app.id)
            let disabled = try await me(server.key)
            _ = try await server.administration.setDisabled(false, id: server.app.id)
            let enabled = try await me(server.key)
            #expect(disabled == 403 && enabled == 401)
        }
    }

    @Test func anAdministratorsTokenNeedsNoKeyAndASessionDoes() async throws {
        try await DialectFixture.run { server in
            _ = try await register(server)
            let now = server.time.now()
            let end = now.adding(seconds: 600)
            for (kind, status) in [(SessionRecord.Kind.accessToken, 403), (.person, 401)] {
                let token = try await server.environment.database.write { tx in
                    let personID: String = try #require(try tx.first("SELECT id FROM person")).get("id")
                    let session = SessionRecord(
                        personID: personID,
                        deviceID: nil,
                        appID: nil,
                        kind: kind,
                        scopes: [],
                        createdAt: now,
                        expiresAt: end,
                        endsAt: end
                    )
                    return try SessionStore.insert(session, permit: .administrator(), in: tx).text
                }
                let answer = try await ask(server, IdentityEndpoints.me.path, [.authorization: "Bearer \(token)"]).status
                #expect(answer == status)
            }
        }
    }
}
