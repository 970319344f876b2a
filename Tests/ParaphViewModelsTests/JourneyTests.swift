import Foundation
import ParaphVerification
import ParaphWire
import ServerKit
import StorageTestSupport
import TestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels
@testable import WebUI

/// One way through the screens: register, ten signatures, sign in, sign a PDF, history; what they say is what the web app says.
@MainActor @Suite struct JourneyTests {
    private static let email = "anna@example.org"

    @Test(arguments: Words.Language.allCases) func fromTheFirstStartToTheHistory(_ language: Words.Language) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, language: language)
            let web = try Phrases(try #require(Language(rawValue: language.rawValue)))
            try await Self.register(screens, web)
            fixture.time.advance(seconds: 60)
            try await Self.signIn(screens, web)
            let reading = try await Reading(screens)
            let id = try await Self.sign(reading, web)
            try await Self.look(reading, web, id)
            await reading.end()
        }
    }

    private static func register(_ screens: Screens, _ web: Phrases) async throws {
        let start = StartModel(screens.context)
        let following = Task { await start.follow() }
        defer { following.cancel() }
        try await until("the start") { start.destination == .welcome(identifier: nil) }
        #expect(start.title == web["start.title"] && start.lead == web["start.what"])
        let model = RegistrationModel(screens.context)
        await model.load()
        #expect(model.title == web["register.title"] && model.email.label == web["field.email"])
        await model.submit()
        #expect(model.email.error == web["script.field.missing"] && model.consentError == web["register.consentMissing"])
        screens.fill(model, email: email)
        await model.submit()
        #expect(model.step == .code && model.title == web["register.codeTitle"])
        #expect(model.sentTo == web["script.register.codeSent", ["email": email]])
        model.code.value = try await screens.fixture.code(to: email)
        await model.confirm()
        let enrolment = model.enrolment
        #expect(enrolment.title == web["script.draw.title", ["number": "1", "total": "10"]] && enrolment.hint == web["script.draw.hint"])
        #expect(enrolment.primaryLabel == web["script.draw.next"])
        await enrolment.advance()
        #expect(enrolment.notice?.text == web["script.draw.signFirst"])
        await screens.drawAll(enrolment)
        #expect(model.step == .done && enrolment.result?.status == .created)
        try await until("the documents") { start.destination == .documents }
        await start.signOut()
        #expect(start.destination == .welcome(identifier: email))
    }

    private static func signIn(_ screens: Screens, _ web: Phrases) async throws {
        let model = SignInModel(screens.context)
        await model.load()
        #expect(model.title == web["signIn.title"] && model.lead == web["signIn.lead"] && model.identifier.value == email)
        await model.identify()
        let signing = try #require(model.signing)
        #expect(model.lead == web["sign.hint"] && signing.primaryLabel == web["sign.verb"])
        screens.draw(screens.phone.signer.forgery(1, kind: .random), on: signing.pad)
        await signing.send()
        #expect(signing.answer?.title == web["script.sign.differs"])
        #expect(signing.answer?.texts.last == web["script.sign.triesLeft", count: 4])
        await signing.again()
        screens.sign(31, on: signing.pad)
        await signing.send()
        let similarity = try #require(signing.answer?.similarity)
        #expect(signing.answer?.title == web["script.sign.matches", ["similarity": screens.words.similarity(similarity)]])
        #expect(await screens.phone.client.signIn.current != nil)
    }

    /// Signs a PDF of the device; gives the document's id.
    private static func sign(_ reading: Reading, _ web: Phrases) async throws -> String {
        let bytes = FilesFixture.pdf(
            page: "/Contents 10 0 R/Resources<</Font<</F 11 0 R>>>>",
            more: [
                "<</Length 37>>\nstream\nBT /F 12 Tf 100 700 Td (Lease) Tj ET  \nendstream",
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
            ]
        )
        try reading.put(bytes)
        let viewer = await reading.viewer()
        #expect(viewer.title == web["viewer.title"] && viewer.verdict == nil)
        let signing = try #require(viewer.signing)
        #expect(signing.beginLabel == web["script.signing.sign"] && signing.hint.isEmpty)
        await signing.begin()
        #expect(signing.hint == web["script.signing.choose"] && signing.middleLabel == web["script.signing.middle"])
        #expect(signing.places.map(\.label) == [web["script.signing.proposed"]])
        // The first signature lies on the text: it is said, and a free place is found.
        await signing.choose(page: 0, x: 115, y: 703)
        #expect(signing.signing?.primaryLabel == web["script.sign.document"])
        try await reading.draw(signing, 32)
        #expect(signing.hint == web["script.signing.adjust"] && signing.saveLabel == web["script.signing.save"])
        let warnings = ["textFirst", "hiddenFirst"].map { web["script.signing.background.\($0)"] }
        #expect(signing.warning.map { warnings.contains($0.text) && $0.canMoveAway && !$0.isRefused } == true)
        await signing.moveAway()
        #expect(signing.warning == nil && signing.step == .placed)
        await signing.save()
        #expect(viewer.signedText == web["script.signing.done"] && viewer.finishLabel == web["script.signing.finish"])
        let verdict = try #require(viewer.verdict?.verdict.value)
        #expect(verdict.title == "\(web["script.verdict.short"]) · \(web["script.documents.signatures", count: 1])")
        #expect(verdict.notes == [web["script.verdict.current"]] && viewer.verdict?.historyLabel == web["script.verdict.history"])
        // Nothing that is sealed is covered: a second one there is refused.
        let placed = try #require(try await reading.documents.list().first)
        #expect(!placed.isWaiting)
        return try #require(viewer.historyID)
    }

    /// The history is what the web app's page shows of it.
    private static func look(_ reading: Reading, _ web: Phrases, _ id: String) async throws {
        let model = HistoryModel(reading.screens.context, of: id)
        await model.load()
        let contents = try #require(model.contents.value)
        #expect(model.title == web["history.title"] && model.countText == web["history.signatures", count: 1])
        let request = TransportRequest(
            method: "GET",
            url: "\(reading.screens.fixture.address)/documents?documentid=\(id)",
            headers: ["Accept": "text/html", "Accept-Language": reading.words.language.rawValue],
            body: .nothing,
            patience: .seconds(30),
            onSent: nil
        )
        let answer = try await reading.screens.fixture.transport.send(request)
        let page = String(decoding: try await answer.body.bytes(upTo: 1 << 20), as: UTF8.self)
        let signature = try #require(contents.signatures.first)
        let shown = [
            model.title, model.countText ?? "", signature.place, signature.name, signature.verdict, signature.similarity,
            model.timelineTitle,
        ]
        for text in shown + contents.steps.flatMap({ [$0.title, $0.version ?? ""] }) { #expect(page.contains(text), "\(text)") }
        // Strangers see as little there as in the app.
        #expect(page.contains(web["history.partly"]) && contents.partlyText == nil)
    }
}
