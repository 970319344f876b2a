import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Whoever sits down at an unlocked browser: what the round of attacks did for real, and what honest people must still be able to do.
@Suite struct StepUpAttackTests {
    /// The next day.
    private static let night: Int64 = 86_400

    private func subjects(_ server: IdentityServer, _ person: TestPerson) -> [String] { server.mails.all(to: person.email).map(\.subject) }

    @Test func aSessionNeitherWithdrawsTheConsentNorPutsAnotherHandInItsPlace() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            for pause in [0, Self.night] {
                server.time.advance(seconds: pause)
                #expect(try await server.attempt(.withdrawConsent, of: anna, token: anna.token) == "approvalRequired")
                #expect(await problem { try await server.enrol(anna, signer: SyntheticSigner(seed: 66)) }?.code == "approvalRequired")
            }
            // Withdrawn by the person: the session that is left open gives no consent again and enrols nobody.
            let approved = try await server.approved(anna, .withdrawConsent, sample: 1)
            _ = try await server.call(IdentityEndpoints.withdrawConsent, body: approved, token: anna.token)
            #expect(subjects(server, anna).last == "Your consent was withdrawn")
            #expect(try await server.attempt(.giveConsent, of: anna, token: anna.token) == "approvalRequired")
            #expect(await problem { try await server.enrol(anna, signer: SyntheticSigner(seed: 66)) }?.code == "consentRequired")
            #expect(try await server.count("template") == 0)
        }
    }

    @Test func aSessionAloneMakesNoFirstCodesAndThroughThemNothingElse() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            // Another session never had the window.
            let other = try await server.session(of: anna.id, deviceID: anna.device.id)
            #expect(try await server.attempt(.firstRecoveryCodes, of: anna, token: other) == "approvalRequired")
            server.time.advance(seconds: StepUp.enrolmentWindow)
            #expect(try await server.attempt(.firstRecoveryCodes, of: anna, token: anna.token) == "approvalRequired")
            // Nor does the mailbox stand in for the hand that there is.
            let request = ApprovalCodeRequest(purpose: .recoveryCodes)
            let mailed = await problem { try await server.call(IdentityEndpoints.requestApprovalCode, body: request, token: anna.token) }
            #expect(mailed?.code == "otherFactorThere")
            #expect(try await server.count("recoveryCode") == 0)
            // Used-up codes are no first time either.
            let approved = try await server.approved(anna, .recoveryCodes, sample: 1)
            _ = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: approved, token: anna.token)
            #expect(subjects(server, anna).last == "Recovery codes were made")
            try await server.database.write { try $0.execute("DELETE FROM recoveryCode") }
            #expect(try await server.attempt(.firstRecoveryCodes, of: anna, token: anna.token) == "approvalRequired")
        }
    }

    @Test func whatOneSessionApprovedAnotherDoesNotGoOnWith() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            server.time.advance(seconds: Self.night)
            let approval = try await server.approval(anna, .modifySignature, sample: 1)
            let three = (0..<3).map { Base64URL(SyntheticSigner(seed: 99).genuine($0).encoded()) }
            let request = EnrolmentRequest(samples: three, approval: approval)
            _ = try await server.call(IdentityEndpoints.enrol, body: request, token: anna.token)
            var thief = anna
            thief.token = try await server.session(of: anna.id, deviceID: anna.device.id)
            let refused = await problem { [thief] in try await server.enrol(thief, signer: SyntheticSigner(seed: 66)) }
            #expect(refused?.code == "approvalRequired")
            let old = try await server.answer(try await server.challenge(anna), by: anna, anna.genuine(2))
            #expect(old.outcome == .accepted)
        }
    }

    @Test func whoComesBackTheNextDaySignsForTheirFirstCodes() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            server.time.advance(seconds: Self.night)
            let status = try await server.call(IdentityEndpoints.stepUp, token: anna.token)
            #expect(status.methods.map(\.known) == [.signature] && status.exempt.map(\.known) == [.giveConsent])
            let approved = try await server.approved(anna, .recoveryCodes, sample: 1)
            let codes = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: approved, token: anna.token)
            #expect(codes.codes?.count == 10)
        }
    }

    @Test func whoLeftBeforeSigningProvesTheAddressAgain() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register()
            #expect(try await server.call(IdentityEndpoints.stepUp, token: anna.token).exempt.contains(.modifySignature))
            server.time.advance(seconds: Self.night)
            #expect(await problem { try await server.enrol(anna) }?.code == "approvalRequired")
            let approved = try await server.approvedByMail(to: anna.email, token: anna.token, .modifySignature)
            #expect(try await server.enrol(anna, approval: approved.approval).status == .created)
            #expect(subjects(server, anna).last == "Welcome to Paraph: your signature is ready")
        }
    }

    @Test func aWrongCodeByMailApprovesNothingAndOneAnotherSessionAskedForNeither() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.register()
            server.time.advance(seconds: Self.night)
            let request = ApprovalCodeRequest(purpose: .modifySignature)
            let receipt = try await server.call(IdentityEndpoints.requestApprovalCode, body: request, token: anna.token)
            let id = try #require(receipt.id)
            let right = try #require(server.mails.lastCode(to: anna.email))
            let wrong = ApprovalCode(code: right == "000000" ? "000001" : "000000")
            for _ in 0..<5 {
                let refusal = await problem {
                    try await server.call(IdentityEndpoints.approveByApprovalCode, id, body: wrong, token: anna.token)
                }
                #expect(refusal?.fields?.first?.name == "code")
            }
            let other = try await server.session(of: anna.id, deviceID: anna.device.id)
            let body = ApprovalCode(code: right)
            let elsewhere = await problem { try await server.call(IdentityEndpoints.approveByApprovalCode, id, body: body, token: other) }
            #expect(elsewhere?.code == "notFound")
            let stopped = await problem {
                try await server.call(IdentityEndpoints.approveByApprovalCode, id, body: body, token: anna.token)
            }
            #expect(stopped?.code == "waitAfterFailures")
        }
    }

    @Test func aRecoveryCodeBringsConsentAndSignatureBackInOneGo() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            let codes = try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: anna.token).codes
            let withdrawal = try await server.approved(anna, .withdrawConsent, sample: 1)
            _ = try await server.call(IdentityEndpoints.withdrawConsent, body: withdrawal, token: anna.token)
            server.time.advance(seconds: Self.night)
            let code = RecoveryApprovalRequest(purpose: .giveConsent, recoveryCode: try #require(codes?.first))
            let approval = try await server.call(IdentityEndpoints.approveByRecoveryCode, body: code, token: anna.token)
            let consent = ConsentRequest(version: IdentityServer.consentVersion, approval: approval.approval)
            _ = try await server.call(IdentityEndpoints.giveConsent, body: consent, token: anna.token)
            // In this session, and in no other.
            var thief = anna
            thief.token = try await server.session(of: anna.id, deviceID: anna.device.id)
            let refused = await problem { [thief] in try await server.enrol(thief) }
            #expect(refused?.code == "approvalRequired")
            #expect(try await server.enrol(anna, signer: SyntheticSigner(seed: 21)).status == .created)
        }
    }

    @Test func withNothingLeftTheMailboxCountsAfterThreeDaysOfWhichThePersonIsTold() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.person(.withdrawn, "anna@example.org")
            let request = ApprovalCodeRequest(purpose: .giveConsent)
            let ask = { @Sendable in try await server.call(IdentityEndpoints.requestApprovalCode, body: request, token: anna.token) }
            #expect(try await ask().id == nil)
            #expect(subjects(server, anna).last == "Somebody wants to confirm by mail")
            server.time.advance(seconds: StepUp.holdTime - 60)
            #expect(try await ask().id == nil)
            // The person stops it from another device, and it begins anew.
            let other = try await server.session(of: anna.id)
            _ = try await server.call(IdentityEndpoints.cancelApprovalCodes, token: other)
            server.time.advance(seconds: 120)
            #expect(try await ask().id == nil)
            server.time.advance(seconds: StepUp.holdTime)
            // The wait was this session's.
            let elsewhere = try await server.call(IdentityEndpoints.requestApprovalCode, body: request, token: other)
            #expect(elsewhere.id == nil && elsewhere.availableAt != nil)
            let approved = try await server.approvedByMail(to: anna.email, token: anna.token, .giveConsent)
            let consent = ConsentRequest(version: IdentityServer.consentVersion, approval: approved.approval)
            _ = try await server.call(IdentityEndpoints.giveConsent, body: consent, token: anna.token)
            #expect(try await server.enrol(anna, signer: SyntheticSigner(seed: 21)).status == .created)
        }
    }

    @Test func anAdministratorsCodesAlwaysLeadBack() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.person(.withdrawn, "anna@example.org")
            let codes = try await PersonAdministration(server.domain).proofAnew("anna@example.org")
            #expect(subjects(server, anna).last == "New recovery codes were made")
            let code = RecoveryApprovalRequest(purpose: .giveConsent, recoveryCode: codes[0])
            let approval = try await server.call(IdentityEndpoints.approveByRecoveryCode, body: code, token: anna.token)
            #expect(try await server.attempt(.giveConsentAgain, of: anna, token: anna.token, approval: approval.approval) == "done")
        }
    }
}
