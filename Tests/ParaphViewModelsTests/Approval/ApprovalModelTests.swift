import Foundation
import ParaphVerification
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import AppTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct ApprovalModelTests {
    /// What screens are told.
    private final class Told {
        var approvals: [String?] = []
    }

    private static func model(_ screens: Screens, _ purpose: ChallengePurpose, _ told: Told) -> ApprovalModel {
        ApprovalModel(screens.context, purpose) { told.approvals.append($0) }
    }

    @Test func aSignatureApproves() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let (screens, told) = (try Screens(fixture, try await fixture.enrolledPhone()), Told())
            // A session that has just proved the address needs no approval for codes.
            fixture.time.advance(seconds: 7200)
            let model = Self.model(screens, .recoveryCodes, told)
            #expect(model.title == "Sign to approve" && model.step == .loading)
            await model.start()
            try #require(model.step == .pad && !model.offersRecoveryCode)
            let signing = try #require(model.signing)
            #expect(signing.primaryLabel == "Approve" && !signing.purpose.isEmpty)
            screens.draw(screens.phone.signer.forgery(1, kind: .random), on: signing.pad)
            await signing.send()
            #expect(signing.answer?.outcome == .refused && told.approvals.isEmpty)
            await signing.again()
            screens.sign(41, on: signing.pad)
            await signing.send()
            let approval = try #require(told.approvals.first ?? nil)
            let codes = try await screens.phone.client.account.renewRecoveryCodes(approval: approval)
            #expect(codes.codes?.isEmpty == false)
        }
    }

    @Test func aRecoveryCodeApprovesInItsPlace() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let (screens, told) = (try Screens(fixture, try await fixture.enrolledPhone()), Told())
            // A session that has just proved the address needs no approval for codes.
            fixture.time.advance(seconds: 7200)
            let first = try await screens.phone.approval(.recoveryCodes, drawing: 1)
            let codes = try #require(try await screens.phone.client.account.renewRecoveryCodes(approval: first).codes)
            let model = Self.model(screens, .recoveryCodes, told)
            await model.start()
            #expect(model.offersRecoveryCode)
            model.useRecoveryCode()
            #expect(model.step == .recovery && model.offersPad && model.lead == screens.words("approval.recoveryNote"))
            await model.approve()
            #expect(model.recoveryCode.error == "Fill this in.")
            model.recoveryCode.value = "AAAA-BBBB-CCCC"
            await model.approve()
            #expect(model.recoveryCode.error == screens.words("recovery.wrong") && told.approvals.isEmpty)
            model.usePad()
            #expect(model.step == .pad)
            model.useRecoveryCode()
            model.recoveryCode.value = codes[0]
            await model.approve()
            #expect(told.approvals.count == 1 && told.approvals[0] != nil)
        }
    }

    @Test func whatNeedsNoApprovalIsToldAtOnce() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let (screens, told) = (try Screens(fixture), Told())
            try await fixture.register(screens.phone)
            await Self.model(screens, .modifySignature, told).start()
            #expect(told.approvals == [nil])
        }
    }

    @Test func aCodeByMailApprovesWhereThereIsNothingElse() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let (screens, told) = (try Screens(fixture), Told())
            try await fixture.register(screens.phone)
            // The session has proved the address too long ago.
            fixture.time.advance(seconds: 7200)
            let model = Self.model(screens, .modifySignature, told)
            await model.start()
            try #require(model.step == .mail && model.lead == screens.words("approval.mailNote"))
            screens.phone.faults.isOffline = true
            await model.mailCode()
            #expect(model.step == .mail && model.notice == Notice("No connection.", kind: .bad, isRetryable: true))
            screens.phone.faults.isOffline = false
            let mails = try fixture.server.mails(to: "anna@example.org").count
            await model.retry()
            try #require(model.step == .code)
            try await until("the mail") { try fixture.server.mails(to: "anna@example.org").count > mails }
            let code = try await fixture.code(to: "anna@example.org")
            model.mailedCode.value = code == "000000" ? "000001" : "000000"
            await model.approve()
            #expect(model.mailedCode.error != nil && told.approvals.isEmpty)
            model.mailedCode.value = code
            await model.approve()
            #expect(told.approvals.count == 1 && told.approvals[0] != nil)
        }
    }

    @Test func withoutAConnectionRetryBegins() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let (screens, told) = (try Screens(fixture, try await fixture.enrolledPhone()), Told())
            // A session that has just proved the address needs no approval for codes.
            fixture.time.advance(seconds: 7200)
            screens.phone.faults.isOffline = true
            let model = Self.model(screens, .recoveryCodes, told)
            await model.start()
            #expect(model.step == .loading && model.notice?.isRetryable == true)
            screens.phone.faults.isOffline = false
            await model.retry()
            #expect(model.step == .pad && model.notice == nil)
        }
    }
}
