import Foundation
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport

/// Challenges, and what becomes of drawings on a network that loses answers.
@Suite struct SigningTests {
    @Test func aForgeryIsRefusedAndAfterFiveTheChallengeIsDenied() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let signing = try await phone.client.approvals.begin(.recoveryCodes)
            for number in 0..<4 {
                let refused = try #require(try await signing.answer(phone.forgery(number)).refused)
                #expect(refused.attemptsLeft == 4 - number && !refused.isFree)
            }
            guard case .denied(let denied) = try await signing.answer(phone.forgery(4)) else {
                Issue.record("the fifth was not denied")
                return
            }
            #expect(denied.attemptsLeft == 0)
        }
    }

    @Test func whatIsNoSignatureCostsNoTry() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let check = try await phone.client.enrolment.check(phone.dot)
            #expect(check == SampleCheckResult(isUsable: false, reason: Open(.dot)))
            let signing = try await phone.client.approvals.begin(.recoveryCodes)
            for _ in 0..<2 {
                let refused = try #require(try await signing.answer(phone.dot).refused)
                #expect(refused.isFree && refused.similarity == nil && refused.attemptsLeft == 5)
            }
            #expect(try await signing.answer(phone.drawing(1)).accepted != nil)
        }
    }

    @Test func aLostAnswerIsNotSentAgainByItselfAndTheDrawingCountsOnce() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let signing = try await phone.client.approvals.begin(.recoveryCodes)
            phone.faults.plan(.lostAnswer, "POST", "/answers")
            await #expect(throws: ClientError(.outcomeUnknown, "")) { try await signing.answer(phone.forgery(0)) }
            #expect(phone.faults.count("POST", "/answers") == 1)
            // The server has looked at it: another drawing is wanted, for another challenge.
            #expect(try await signing.answer(phone.forgery(0)) == .renewed(mayBeSentAgain: false))
            #expect(try await signing.answer(phone.drawing(1)).accepted?.approval != nil)
        }
    }

    @Test func aDrawingThatNeverArrivedIsSentAgain() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let signing = try await phone.client.approvals.begin(.recoveryCodes)
            phone.faults.plan(.lostRequest, "POST", "/answers")
            await #expect(throws: ClientError(.outcomeUnknown, "")) { try await signing.answer(phone.drawing(1)) }
            #expect(try await signing.answer(phone.drawing(1)).accepted != nil)
        }
    }

    @Test func whereNothingWasDoneTheAnswerIsSentAgainByItself() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let signing = try await phone.client.approvals.begin(.recoveryCodes)
            phone.faults.plan(.unreachable, "POST", "/answers")
            phone.faults.plan(.answer(503, retryAfter: 1, problem: .unavailable), "POST", "/answers")
            phone.faults.plan(.answer(429, retryAfter: 2, problem: .tooMany), "POST", "/answers")
            #expect(try await signing.answer(phone.drawing(1)).accepted != nil)
            #expect(phone.faults.unmet == 0 && phone.faults.count("POST", "/answers") == 4)
            #expect(phone.pauses.all.contains { $0 >= .seconds(1) && $0 < .seconds(2) } && phone.pauses.all.contains { $0 >= .seconds(2) })
        }
    }

    @Test func aWaitAfterFailuresIsThePersons() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let signing = try await phone.client.approvals.begin(.recoveryCodes)
            phone.faults.plan(.answer(429, retryAfter: 3, problem: .waitAfterFailures), "POST", "/answers")
            let error = await #expect(throws: ClientError.self) { try await signing.answer(phone.drawing(1)) }
            #expect(error?.retryAfter == 3 && error?.problem?.code == .waitAfterFailures && phone.faults.count("POST", "/answers") == 1)
        }
    }

    @Test func aChallengeWhoseTimeIsOverIsRenewedAndTheDrawingIsGood() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let signing = try await phone.client.approvals.begin(.recoveryCodes)
            let end = await signing.expiresAt
            fixture.time.advance(seconds: 3600)
            #expect(try await signing.answer(phone.drawing(1)) == .renewed(mayBeSentAgain: true))
            #expect(await signing.expiresAt > end)
            #expect(try await signing.answer(phone.drawing(1)).accepted != nil)
        }
    }

    @Test func theDevicesClockMayBeWrong() async throws {
        try await ClientFixture.run { fixture async throws in
            // The test's clock is days from the machine's: each statement so far was made by the server's.
            let phone = try await fixture.enrolledPhone()
            let off = phone.client.caller.clock.now().milliseconds - fixture.time.now().milliseconds
            #expect(abs(off) < 60_000)
            #expect(abs(ServerClock.system().milliseconds - fixture.time.now().milliseconds) > 300_000)
        }
    }

    @Test func aDrawingThatWasGivenUpIsToldToTheServer() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let signing = try await phone.client.signIn.begin(as: "anna@example.org")
            await signing.cancel()
            await signing.cancel()
            let (cancelled, open) = try await fixture.database.read { tx in
                (
                    try tx.first("SELECT COUNT(*) AS n FROM challenge WHERE status = 'cancelled'")?.get("n", as: Int.self),
                    try tx.first("SELECT COUNT(*) AS n FROM challenge WHERE status = 'open'")?.get("n", as: Int.self)
                )
            }
            #expect(cancelled == 1 && open == 0)
        }
    }

    @Test func aDeviceThatTheAccountDoesNotKnowIsToldSo() async throws {
        try await ClientFixture.run { fixture async throws in
            _ = try await fixture.enrolledPhone()
            let other = try fixture.phone("Another phone")
            await #expect(throws: ClientError(.unknownDevice, "")) { try await other.client.signIn.begin(as: "anna@example.org") }
        }
    }
}
