import AppTestSupport
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

@testable import App
@testable import Identity
@testable import IdentityTestSupport

/// What another person gets of each route by the id of a thing that is not theirs.
///
/// It is what an unknown id gets. Each request has a body that its call takes, so that the answer is about the id.
@Suite struct RouteOwnershipTests {
    private struct Answer: Hashable, CustomStringConvertible {
        var status: Int
        var code: String
        var description: String { "\(status) \(code)" }
    }

    /// Routes where another person is refused with another answer than 403 or 404, because the id is no secret there and something else is asked
    /// for.
    private static let otherRefusals: [String: String] = [
        "POST /v1/challenges/{id}/answers": "the device's key signs for the answer: TamperedAnswerTests",
        "GET /v1/device-requests/{id}": "the request's secret counts: DeviceFloodTests",
        "DELETE /v1/device-requests/{id}": "the request's secret counts: DeviceSignInTests",
        "POST /v1/device-requests/{id}/session": "the request's secret counts: DeviceSignInTests",
        "POST /v1/device-requests/{id}/recovery": "the request's secret counts: DeviceFloodTests",
        "POST /v1/documents/{id}/seals": "the caller's own device authorises the digest: SigningTests",
        "POST /v1/email-proofs/{token}/session": "the new device's proof is judged first: AnewTests",
        "POST /v1/me/enrolments/{id}/samples": "the samples are read first: EnrolmentTests",
        "PUT /v1/me/signatures/{id}/circumstances": "the caller's own consent is asked for first: CircumstanceTests",
        "POST /v1/registrations/{id}/confirmation": "the new device's proof is judged first: RegistrationTests",
    ]

    /// Routes whose owner gets here what others get, so that only the tests that are named show whom they answer.
    private static let shownElsewhere: [String: String] = otherRefusals.merging([
        "DELETE /v1/challenges/{id}": "the session or the nonce counts: SignInTests",
        "DELETE /v1/email-proofs/{token}": "the mailed token is the credential: AppLetterTests",
        "GET /v1/email-proofs/{token}": "the mailed token is the credential: AppLetterTests",
        "POST /v1/email-proofs/{token}": "the mailed token is the credential: AppLetterTests",
        "POST /v1/files/{id}/drafts/{draftId}": "a draft needs a signature: FileSigningTests",
        "DELETE /v1/files/{id}/readers/{personId}": "the file has no reader: FileReaderTests",
        "DELETE /v1/me/accesses/{id}": "no program has access: AccessTests",
        "DELETE /v1/me/blocked-programs/{id}": "no program was reported: RequestReportTests",
        "POST /v1/me/app-grants/{id}": "no app asked: StepUpMatrixTests",
        "DELETE /v1/me/app-grants/{id}": "no app asked: StepUpMatrixTests",
        "DELETE /v1/me/app-templates/{id}": "no app has a template: RequesterTests",
        "GET /v1/me/app-templates/{id}": "no app has a template: AppSignatureTests",
        "POST /v1/me/app-templates/{id}/approval": "no app has a template: AppSignatureTests",
        "POST /v1/me/approval-codes/{id}/approval": "the code is good in its session alone: StepUpMatrixTests",
        "POST /v1/registrations/{id}/code": "no registration waits: RegistrationTests",
    ]) { first, _ in first }

    @Test func nobodyReachesWhatIsAnothersByItsId() async throws {
        try await TestServer.run { server, client in
            let bodies = try RouteBodies()
            let boris = try await server.node.people.createPerson(email: "boris@example.org", name: "Boris")
            for (number, row) in RouteTable.rows.filter({ $0.another == "no" }).enumerated() {
                let route = row.route
                // Things are new for each route: some routes end them.
                let owner = try await server.node.people.createPerson(email: "owner\(number)@example.org", name: "Anna")
                var (isReached, isRead) = (false, false)
                for id in try await RouteMatrixTests.belongings(of: owner, server) + Self.more(of: owner, server) {
                    let theirs = try await Self.ask(route, id, by: boris, bodies, server, client)
                    if Self.otherRefusals[route] == nil {
                        #expect([403, 404].contains(theirs.status), "\(route) with \(id) answered another person \(theirs)")
                    } else {
                        #expect(theirs.status >= 400, "\(route) with \(id) answered another person \(theirs)")
                    }
                    let own = try await Self.ask(route, id, by: owner, bodies, server, client)
                    isReached = isReached || own != theirs
                    isRead = isRead || own.status == 200
                }
                let shows = route.hasPrefix("GET") ? isRead : isReached
                #expect(shows == (Self.shownElsewhere[route] == nil), "\(route) shows its owner \(shows ? "something" : "nothing")")
            }
            let routes = Set(RouteTable.rows.filter { $0.another == "no" }.map(\.route))
            #expect(Set(Self.otherRefusals.keys).union(Self.shownElsewhere.keys).subtracting(routes) == [])
        }
    }

    /// Sends a request as our own pages do, in a session of its own: some routes end it.
    private static func ask(
        _ route: String,
        _ id: String,
        by personID: String,
        _ bodies: RouteBodies,
        _ server: TestServer,
        _ client: any TestClientProtocol
    ) async throws -> Answer {
        let now = server.time.now()
        let token = try await server.node.database.write { tx in
            try SessionStore.open(personID: personID, permit: .administrator(), settings: IdentitySettings(), at: now, in: tx).token.text
        }
        let words = route.split(separator: " ")
        let path = words[1].split(separator: "/").map { $0.hasPrefix("{") ? id : String($0) }.joined(separator: "/")
        let body = try bodies.body(of: route)
        var headers = body?.headers ?? [:]
        headers[try #require(HTTPField.Name("Paraph-Web"))] = "1"
        headers[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "same-origin"
        headers[.authorization] = "Bearer \(token)"
        return try await client.execute(
            uri: "/\(path)",
            method: try #require(HTTPRequest.Method(String(words[0]))),
            headers: headers,
            body: (body?.bytes).map { ByteBuffer(bytes: $0) }
        ) { response in
            let problem = try? JSONDecoder().decode(Problem.self, from: Data(response.body.readableBytesView))
            if let problem {
                #expect(problem.status == response.status.code && ProblemType.of(problem.code)?.status == problem.status, "\(problem)")
            }
            return Answer(status: response.status.code, code: problem?.code.rawValue ?? "")
        }
    }

    /// What ``RouteMatrixTests/belongings(of:_:)`` does not give: an app with an icon, a passkey, a challenge and a mailed code.
    private static func more(of personID: String, _ server: TestServer) async throws -> [String] {
        let node = server.node
        let now = server.time.now()
        let app = try await node.apps.create(.example, restricted: true).id
        return try await node.database.write { [keys = node.keyRing] tx in
            try tx.execute("UPDATE app SET ownerId = \(personID) WHERE id = \(app)")
            try tx.execute("INSERT INTO appIcon (appId, mediaType, bytes) VALUES (\(app), 'image/png', \(Picture.png.bytes))")
            let passkey = Identifier.random()
            try tx.execute(
                """
                INSERT INTO passkey (id, personId, credentialId, publicKey, signCount, backupEligible, backedUp, name, createdAt)
                VALUES (\(passkey), \(personID), \(Array(passkey.utf8)), \(Array(passkey.utf8)), 0, 0, 0, 'Key', \(now))
                """
            )
            let session = try SessionStore.open(personID: personID, permit: .administrator(), settings: IdentitySettings(), at: now, in: tx)
                .session
            let device = DeviceRecord(try SimulatedDevice().deviceKey(subject: "x"), personID: personID, addedBy: .approval, at: now)
            _ = try DeviceStore.insert(device, permit: .administrator(), in: tx)
            let challenge = ChallengeRecord(
                id: Identifier.random(),
                purpose: .signIn,
                personID: personID,
                deviceID: device.id,
                subject: nil,
                handOverID: nil,
                sessionID: nil,
                nonce: Array(repeating: 1, count: 32),
                audience: "http://localhost:8080",
                bindingMessage: "",
                attempts: 0,
                failures: 0,
                faults: 0,
                status: .open,
                createdAt: now,
                expiresAt: now.adding(seconds: 300)
            )
            try ChallengeStore.insert(challenge, in: tx)
            let mailed = Identifier.random()
            let code = ApprovalCodeRecord(
                id: mailed,
                personID: personID,
                sessionID: session.id,
                purpose: .exportData,
                subject: nil,
                sealedCode: try OneTimeCode.random().sealed(table: "approvalCode", row: mailed, keys: keys, in: tx),
                createdAt: now,
                expiresAt: now.adding(seconds: 300)
            )
            try ApprovalCodeStore.insert(code, in: tx)
            return [app, passkey, challenge.id, mailed]
        }
    }
}
