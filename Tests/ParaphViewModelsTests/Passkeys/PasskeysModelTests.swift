import Foundation
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

/// The system's sheet, with an authenticator in software behind it.
private final class SoftMaker: PasskeyMaker {
    var refusal: PasskeyRefusal?
    var authenticator = SoftAuthenticator()
    private(set) var asked: [PasskeyCreation] = []

    func make(_ wanted: PasskeyCreation) async throws -> MadePasskey {
        asked.append(wanted)
        if let refusal { throw refusal }
        let made = try authenticator.create(challenge: wanted.challenge.text)
        return MadePasskey(clientDataJSON: made.clientDataJSON, attestationObject: made.attestationObject)
    }

    func answer(_ challenge: PasskeyChallenge) async throws -> PasskeyAnswer {
        if let refusal { throw refusal }
        let given = try authenticator.get(challenge: challenge.challenge.text)
        return PasskeyAnswer(
            challengeId: challenge.challengeId,
            credentialId: Base64URL(authenticator.credentialID),
            clientDataJSON: Base64URL(given.clientDataJSON),
            authenticatorData: Base64URL(given.authenticatorData),
            signature: Base64URL(given.signature),
            userHandle: asked.last?.userId
        )
    }
}

@MainActor @Suite struct PasskeysModelTests {
    private static func run(_ body: @MainActor @Sendable (Reading, PasskeysModel, SoftMaker) async throws -> Void) async throws {
        try await Reading.run { @MainActor reading async throws in
            reading.screens.fixture.time.advance(seconds: 7200)
            let maker = SoftMaker()
            try await body(reading, PasskeysModel(reading.screens.context, deviceName: "Anna’s iPhone", maker: maker), maker)
        }
    }

    @Test func oneIsAddedNamedAndRemoved() async throws {
        try await Self.run { @MainActor reading, model, maker async throws in
            reading.faults.isOffline = true
            await model.load()
            #expect(model.notice?.isRetryable == true && model.rows.value == nil)
            reading.faults.isOffline = false
            await model.retry()
            #expect(model.rows.value == [] && model.isAddable)
            await model.add()
            #expect(maker.asked.isEmpty)
            try await SettingsTests.approve(reading, model)
            try await until("the passkey") { model.rows.value?.count == 1 && !model.isBusy }
            let row = try #require(model.rows.value?.first)
            #expect(row.name == "Anna’s iPhone" && row.usedAt == nil && row.notes.isEmpty && maker.asked.count == 1)
            #expect(row.question == "Remove Anna’s iPhone?" && row.consequence.hasPrefix("It stops working here."))
            await model.rename(row.id, to: "  ")
            await model.rename(row.id, to: " Key ring ")
            #expect(model.rows.value?.map(\.name) == ["Key ring"])
            await model.remove(row.id)
            await model.cancelApproval()
            #expect(try await reading.client.passkeys.list().count == 1)
            await model.remove(row.id)
            try await SettingsTests.approve(reading, model, 46)
            try await until("the list without it") { model.rows.value == [] }
        }
    }

    @Test func aPasskeySignsInOnADeviceThatIsNotKnownAndTheNameIsRememberedThere() async throws {
        try await Self.run { @MainActor reading, model, maker async throws in
            await model.load()
            await model.add()
            try await SettingsTests.approve(reading, model)
            try await until("the passkey") { model.rows.value?.count == 1 && !model.isBusy }
            let other = try reading.screens.fixture.phone()
            let context = try Screens(reading.screens.fixture, other).context
            #expect(SignInModel(context).passkeyLabel == nil)
            let signIn = SignInModel(context, passkeys: maker)
            #expect(signIn.passkeyLabel == "Use a passkey")
            maker.refusal = .cancelled
            await signIn.usePasskey()
            #expect(signIn.notice == Notice("The passkey was not used."))
            maker.refusal = nil
            await signIn.usePasskey()
            #expect(signIn.notice == nil)
            let email = try await other.client.account.person().email
            #expect(try await other.client.signIn.knownIdentifiers() == [email])
            // With its own key from then on.
            try await other.client.signIn.end()
            signIn.identifier.value = email
            await signIn.identify()
            #expect(signIn.step == .pad)
            // The passkey of nobody.
            maker.authenticator.credentialID = Array(repeating: 1, count: 32)
            await signIn.usePasskey()
            #expect(signIn.notice?.kind == .bad)
            #expect(try await other.client.signIn.knownIdentifiers() == [email])
        }
    }

    @Test func whatTheSystemRefusesIsSaid() async throws {
        try await Self.run { @MainActor reading, model, maker async throws in
            await model.load()
            maker.refusal = .cancelled
            await model.add()
            try await SettingsTests.approve(reading, model)
            try await until("what is said") { model.notice == Notice("The passkey was not used.") }
            maker.refusal = .known
            await model.add()
            try await SettingsTests.approve(reading, model, 46)
            try await until("what is said") { model.notice == Notice("This device already holds a passkey of yours.", kind: .bad) }
            #expect(model.rows.value == [])
        }
    }

    @Test func withoutAMakerNoneIsAdded() async throws {
        try await Self.run { @MainActor reading, _, _ async throws in
            let model = PasskeysModel(reading.screens.context, deviceName: "Phone", maker: nil)
            await model.load()
            await model.add()
            #expect(!model.isAddable && model.approval == nil && model.notice == nil)
        }
    }
}
