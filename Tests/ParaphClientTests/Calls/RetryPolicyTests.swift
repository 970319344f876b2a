import Foundation
import Logging
import ParaphWire
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport

/// What is made again and what is not, against a network alone.
@Suite struct RetryPolicyTests {
    private struct Answering: Transport {
        func send(_ request: TransportRequest) async throws -> TransportResponse {
            TransportResponse(
                status: 200,
                headers: ["Content-Type": "application/json"],
                body: TransportBody(Array(#"{"version":"1","language":"en","text":"words","later":{"a":[1]}}"#.utf8))
            )
        }
    }

    private func client() throws -> (ParaphClient, FaultyTransport, Pauses) {
        let (faults, pauses) = (FaultyTransport(Answering()), Pauses())
        var client = try ParaphClient(
            server: try #require(URL(string: "https://sign.example.org")),
            apiKey: "key",
            device: DeviceDescription(name: "Phone"),
            secrets: MemorySecrets(),
            transport: faults
        )
        client.caller.sleep = { pauses.note($0) }
        return (client, faults, pauses)
    }

    @Test func membersThatAreNotKnownArePassedOver() async throws {
        #expect(try await client().0.account.consentText() == ConsentText(version: "1", language: "en", text: "words"))
    }

    @Test func whatIsReadIsAskedForAgainAndPausesGrow() async throws {
        let (client, faults, pauses) = try client()
        faults.plan(.lostAnswer, "GET", "/v1/consent")
        faults.plan(.answer(502, retryAfter: nil, problem: nil), "GET", "/v1/consent")
        faults.plan(.cutAnswer(after: 10), "GET", "/v1/consent")
        _ = try await client.account.consentText()
        #expect(faults.count("GET", "/v1/consent") == 4 && pauses.all.count == 3)
        for (index, pause) in pauses.all.enumerated() {
            let most = Duration.milliseconds(500 * (1 << index))
            #expect(pause >= most / 2 && pause <= most)
        }
    }

    @Test func afterSomeTriesTheReasonIsThrown() async throws {
        let (client, faults, _) = try client()
        for _ in 0..<10 { faults.plan(.lostRequest, "GET", "/v1/consent") }
        await #expect(throws: ClientError(.offline, "")) { try await client.account.consentText() }
        #expect(faults.count("GET", "/v1/consent") == 4)
    }

    @Test func whatMayHaveBeenDoneIsNotDoneAgain() async throws {
        let (client, faults, _) = try client()
        let body = RecoverySignIn(
            identifier: "anna",
            recoveryCode: "code",
            device: DeviceKey(publicKey: Base64URL([]), proof: Base64URL([]), name: "Phone", kind: .ios)
        )
        for fault in [FaultyTransport.Fault.lostAnswer, .lostRequest] {
            faults.plan(fault, "POST", "/v1/recovery-sign-ins")
            await #expect(throws: ClientError(.outcomeUnknown, "")) {
                try await client.call(IdentityEndpoints.signInByRecoveryCode, body: body)
            }
        }
        // A gateway's word says nothing of what the server did.
        faults.plan(.answer(502, retryAfter: nil, problem: nil), "POST", "/v1/recovery-sign-ins")
        faults.plan(.answer(503, retryAfter: nil, problem: nil), "POST", "/v1/recovery-sign-ins")
        for _ in 0..<2 {
            await #expect(throws: ClientError(.refused, "")) {
                try await client.call(IdentityEndpoints.signInByRecoveryCode, body: body)
            }
        }
        #expect(faults.count("POST", "/v1/recovery-sign-ins") == 4 && faults.unmet == 0)
    }

    @Test func aLongWaitIsThePersons() async throws {
        let (client, faults, pauses) = try client()
        faults.plan(.answer(429, retryAfter: 60, problem: .tooMany), "GET", "/v1/consent")
        let error = await #expect(throws: ClientError.self) { try await client.account.consentText() }
        #expect(error?.retryAfter == 60 && pauses.all.isEmpty)
        // Without a body of ours the header counts.
        faults.plan(.answer(503, retryAfter: 7, problem: nil), "GET", "/v1/consent")
        _ = try await client.account.consentText()
        #expect(pauses.all.count == 1 && pauses.all.allSatisfy { $0 >= .seconds(7) && $0 < .seconds(8) })
    }

    @Test func aProblemThatIsNotKnownIsThereAsItCame() async throws {
        let (client, faults, _) = try client()
        faults.plan(.answer(409, retryAfter: nil, problem: "comesLater"), "GET", "/v1/consent")
        let error = await #expect(throws: ClientError.self) { try await client.account.consentText() }
        #expect(error?.problem?.code == "comesLater" && error?.status == 409)
    }

    @Test func withoutASessionNothingIsSentThatNeedsOne() async throws {
        let (client, faults, _) = try client()
        await #expect(throws: ClientError(.notSignedIn, "")) { try await client.account.person() }
        #expect(faults.count("GET", "/v1/me") == 0)
    }

    @Test func theServersTimeIsRead() {
        #expect(ServerClock.read("Sun, 06 Nov 1994 08:49:37 GMT") == Timestamp("1994-11-06T08:49:37Z"))
        for text in ["", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Noo 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"] {
            #expect(ServerClock.read(text) == nil)
        }
    }

    @Test func pausesAreDrawnByLotWithinTheirBounds() {
        let policy = RetryPolicy(attempts: 40, firstPause: .milliseconds(500), longestPause: .seconds(10))
        for failures in 1..<40 {
            let (least, most) = (policy.pause(after: failures, asked: nil, lot: 0), policy.pause(after: failures, asked: nil, lot: 1))
            #expect(least.map { $0 * 2 } == most && (most ?? .zero) <= .seconds(10))
        }
        #expect(policy.pause(after: 40, asked: nil) == nil && policy.pause(after: 1, asked: 11) == nil)
        #expect(RetryPolicy(attempts: 0).pause(after: 1, asked: nil) == nil)
    }
}
