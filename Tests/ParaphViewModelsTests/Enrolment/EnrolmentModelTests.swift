import Foundation
import ParaphInk
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct EnrolmentModelTests {
    /// A person who is registered and has no signature yet.
    private static func run(_ body: @MainActor @Sendable (Screens, EnrolmentModel) async throws -> Void) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            try await fixture.register(screens.phone)
            try await body(screens, EnrolmentModel(screens.context))
        }
    }

    @Test func tenDrawingsMakeASignature() async throws {
        try await Self.run { screens, model in
            #expect(model.slots.count == 10 && model.title == "Signature 1 of 10" && model.hint == "Sign as you usually do.")
            #expect(model.primaryLabel == "Next" && !model.isPrimaryEnabled)
            await model.advance()
            #expect(model.notice == Notice("Sign first."))
            for number in 0..<10 {
                #expect(model.current == number)
                screens.sign(number, on: model.pad)
                #expect(model.isPrimaryEnabled && model.primaryLabel == (number == 9 ? "Create signature" : "Next"))
                await model.advance()
            }
            #expect(model.result?.status == .created && model.counted.count == model.result?.accepted.count)
            #expect(model.pad.isLocked && !model.isPrimaryEnabled)
            #expect(await screens.phone.client.signIn.current?.isEnrolled == true)
        }
    }

    @Test func eachDrawingCanBeGivenAgain() async throws {
        try await Self.run { screens, model in
            screens.sign(0, on: model.pad)
            await model.advance()
            screens.sign(1, on: model.pad)
            #expect(!model.isChoosable(4) && model.isChoosable(0))
            model.choose(0)
            #expect(model.current == 0 && model.slots[1].state == .given && model.pad.isEmpty)
            #expect(model.hint == "Sign again to replace this one." && model.primaryLabel == "Keep it")
            let before = model.slots[0].drawing
            screens.sign(5, on: model.pad)
            #expect(model.primaryLabel == "Replace")
            await model.advance()
            #expect(model.slots[0].drawing != before && model.current == 2)
            #expect(model.label(of: 0) == "Signature 1, done. Tap to redo it.")
            #expect(model.label(of: 2) == "Signature 3, not drawn yet")
            model.startOver()
            #expect(model.missing.count == 10 && model.current == 0)
        }
    }

    @Test func whatIsNoSignatureIsRefusedAsSoonAsItIsDrawn() async throws {
        try await Self.run { screens, model in
            screens.sign(0, on: model.pad)
            await model.advance()
            screens.draw(try Sample(decoding: screens.phone.dot), on: model.pad)
            await model.advance()
            for check in model.checks { await check.value }
            guard case .refused(let reason) = model.slots[1].state else { return #expect(Bool(false), "the dot was taken") }
            #expect(reason == .dot && model.current == 1 && model.slots[1].drawing != nil && model.slots[1].sample == nil)
            #expect(model.notice?.text == "Signature 2 cannot be used. A dot is not enough: sign your name.")
            #expect(model.label(of: 1) == "Signature 2, please redo it")
            await screens.drawAll(model, from: 1)
            #expect(model.result?.status == .created)
        }
    }

    @Test func oneToNineMoreAreAskedForWhereSomeDiffer() async throws {
        try await Self.run { screens, model in
            for number in 0..<10 {
                if number < 5 {
                    screens.sign(number, on: model.pad)
                } else {
                    screens.draw(screens.phone.signer.forgery(number, kind: .random), on: model.pad)
                }
                await model.advance()
            }
            #expect(model.result == nil && (1...9).contains(model.missing.count))
            #expect(model.title == "Again: 1 of \(model.missing.count)" && model.notice?.kind == .warning)
            #expect(model.notice?.text.contains("as you usually do") == true)
            let submitted = try #require(model.slots.firstIndex { $0.isSubmitted })
            #expect(!model.isChoosable(submitted))
            #expect(model.slots.contains { $0.state == .doubted })
            var rounds = 0
            while model.result == nil, rounds < 6 {
                rounds += 1
                await screens.drawAll(model, from: 20 + rounds * 10)
            }
            #expect(model.result?.status == .created && model.slots.count <= 30)
        }
    }

    @Test func withoutAConnectionTheDrawingsStay() async throws {
        try await Self.run { screens, model in
            for number in 0..<9 {
                screens.sign(number, on: model.pad)
                await model.advance()
            }
            screens.phone.faults.isOffline = true
            screens.sign(9, on: model.pad)
            await model.advance()
            #expect(model.notice == Notice("No connection. Your signatures are still here.", kind: .bad, isRetryable: true))
            #expect(model.missing.isEmpty && model.result == nil && !model.pad.isLocked)
            screens.phone.faults.isOffline = false
            await model.retry()
            #expect(model.result?.status == .created && model.notice == nil)
        }
    }

    @Test func aLostAnswerSaysThatItMayBeDone() async throws {
        try await Self.run { screens, model in
            screens.phone.faults.plan(.lostAnswer, "POST", "/v1/me/enrolments")
            await screens.drawAll(model)
            #expect(model.result == nil && model.notice?.text.hasPrefix(screens.words("app.outcomeUnknown")) == true)
        }
    }

    @Test func anotherSignatureNeedsAnApproval() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            fixture.time.advance(seconds: 3600)
            let model = EnrolmentModel(screens.context)
            await screens.drawAll(model, from: 30)
            #expect(model.result == nil && model.needsApproval)
            model.approval = try await screens.phone.approval(.modifySignature, drawing: 1)
            await model.retry()
            #expect(model.result?.status == .created && !model.needsApproval)
        }
    }

    @Test func warningsAreSaidInWords() async throws {
        try await Self.run { _, model in
            #expect(model.warning == nil)
            model.result = EnrolmentResult(
                id: "1",
                status: .created,
                countModel: 10,
                countExist: 10,
                countRequired: 0,
                countIncorrect: 0,
                accepted: [],
                rejected: [],
                warnings: [Open(.easyToForge), Open(rawValue: "ofALaterServer")]
            )
            #expect(model.warning == Notice(model.words("script.warning.easyToForge"), kind: .warning))
        }
    }
}
