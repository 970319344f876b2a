import Foundation
import ParaphInk
import ParaphVerification
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct SignInModelTests {
    /// A person whose session is over, on their own device.
    private static func run(_ body: @MainActor @Sendable (Screens, SignInModel) async throws -> Void) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            try await screens.phone.client.signIn.end()
            try await body(screens, SignInModel(screens.context))
        }
    }

    /// As far as the pad.
    private static func pad(_ model: SignInModel) async throws -> SigningModel {
        await model.load()
        await model.identify()
        try #require(model.step == .pad && model.notice == nil)
        return try #require(model.signing)
    }

    private static func forge(_ screens: Screens, _ number: Int, _ signing: SigningModel) async {
        screens.draw(screens.phone.signer.forgery(number, kind: .random), on: signing.pad)
        await signing.send()
    }

    @Test func aPersonSignsInByTheirSignature() async throws {
        try await Self.run { screens, model in
            #expect(model.title == "Sign in" && model.step == .who)
            let signing = try await Self.pad(model)
            #expect(model.identifier.value == "anna@example.org" && signing.purpose == "Sign in to localhost:8080")
            #expect(!signing.isPrimaryEnabled(at: screens.context.now()) && signing.primaryLabel == "Sign in")
            screens.sign(31, on: signing.pad)
            #expect(signing.isPrimaryEnabled(at: screens.context.now()))
            await signing.send()
            #expect(signing.answer?.outcome == .accepted && signing.answer?.title.hasPrefix("Verified: 0.") == true)
            #expect(await screens.phone.client.signIn.current?.isEnrolled == true)
        }
    }

    @Test func fiveTriesAndThenItIsDenied() async throws {
        try await Self.run { screens, model in
            let signing = try await Self.pad(model)
            for number in 1...5 {
                await Self.forge(screens, number, signing)
                let answer = try #require(signing.answer)
                #expect(answer.title == "Does not look like your signature" && answer.similarity != nil && signing.pad.isEmpty)
                guard number < 5 else { break }
                #expect(answer.outcome == .refused && answer.texts.last == (number == 4 ? "1 try left." : "\(5 - number) tries left."))
                #expect(!answer.reasons.isEmpty)
                await signing.again()
                #expect(signing.answer == nil)
            }
            let denied = try #require(signing.answer)
            #expect(denied.outcome == .denied && denied.offersOtherWays)
            #expect(denied.texts.last?.hasPrefix("Five tries were refused. You are not signed in.") == true)
            #expect(await screens.phone.client.signIn.current == nil)
            // The server says how long the next one has to wait.
            await signing.again()
            #expect(signing.answer == nil)
            screens.sign(32, on: signing.pad)
            let now = screens.context.now()
            #expect(signing.waitLabel(at: now)?.hasPrefix("Wait 0:") == true && !signing.isPrimaryEnabled(at: now))
            await signing.send()
            #expect(signing.answer == nil)
            fixtureTime(screens).advance(seconds: 31)
            #expect(signing.waitLabel(at: screens.context.now()) == nil)
            await signing.send()
            #expect(signing.answer?.outcome == .accepted)
        }
    }

    private func fixtureTime(_ screens: Screens) -> ManualTime { screens.fixture.time }

    @Test func whatIsNoSignatureCostsNoTry() async throws {
        try await Self.run { screens, model in
            let signing = try await Self.pad(model)
            screens.draw(try Sample(decoding: screens.phone.dot), on: signing.pad)
            await signing.send()
            let answer = try #require(signing.answer)
            #expect(answer.outcome == .refused && answer.similarity == nil && answer.title == "This is not a signature yet")
            #expect(answer.texts == ["It did not cost a try. 5 tries left."])
            #expect(answer.reasons == ["A dot is not enough: sign your name."] && !answer.offersOtherWays)
        }
    }

    @Test func withoutAConnectionTheDrawingStaysAndRetrySendsIt() async throws {
        try await Self.run { screens, model in
            await model.load()
            screens.phone.faults.isOffline = true
            await model.identify()
            #expect(model.step == .who && model.notice == Notice("No connection.", kind: .bad, isRetryable: true))
            screens.phone.faults.isOffline = false
            await model.retry()
            let signing = try #require(model.signing)
            screens.sign(33, on: signing.pad)
            screens.phone.faults.isOffline = true
            await signing.send()
            #expect(signing.notice?.text == "No connection. Your signature is still here." && signing.notice?.isRetryable == true)
            #expect(!signing.pad.isEmpty && signing.answer == nil)
            screens.phone.faults.isOffline = false
            await signing.retry()
            #expect(signing.answer?.outcome == .accepted)
        }
    }

    @Test func aLostAnswerAsksForAnotherDrawing() async throws {
        try await Self.run { screens, model in
            let signing = try await Self.pad(model)
            screens.phone.faults.plan(.lostAnswer, "POST", "/answers")
            screens.sign(34, on: signing.pad)
            await signing.send()
            #expect(signing.notice?.isRetryable == true && !signing.pad.isEmpty)
            await signing.retry()
            #expect(signing.notice?.text == screens.words("script.sign.unanswered") && signing.pad.isEmpty)
            screens.sign(35, on: signing.pad)
            await signing.send()
            #expect(signing.answer?.outcome == .accepted)
        }
    }

    @Test func aChallengeThatIsOverIsAskedForAgain() async throws {
        try await Self.run { screens, model in
            let signing = try await Self.pad(model)
            screens.sign(36, on: signing.pad)
            fixtureTime(screens).advance(seconds: 3600)
            await signing.send()
            #expect(signing.notice?.text == screens.words("script.sign.renewed") && !signing.pad.isEmpty)
            await signing.send()
            #expect(signing.answer?.outcome == .accepted)
        }
    }

    @Test func whatIsTypedIsChecked() async throws {
        try await Self.run { screens, model in
            model.identifier.value = ""
            await model.identify()
            #expect(model.identifier.error == "Fill this in." && model.step == .who)
            model.identifier.value = "an"
            await model.identify()
            #expect(model.identifier.error == screens.words("signIn.identifierWrong"))
        }
    }

    // MARK: A device that the account does not know

    /// A second phone that asks for its owner's account, and the first one, signed in.
    private static func second(_ body: @MainActor @Sendable (Screens, SignInModel, Phone) async throws -> Void) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let known = try await fixture.enrolledPhone()
            let screens = try Screens(fixture, try fixture.phone("Anna’s iPad"))
            let model = SignInModel(screens.context)
            await model.load()
            model.identifier.value = "Anna@example.org"
            await model.identify()
            try #require(model.step == .device && model.pending?.code.count == 6)
            let link = try #require(model.pendingLink)
            #expect(link.absoluteString == "\(screens.context.client.documents.serverAddress)/devices/requests/\(model.pending?.id ?? "")")
            try await body(screens, model, known)
        }
    }

    @Test func anotherDeviceLetsThisOneIn() async throws {
        try await Self.second { screens, model, known in
            #expect(model.title == "New device" && model.lead == screens.words("device.newWhy"))
            await model.look()
            #expect(model.step == .device && model.notice == nil)
            let request = try #require(model.pending)
            let approval = try await known.approval(.addDevice, subject: request.id, drawing: 1)
            _ = try await known.client.devices.approve(request.id, code: request.code, approval: approval)
            // The app was closed meanwhile.
            let restarted = try screens.phone.restarted(screens.fixture)
            let again = SignInModel(try Screens(screens.fixture, restarted).context)
            await again.load()
            #expect(again.step == .device && again.pending?.id == request.id)
            await again.look()
            #expect(again.pending == nil)
            #expect(try await restarted.client.signIn.knownIdentifiers() == ["anna@example.org"])
        }
    }

    @Test func aRefusedDeviceIsTold() async throws {
        try await Self.second { screens, model, known in
            try await known.client.devices.decline(try #require(model.pending).id)
            await model.look()
            #expect(model.step == .who && model.notice == Notice(screens.words("script.device.declined"), kind: .warning))
        }
    }

    @Test func withoutAConnectionItGoesOnLooking() async throws {
        try await Self.second { screens, model, _ in
            screens.phone.faults.isOffline = true
            await model.look()
            #expect(model.step == .device && model.notice?.text == "No connection.")
            screens.phone.faults.isOffline = false
            await model.look()
            #expect(model.notice == nil && model.pending != nil)
            await model.startOver()
            #expect(model.step == .who && model.pending == nil && model.identifier.value == "Anna@example.org")
            let waiting = try await screens.phone.client.devices.pending()
            #expect(waiting.isEmpty)
        }
    }

    @Test func aRecoveryCodeLetsANewDeviceIn() async throws {
        try await Self.second { screens, model, known in
            let approval = try await known.approval(.recoveryCodes, drawing: 2)
            let codes = try #require(try await known.client.account.renewRecoveryCodes(approval: approval).codes)
            model.useRecoveryCode()
            #expect(model.step == .recovery && model.title == "Recovery code")
            await model.recover()
            #expect(model.recoveryCode.error == "Fill this in.")
            model.recoveryCode.value = "AAAA-BBBB-CCCC"
            await model.recover()
            #expect(model.recoveryCode.error == screens.words("recovery.wrong") && model.step == .recovery)
            model.leaveRecovery()
            #expect(model.step == .device)
            model.useRecoveryCode()
            model.recoveryCode.value = codes[0]
            await model.recover()
            #expect(await screens.phone.client.signIn.current != nil)
            #expect(model.pending == nil)
        }
    }

    @Test func aRecoveryCodeSignsInOnAKnownDeviceAfterADenial() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            let approval = try await screens.phone.approval(.recoveryCodes, drawing: 3)
            let codes = try #require(try await screens.phone.client.account.renewRecoveryCodes(approval: approval).codes)
            try await screens.phone.client.signIn.end()
            let model = SignInModel(screens.context)
            let signing = try await Self.pad(model)
            #expect(signing.otherWays == [.recoveryCode])
            model.useRecoveryCode()
            model.recoveryCode.value = codes[0]
            await model.recover()
            #expect(await screens.phone.client.signIn.current != nil)
        }
    }
}
