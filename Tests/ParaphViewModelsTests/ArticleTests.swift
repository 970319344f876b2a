import Foundation
import ParaphVerification
import StorageTestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

/// The code of the article, as it stands there.
@MainActor @Suite struct ArticleTests {
    @Test func theArticleDoesWhatItSays() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            let client = screens.phone.client
            var drawn = 0
            let draw = { (pad: PadModel) in
                screens.sign(drawn, on: pad)
                drawn += 1
            }
            let askForCode = { try await fixture.code(to: "anna@example.org") }

            let context = AppContext(client: client, words: Words(.preferred))
            let start = StartModel(context)
            let following = Task { await start.follow() }
            defer { following.cancel() }

            let registration = RegistrationModel(context)
            await registration.load()
            registration.email.value = "anna@example.org"
            registration.form.userName.value = "Anna Petrova"
            registration.isAgreed = true
            await registration.submit()
            registration.code.value = try await askForCode()
            await registration.confirm()
            let enrolment = registration.enrolment
            while enrolment.result == nil {
                draw(enrolment.pad)
                await enrolment.advance()
            }

            await start.signOut()
            let signIn = SignInModel(context)
            await signIn.load()
            await signIn.identify()
            if let signing = signIn.signing {
                draw(signing.pad)
                await signing.send()
            }
            #expect(signIn.signing?.answer?.outcome == .accepted)

            let reading = try await Reading(screens)
            try reading.put(FilesFixture.pdf())
            let (documents, store, copies) = (reading.documents, reading.places.store, reading.places.copies)
            let places = ViewerModel.Places(documents: documents, store: store, copies: copies)
            let viewer = ViewerModel(context, .device("Lease.pdf"), places: places)
            await viewer.load()
            let title = viewer.verdict?.verdict.value?.title ?? "unsigned"
            if let sealing = viewer.signing {
                await sealing.begin()
                await sealing.chooseMiddle(of: 0)
                if let pad = sealing.signing {
                    draw(pad.pad)
                    await pad.send()
                }
                await sealing.save()
            }
            #expect(title == "unsigned")
            #expect(viewer.verdict?.verdict.value?.state == .current)
            await reading.end()
        }
    }
}
