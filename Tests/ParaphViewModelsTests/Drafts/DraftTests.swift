import Foundation
import ParaphInk
import ParaphPDF
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

/// What is drawn or typed and not sent, where the system ends the app: each new model here is of a process that knows nothing of the one before.
@MainActor @Suite struct DraftTests {
    private static let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-drafts-\(UUID().uuidString)")

    /// A place for drafts, and what makes an app anew.
    private static func run(
        _ body: @MainActor @Sendable (ClientFixture, Phone, @MainActor () throws -> Screens) async throws -> Void
    ) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let phone = try fixture.phone()
            let folder = folder.appending(path: UUID().uuidString)
            try await body(fixture, phone) {
                try Screens(fixture, phone, drafts: Drafts(in: folder, secrets: phone.secrets))
            }
            try? FileManager.default.removeItem(at: folder)
        }
    }

    @Test func aFormThatWasBegunIsThereAgain() async throws {
        try await Self.run { @MainActor fixture, phone, start async throws in
            let first = RegistrationModel(try start().context)
            await first.load()
            await first.keepDraft()
            try start().fill(first)
            first.form.phoneNumber.value = "+43 660 1234567"
            first.form.birthday = Date(timeIntervalSince1970: 500_000_000)
            first.form.sex = .female
            first.form.photo = Content(mediaType: "image/png", bytes: Picture.png.bytes)
            await first.keepDraft()

            let screens = try start()
            let model = RegistrationModel(screens.context)
            await model.load()
            #expect(model.email.value == "anna@example.org" && model.form.userName.value == "Anna Petrova")
            #expect(model.form.phoneNumber.value == "+43 660 1234567" && model.form.birthday == first.form.birthday)
            #expect(model.form.sex == .female && model.form.photo?.bytes == Picture.png.bytes && model.form.hasMore)
            // Nobody agrees for the person.
            #expect(!model.isAgreed && model.step == .form)
            model.isAgreed = true
            await model.submit()
            model.code.value = try await fixture.code(to: "anna@example.org")
            await model.confirm()
            try #require(model.step == .draw)
            let after = RegistrationModel(try start().context)
            await after.load()
            #expect(after.email.value.isEmpty && after.form.userName.value.isEmpty)
        }
    }

    @Test func editsOfAProfileAreThereAgainUntilTheyAreSaved() async throws {
        try await Self.run { @MainActor fixture, phone, start async throws in
            try await fixture.register(phone)
            let first = ProfileModel(try start().context)
            await first.load()
            let name = first.form.userName.value
            await first.keepDraft()
            first.form.companyName.value = "North Bank"
            first.form.userName.value = "Anna P."
            await first.keepDraft()

            let model = ProfileModel(try start().context)
            await model.load()
            #expect(model.form.companyName.value == "North Bank" && model.form.userName.value == "Anna P.")
            await model.save()
            #expect(model.notice?.kind == .good)
            model.form.userName.value = name
            await model.keepDraft()
            // What is as it was is no draft.
            model.form.userName.value = "Anna P."
            await model.keepDraft()
            let account = try await phone.client.account.person().profile
            #expect(account.companyName == "North Bank" && account.userName == "Anna P.")
            _ = try await phone.client.account.update(PersonUpdate(profile: Profile(userName: "Anna")))
            let after = ProfileModel(try start().context)
            await after.load()
            #expect(after.form.userName.value == "Anna" && after.form.companyName.value.isEmpty)
        }
    }

    @Test func drawingsAreThereAgainAndCount() async throws {
        try await Self.run { @MainActor fixture, phone, start async throws in
            try await fixture.register(phone)
            let screens = try start()
            let first = EnrolmentModel(screens.context)
            for number in 0..<4 {
                screens.sign(number, on: first.pad)
                await first.advance()
            }
            first.pad.pen = .black
            screens.sign(4, on: first.pad)
            let strokes = first.pad.strokes.count
            await first.keepDraft()

            let model = EnrolmentModel(try start().context)
            await model.restoreDraft()
            #expect(model.slots.count { $0.sample != nil } == 4 && model.current == 4 && model.missing.count == 6)
            #expect(model.pad.strokes.count == strokes && model.pad.pen == .black)
            // The hand goes on with a clock of its own.
            model.pad.begin(.finger, at: 5)
            model.pad.add(.init(x: 1, y: 1, time: 5))
            model.pad.end()
            let times = model.pad.strokes.flatMap { $0.points.map(\.time) }
            #expect(times == times.sorted() && model.pad.strokes.count == strokes + 1)
            model.pad.undo()
            await model.advance()
            await screens.drawAll(model, from: 5)
            #expect(model.result?.status == .created)
            let after = EnrolmentModel(try start().context)
            await after.restoreDraft()
            #expect(after.missing.count == 10 && after.pad.isEmpty)
        }
    }

    @Test func startingOverAndSigningOutEraseThem() async throws {
        try await Self.run { @MainActor fixture, phone, start async throws in
            try await fixture.register(phone)
            let screens = try start()
            let first = EnrolmentModel(screens.context)
            screens.sign(1, on: first.pad)
            await first.keepDraft()
            first.startOver()
            try await until("the draft is gone") {
                let model = EnrolmentModel(try start().context)
                await model.restoreDraft()
                return model.pad.isEmpty
            }
            screens.sign(1, on: first.pad)
            await first.keepDraft()
            // Another person finds nothing of it, and neither does the same one.
            let anna = phone.secrets.read("drafts/key")
            await StartModel(screens.context).signOut()
            #expect(anna != nil && phone.secrets.read("drafts/key") == nil)
            try await fixture.register(phone, "boris@example.org")
            let other = EnrolmentModel(try start().context)
            await other.restoreDraft()
            #expect(other.pad.isEmpty && other.missing.count == 10)
        }
    }

    // MARK: Documents

    private static let form = [
        "<</T(city)/FT/Tx/Subtype/Widget/Rect[100 600 300 630]/P 3 0 R/DA(/Helv 10 Tf 0 g)/TU(Town)>>"
    ]
    private static let catalog = "/AcroForm<</Fields[10 0 R]/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>"

    /// A document with a field, on the device.
    private static func read(_ body: @MainActor @Sendable (Reading, @MainActor () throws -> AppContext) async throws -> Void) async throws {
        try await Reading.run { @MainActor reading async throws in
            try reading.put(FilesFixture.pdf(catalog: catalog, page: "/Annots[10 0 R]", more: form))
            let (screens, folder) = (reading.screens, reading.folder.appending(path: "Drafts"))
            try await body(reading) {
                try Screens(screens.fixture, screens.phone, drafts: Drafts(in: folder, secrets: screens.phone.secrets)).context
            }
        }
    }

    private static func viewer(_ reading: Reading, _ context: AppContext) async -> ViewerModel {
        let viewer = ViewerModel(context, .device("Lease.pdf"), places: reading.places)
        await viewer.load()
        return viewer
    }

    @Test func whatWasFilledInAndPlacedIsThereAgainAndIsSaved() async throws {
        try await Self.read { @MainActor reading, start async throws in
            let first = await Self.viewer(reading, try start())
            first.form?.fields.first?.value = "Vienna"
            let signing = try #require(first.signing)
            await signing.begin()
            await signing.choose(page: 0, x: 300, y: 400)
            try await reading.draw(signing)
            await signing.setPhoto(Picture.jpeg)
            signing.move(byX: 12, y: -30)
            let box = try #require(signing.placed?.box)
            await first.keepDraft()

            reading.faults.isOffline = true
            let offline = await Self.viewer(reading, try start())
            #expect(offline.form?.fields.first?.value == "Vienna" && offline.signing == nil)
            await offline.keepDraft()
            reading.faults.isOffline = false
            let viewer = await Self.viewer(reading, try start())
            #expect(viewer.form?.fields.first?.value == "Vienna" && viewer.isUnsaved)
            let again = try #require(viewer.signing)
            #expect(again.placed?.box == box && again.placed?.photo == Picture.jpeg && again.step == .placed)
            #expect(again.notice?.text.hasPrefix("Your signature is still here and is not saved yet.") == true)
            await again.save()
            #expect(viewer.signedText?.hasPrefix("Signed.") == true && viewer.verdict?.verdict.value?.title == "Unchanged · 1 signature")
            let after = await Self.viewer(reading, try start())
            #expect(!after.isUnsaved && after.form?.hasDrafts != true && after.form?.fields.first?.value == "Vienna")
        }
    }

    @Test func aDrawingThatWentOutIsNoDraft() async throws {
        try await Self.read { @MainActor reading, start async throws in
            let first = await Self.viewer(reading, try start())
            let signing = try #require(first.signing)
            await signing.begin()
            await signing.choose(page: 0, x: 300, y: 400)
            let pad = try #require(signing.signing)
            reading.screens.sign(41, on: pad.pad)
            // A call that the server certainly has not seen.
            reading.faults.plan(.answer(400, retryAfter: nil, problem: .malformed), "POST", within: "/challenges/")
            await pad.send()
            await first.keepDraft()
            let unsent = await Self.viewer(reading, try start())
            #expect(unsent.signing?.step == .pad)
            reading.faults.plan(.lostAnswer, "POST", within: "/challenges/")
            await pad.send()
            #expect(pad.notice?.isRetryable == true && !pad.pad.isEmpty)
            let after = await Self.viewer(reading, try start())
            #expect(after.signing?.step == .idle, "what was kept before is erased as it goes out")
            await first.keepDraft()
            let later = await Self.viewer(reading, try start())
            #expect(later.signing?.step == .idle)
        }
    }

    @Test func whatLiesOnThePadIsThereAgainAndIsForTheSameDocumentOnly() async throws {
        try await Self.read { @MainActor reading, start async throws in
            let first = await Self.viewer(reading, try start())
            let signing = try #require(first.signing)
            await signing.begin()
            await signing.choose(page: 0, x: 300, y: 400)
            reading.screens.sign(41, on: try #require(signing.signing).pad)
            await first.keepDraft()

            let viewer = await Self.viewer(reading, try start())
            let again = try #require(viewer.signing)
            try #require(again.step == .pad)
            let pad = try #require(again.signing)
            #expect(!pad.pad.isEmpty && !pad.purpose.isEmpty)
            await pad.send()
            #expect(again.step == .placed)
            again.remove()
            await viewer.keepDraft()
            let after = await Self.viewer(reading, try start())
            #expect(after.signing?.step == .idle)

            await signing.cancel()
            try reading.put(FilesFixture.pdf())
            let other = await Self.viewer(reading, try start())
            #expect(other.signing?.step == .idle)
        }
    }
}
