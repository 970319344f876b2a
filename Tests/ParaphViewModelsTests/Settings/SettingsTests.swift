import Foundation
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct SettingsTests {
    /// Approves what a screen asks for, by a signature.
    static func approve(_ reading: Reading, _ screen: any ApprovingScreen, _ number: Int = 45) async throws {
        let signing = try #require(screen.approval?.signing)
        reading.screens.sign(number, on: signing.pad)
        await signing.send()
        // A drawing that is refused would be waited for in vain.
        try #require(signing.answer?.outcome == .accepted)
        try await until("the approval") { screen.approval == nil && !screen.isBusy }
    }

    /// A session that has just proved the address needs no approval for some acts.
    private static func run(_ body: @MainActor @Sendable (Reading) async throws -> Void) async throws {
        try await Reading.run { reading in
            reading.screens.fixture.time.advance(seconds: 7200)
            try await body(reading)
        }
    }

    @Test func theProfileIsSaved() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = ProfileModel(reading.screens.context)
            reading.faults.isOffline = true
            await model.load()
            guard case .failed = model.email else { return #expect(Bool(false), "a profile came from nowhere") }
            reading.faults.isOffline = false
            await model.retry()
            #expect(model.email.value == "anna@example.org" && model.form.userName.value == "Anna Petrova" && model.notice == nil)
            #expect(model.emailNote.hasPrefix("We know your account by this address, so it cannot be changed."))
            model.form.companyName.value = "Vogel"
            model.form.phoneNumber.value = "12"
            await model.save()
            #expect(model.form.phoneNumber.error != nil && model.notice == nil)
            model.form.phoneNumber.value = "+43 660 1234567"
            model.form.username.value = "anna.p"
            reading.faults.isOffline = true
            await model.save()
            #expect(model.notice == Notice("No connection. What you entered is still here.", kind: .bad, isRetryable: true))
            reading.faults.isOffline = false
            await model.retry()
            #expect(model.notice == Notice("Saved.", kind: .good) && model.form.phoneNumber.value == "+436601234567")
            let person = try await reading.client.account.person()
            #expect(person.profile.companyName == "Vogel" && person.username == "anna.p")
        }
    }

    @Test func anotherUsernameTakesAnApproval() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = ProfileModel(reading.screens.context)
            await model.load()
            model.form.username.value = "anna.p"
            await model.save()
            model.form.username.value = "petrova"
            await model.save()
            #expect(model.approval != nil)
            await model.cancelApproval()
            #expect(try await reading.client.account.person().username == "anna.p")
            await model.save()
            try await Self.approve(reading, model)
            #expect(model.notice?.kind == .good)
            #expect(try await reading.client.account.person().username == "petrova")
        }
    }

    @Test func thePictureIsKeptAtOnce() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = ProfileModel(reading.screens.context)
            await model.load()
            await model.setPhoto(Content(mediaType: "image/png", bytes: Picture.png.bytes))
            #expect(model.notice?.kind == .good && model.form.photo != nil)
            let settings = SettingsModel(reading.screens.context)
            await settings.load()
            #expect(settings.owner.value?.photo != nil && settings.owner.value?.email == "anna@example.org")
            #expect(SettingsModel.Item.allCases.map(settings.label).prefix(3) == ["Profile", "Requests", "My signature"])
            await model.setPhoto(nil)
            #expect(try await reading.client.account.photo() == nil)
        }
    }

    @Test func recoveryCodesAreShownOnceAndStored() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = RecoveryCodesModel(reading.screens.context, host: "sign.example.org")
            await model.load()
            #expect(model.left.value == "You have no codes yet." && model.leave())
            await model.renew()
            try await Self.approve(reading, model)
            let codes = try #require(model.codes)
            #expect(model.left.value == "\(codes.count) codes are left.")
            #expect(model.storedText?.hasPrefix("Paraph recovery codes for sign.example.org\n\n\(codes[0])") == true)
            #expect(!model.leave() && model.notice?.text == "Save, print or copy your codes first. They will not be shown again.")
            model.isStored = true
            #expect(model.notice == nil && model.leave() && model.codes == nil && model.storedText == nil)
        }
    }

    @Test func theConsentIsWithdrawnAndGivenAgain() async throws {
        try await Self.run { @MainActor reading async throws in
            var isGiven = false
            let model = PrivacyModel(reading.screens.context) { isGiven = true }
            await model.load()
            let before = try #require(model.contents.value)
            #expect(before.givenAt != nil && before.versionLine != nil && before.place == nil && model.consentText == "You agreed")
            #expect(model.withdrawQuestion.title == "Withdraw your consent?")
            let codes = try #require(
                try await reading.client.account.renewRecoveryCodes(approval: reading.screens.phone.approval(.recoveryCodes, drawing: 7))
                    .codes
            )
            await model.withdrawConsent()
            try await Self.approve(reading, model)
            #expect(model.contents.value?.givenAt == nil && model.consentText?.hasPrefix("You have not agreed") == true)
            await model.giveConsent()
            let approval = try #require(model.approval)
            try #require(approval.step == .recovery)
            approval.recoveryCode.value = codes[0]
            await approval.approve()
            try await until("the consent") { isGiven }
            #expect(model.contents.value?.givenAt != nil)
        }
    }

    @Test func placeAndPhotoAreToldNoMore() async throws {
        try await Self.run { @MainActor reading async throws in
            try await reading.client.account.allowCircumstances()
            let model = PrivacyModel(reading.screens.context)
            await model.load()
            #expect(model.contents.value?.isTold == true)
            await model.stopCircumstances()
            #expect(
                model.contents.value?.isTold == false && model.circumstancesText == "Off. You can switch it on when you sign a document."
            )
        }
    }

    @Test func allDataIsFetchedInOneFile() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = PrivacyModel(reading.screens.context)
            let file = reading.folder.appending(path: "paraph.json")
            await model.export(to: file)
            try await Self.approve(reading, model)
            #expect(model.exported == file && model.notice == nil)
            let data = try Data(contentsOf: file)
            #expect(try JSONSerialization.jsonObject(with: data) is [String: Any])
            #expect(String(decoding: data, as: UTF8.self).contains("anna@example.org"))
        }
    }

    @Test func theAccountIsDeletedByAWordAndASignature() async throws {
        try await Self.run { @MainActor reading async throws in
            try reading.put(FilesFixture.pdf())
            let file = try await reading.client.files.upload(MemorySource(FilesFixture.pdf()), named: "Lease.pdf")
            _ = try await reading.screens.fixture.enrolledPhone("boris@example.org", seed: 9)
            _ = try await reading.client.files.invite("boris@example.org", to: file.id)
            var isDeleted = false
            let model = DeleteAccountModel(reading.screens.context, places: reading.places) { isDeleted = true }
            await model.load()
            #expect(model.filesText == "1 document in Files is deleted too. Others lose them with you: boris@example.org.")
            await model.delete()
            #expect(model.approval == nil && !model.isEnabled)
            model.typed = " delete "
            #expect(model.isEnabled)
            await model.delete()
            try await Self.approve(reading, model)
            try await until("the end of the account") { isDeleted }
            #expect(try await reading.documents.list().map(\.name) == ["Lease.pdf"])
            await #expect(throws: ClientError(.notSignedIn, "")) { try await reading.client.account.person() }
        }
    }

    @Test func whatGoesIsSaidWhereItCannotBeCounted() async throws {
        try await Self.run { @MainActor reading async throws in
            reading.faults.isOffline = true
            let model = DeleteAccountModel(reading.screens.context, places: reading.places)
            await model.load()
            #expect(model.filesText?.hasPrefix("What you keep in Files is deleted too.") == true)
        }
    }

    @Test func lettersSpeakTheLanguageThatIsChosen() async throws {
        try await Self.run { @MainActor reading async throws in
            var chosen: Words.Language?
            let model = LanguageModel(reading.screens.context) { chosen = $0 }
            #expect(model.chosen == .en && model.label(of: .fr) == "Français")
            await model.choose(.fr)
            #expect(chosen == .fr && model.chosen == .fr)
            #expect(try await reading.client.account.person().language == "fr")
        }
    }

    @Test func theSignatureIsChanged() async throws {
        try await Self.run { @MainActor reading async throws in
            let model = SignatureModel(reading.screens.context)
            await model.load()
            let facts = try #require(model.facts.value)
            #expect(facts.createdAt != nil && facts.samples != nil && facts.strength != nil && model.title == "My signature")
            await model.modify()
            try await Self.approve(reading, model)
            let enrolment = try #require(model.enrolment)
            #expect(enrolment.approval != nil)
            enrolment.cancel()
            #expect(model.enrolment == nil && !model.isChanged)
            await model.modify()
            try await Self.approve(reading, model, 46)
            let again = try #require(model.enrolment)
            // What fits less than the others is asked for again.
            for first in [30, 60, 80] where !model.isChanged { await reading.screens.drawAll(again, from: first) }
            try #require(model.isChanged, "\(again.notice?.text ?? "more is asked")")
            #expect(model.title == "Signature changed")
        }
    }
}
