import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

@Suite struct EnrolmentTests {
    @Test func everyWordOfTheVerifierIsAWordOfTheWire() {
        #expect(Refusal.allCases.allSatisfy { SampleRefusal(rawValue: $0.rawValue) != nil })
        #expect(ParaphVerification.EnrolmentWarning.allCases.allSatisfy { ParaphWire.EnrolmentWarning(rawValue: $0.rawValue) != nil })
        #expect(Verdict.Aspect.allCases.allSatisfy { SignatureAspect(rawValue: $0.rawValue) != nil })
        #expect(SampleRefusal(rawValue: Guessing.refusal) == .guess)
    }

    private func enrol(_ server: IdentityServer, _ samples: [Sample], _ person: TestPerson, approval: String? = nil) async throws
        -> EnrolmentResult
    {
        try await server.call(
            IdentityEndpoints.enrol,
            body: EnrolmentRequest(samples: samples.map { Base64URL($0.encoded()) }, approval: approval),
            token: person.token
        )
    }

    @Test func dotsLinesAndCopiesAreCountedAndNamed() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let dot = Sample(strokes: [Stroke(points: (0..<30).map { Point(x: 10, y: 10, time: Double($0) * 10) })], channels: .time)
            let line = Sample(
                strokes: [Stroke(points: (0..<60).map { Point(x: Double($0) * 4, y: 10, time: Double($0) * 10) })],
                channels: .time
            )
            let good = person.signer.genuine(0)
            let result = try await enrol(server, [dot, line, good, good], person)
            #expect(result.status == .more && result.countModel == 10)
            #expect(result.countIncorrect == 3 && result.countExist == 1 && result.countRequired == 9)
            #expect(result.rejected.map(\.index) == [0, 1, 3])
            #expect(result.rejected.last?.reason == SampleRefusal.copy)
        }
    }

    @Test func samplesSentAgainAreRecognisedAndMissingOnesComplete() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let first = (0..<6).map { person.signer.genuine($0) }
            let one = try await enrol(server, first, person)
            let again = try await enrol(server, first, person)
            #expect(again.id == one.id && again.countExist == one.countExist && again.countIncorrect == 0)
            let rest = (20..<20 + one.countRequired + 2).map { Base64URL(person.signer.genuine($0).encoded()) }
            let done = try await server.call(
                IdentityEndpoints.addSamples,
                one.id,
                body: EnrolmentRequest(samples: rest),
                token: person.token
            )
            #expect(done.status == .created && done.countRequired == 0)
            let pending = try await server.count("enrolment")
            let keys = try await server.rows("SELECT holder FROM holderKey WHERE holder = \("enrolment:\(one.id)")")
            #expect(pending == 0 && keys.isEmpty)
        }
    }

    @Test func allSamplesAreLookedAtTogetherEachTime() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let stranger = SyntheticSigner(seed: 4_711)
            // Two of somebody's and one of the person's: the one is doubted.
            let first = [stranger.genuine(0), stranger.genuine(1), person.signer.genuine(0)]
            let one = try await enrol(server, first, person)
            #expect(one.status == .more && one.rejected.contains { $0.index == 2 && $0.reason == .differs })
            // The same request again is answered alike.
            let again = try await enrol(server, first, person)
            #expect(again.rejected == one.rejected && again.countExist == one.countExist)
            // Nine more show which is the odd one: with the doubted one they are ten.
            let done = try await enrol(server, (1..<10).map { person.signer.genuine($0) }, person)
            #expect(done.status == .created && done.countRequired == 0 && done.rejected.isEmpty)
            let challenge = try await server.challenge(person)
            // What was left out cannot be played back, nor what was doubted at first.
            let replay = try await server.answer(challenge, by: person, first[2])
            #expect(replay.outcome == .refused && replay.refusal == SampleRefusal.replay)
            let other = try await server.answer(challenge, by: person, first[0], attempt: 2)
            #expect(other.outcome == .refused && other.refusal == SampleRefusal.replay)
        }
    }

    @Test func aDrawingIsCheckedAloneAndNothingIsKept() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            func check(_ sample: Sample) async throws -> SampleCheckResult {
                try await server.call(
                    IdentityEndpoints.checkSample,
                    body: SampleCheckRequest(sample: Base64URL(sample.encoded())),
                    token: person.token
                )
            }
            let dot = Sample(strokes: [Stroke(points: (0..<30).map { Point(x: 10, y: 10, time: Double($0) * 10) })], channels: .time)
            #expect(try await check(dot) == SampleCheckResult(isUsable: false, reason: Open(.dot)))
            #expect(try await check(person.signer.genuine(0)) == SampleCheckResult(isUsable: true))
            let refusal = await problem {
                try await server.call(
                    IdentityEndpoints.checkSample,
                    body: SampleCheckRequest(sample: Base64URL([0x49])),
                    token: person.token
                )
            }
            #expect(refusal?.status == 400)
            #expect(try await server.count("enrolment") == 0)
            // It counts for nothing later: the same sample may be given.
            #expect(try await enrol(server, [person.signer.genuine(0)], person).countExist == 1)
        }
    }

    @Test func aPendingEnrolmentIsForgottenAfterHalfAnHour() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let one = try await enrol(server, (0..<4).map { person.signer.genuine($0) }, person)
            server.time.advance(seconds: 1801)
            // The time in which the first signature needs no approval is over too.
            let approved = try await server.approvedByMail(to: person.email, token: person.token, .modifySignature)
            let samples = (4..<7).map { Base64URL(person.signer.genuine($0).encoded()) }
            let request = EnrolmentRequest(samples: samples, approval: approved.approval)
            let two = try await server.call(IdentityEndpoints.enrol, body: request, token: person.token)
            #expect(two.id != one.id && two.countExist <= 3)
        }
    }

    @Test func replacingATemplateTakesAnApprovalOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = SyntheticSigner(seed: 99)
            let refusal = await problem { try await server.enrol(person, signer: other) }
            #expect(refusal?.code == "approvalRequired")
            let wrong = try await server.approval(person, .recoveryCodes, sample: 1)
            let misused = await problem { try await server.enrol(person, approval: wrong, signer: other) }
            #expect(misused?.code == "approvalRequired")
            let approval = try await server.approval(person, .modifySignature, sample: 2)
            let result = try await server.enrol(person, approval: approval, signer: other)
            #expect(result.status == .created)
            let reused = await problem { try await server.enrol(person, approval: approval, signer: SyntheticSigner(seed: 100)) }
            #expect(reused?.code == "approvalRequired")
            let challenge = try await server.challenge(person)
            let old = try await server.answer(challenge, by: person, person.genuine(3))
            let new = try await server.answer(challenge, by: person, other.genuine(101, session: 1), attempt: 2)
            #expect(old.outcome == .refused && new.outcome == .accepted)
            #expect(server.mails.all(to: person.email).contains { $0.text.contains("new signature") })
        }
    }

    @Test func whoSignsInTwoWaysIsToldWhichDrawingsCount() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let forms = [person.signer, SyntheticSigner(seed: 4_711)]
            func shown(_ samples: [Sample]) async throws -> EnrolmentResult {
                let request = EnrolmentRequest(samples: samples.map { Base64URL($0.encoded()) }, replaces: true)
                return try await server.call(IdentityEndpoints.enrol, body: request, token: person.token)
            }
            var drawings = (0..<10).map { forms[$0 % 2].genuine($0) }
            let first = try await shown(drawings)
            #expect(first.status == .more && first.accepted.count == first.countExist)
            #expect(Set(first.accepted + first.rejected.map(\.index)) == Set(0..<10))
            // The screen takes five away and shows others in their place: what it took away counts no more.
            let gone = drawings.remove(at: 0)
            drawings.append(forms[1].genuine(30))
            let second = try await shown(drawings)
            #expect(second.status == .more)
            let kept = try await server.count("enrolmentSample")
            #expect(kept == 10)
            // More of one form make it win; those named are of that form alone, wherever they stand.
            drawings += (31..<35).map { forms[1].genuine($0) }
            let done = try await shown(drawings)
            #expect(done.status == .created && done.accepted == [0, 2, 4, 6, 8, 9, 10, 11, 12, 13])
            #expect(done.rejected.map(\.index) == [1, 3, 5, 7] && done.countExist == 10)
            let challenge = try await server.challenge(person)
            let other = try await server.answer(challenge, by: person, gone)
            #expect(other.outcome == .refused)
        }
    }

    @Test func underALetterMoreOfOneHandMayStillJoin() throws {
        let own = SyntheticSigner(seed: 3, tool: .pen, steadiness: .varied)
        let verifier = Verifier()
        // Four of a hand that varies much, six of nobody: nothing fits yet.
        let allowed = (0..<4).map { own.genuine($0) } + (0..<6).map { SyntheticSigner(seed: 900 + UInt64($0)).genuine(0) }
        let one = try EnrolmentFindings(allowed, kept: [], traces: [], keepsFirst: true, verifier: verifier)
        #expect(one.template == nil && one.counted.isEmpty)
        // More of that hand join what was allowed of it.
        let more = (10..<18).map { own.genuine($0) }
        let two = try EnrolmentFindings(more, kept: one.kept, traces: [], keepsFirst: true, verifier: verifier)
        #expect(two.template != nil && two.rejected.isEmpty)
        // Somebody else's do not, however many.
        let stranger = (0..<20).map { SyntheticSigner(seed: 200).genuine($0) }
        let three = try EnrolmentFindings(stranger, kept: one.kept, traces: [], keepsFirst: true, verifier: verifier)
        #expect(three.template == nil && three.rejected.count == 20)
    }

    @Test func ofTwentyKeptAndTwentyMoreSomethingIsSaidOfEach() throws {
        let (own, verifier) = (SyntheticSigner(seed: 3), Verifier())
        let many = (0..<20).map { SyntheticSigner(seed: 300 + UInt64($0)).genuine(0) }
        let scattered = try EnrolmentFindings(many, kept: [], traces: [], keepsFirst: true, verifier: verifier)
        let more = (0..<20).map { own.genuine($0) }
        let four = try EnrolmentFindings(more, kept: scattered.kept, traces: [], keepsFirst: true, verifier: verifier)
        #expect(Set(four.counted + four.rejected.map(\.index)) == Set(0..<20))
    }

    @Test func badSamplesStoreNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            for bytes in [[], [0x49, 0x6E, 0x6B], Array(repeating: UInt8(255), count: 1000)] {
                let refusal = await problem {
                    try await server.call(
                        IdentityEndpoints.enrol,
                        body: EnrolmentRequest(samples: [Base64URL(bytes)]),
                        token: person.token
                    )
                }
                #expect(refusal?.status == 400 && refusal?.fields?.first?.name == "samples[0]")
            }
            let pending = try await server.count("enrolment")
            #expect(pending == 0)
        }
    }
}
