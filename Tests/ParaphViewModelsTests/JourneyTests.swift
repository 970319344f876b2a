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

/// One way through the screens: register, ten signatures, sign in, sign a PDF, history; what they say is what the web app says, by its catalogue and, on the
/// same way (Tests/Browser/test_same_words.py), on its pages.
@MainActor @Suite struct JourneyTests {
    @Test(arguments: Words.Language.allCases) func fromTheFirstStartToTheHistory(_ language: Words.Language) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, language: language)
            let journey = Journey(language)
            let web = try Phrases(try #require(Language(rawValue: language.rawValue)))
            try await Self.register(screens, web, journey)
            fixture.time.advance(seconds: 60)
            try await Self.signIn(screens, web, journey)
            let reading = try await Reading(screens)
            let id = try await Self.sign(reading, web, journey)
            try await Self.look(reading, web, id, journey)
            await reading.end()
            try journey.compare()
        }
    }

    private static func register(_ screens: Screens, _ web: Phrases, _ journey: Journey) async throws {
        let start = StartModel(screens.context)
        let following = Task { await start.follow() }
        defer { following.cancel() }
        try await until("the start") { start.destination == .welcome(identifier: nil) }
        #expect(start.title == web["start.title"] && start.lead == web["start.what"])
        // One string: the buttons stand in this order.
        journey.note("start", start.title, start.lead, "\(start.createLabel) \(start.signInLabel)")
        let (model, email) = (RegistrationModel(screens.context), journey.email)
        await model.load()
        #expect(model.title == web["register.title"] && model.email.label == web["field.email"])
        journey.note("register", model.title, model.email.label)
        await model.submit()
        journey.note("nothing filled in", model.email.error, model.consentError)
        #expect(model.email.error == web["script.field.missing"] && model.consentError == web["register.consentMissing"])
        screens.fill(model, email: email)
        await model.submit()
        #expect(model.step == .code && model.title == web["register.codeTitle"])
        #expect(model.sentTo == web["script.register.codeSent", ["email": email]])
        journey.note("code", model.title, model.sentTo, model.code.label)
        model.code.value = try await screens.fixture.code(to: email)
        await model.confirm()
        let enrolment = model.enrolment
        #expect(enrolment.title == web["script.draw.title", ["number": "1", "total": "10"]] && enrolment.hint == web["script.draw.hint"])
        #expect(enrolment.primaryLabel == web["script.draw.next"])
        journey.note("pad", enrolment.title, enrolment.hint, enrolment.primaryLabel)
        await enrolment.advance()
        #expect(enrolment.notice?.text == web["script.draw.signFirst"])
        await screens.drawAll(enrolment)
        #expect(model.step == .done && enrolment.result?.status == .created)
        try await until("the documents") { start.destination == .documents }
        await start.signOut()
        #expect(start.destination == .welcome(identifier: email))
    }

    private static func signIn(_ screens: Screens, _ web: Phrases, _ journey: Journey) async throws {
        let model = SignInModel(screens.context)
        await model.load()
        #expect(model.title == web["signIn.title"] && model.lead == web["signIn.lead"] && model.identifier.value == journey.email)
        journey.note("sign in", model.title, model.lead, model.identifier.label)
        await model.identify()
        let signing = try #require(model.signing)
        #expect(model.lead == web["sign.hint"] && signing.primaryLabel == web["sign.verb"])
        journey.note("pad of a sign-in", model.lead, signing.primaryLabel)
        screens.draw(screens.phone.signer.forgery(1, kind: .random), on: signing.pad)
        await signing.send()
        journey.note("another hand", signing.answer?.title, signing.answer?.texts.last)
        #expect(signing.answer?.title == web["script.sign.differs"])
        #expect(signing.answer?.texts.last == web["script.sign.triesLeft", count: 4])
        await signing.again()
        screens.sign(31, on: signing.pad)
        await signing.send()
        let similarity = try #require(signing.answer?.similarity)
        journey.note("own hand", signing.answer?.title.replacing(screens.words.similarity(similarity), with: "…"))
        #expect(signing.answer?.title == web["script.sign.matches", ["similarity": screens.words.similarity(similarity)]])
        #expect(await screens.phone.client.signIn.current != nil)
    }

    /// Signs a PDF of the device; gives the document's id.
    private static func sign(_ reading: Reading, _ web: Phrases, _ journey: Journey) async throws -> String {
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
        journey.note("document", signing.beginLabel)
        await signing.begin()
        journey.note("choosing", signing.hint)
        #expect(signing.hint == web["script.signing.choose"] && signing.middleLabel == web["script.signing.middle"])
        #expect(signing.places.map(\.label) == [web["script.signing.proposed"]])
        // The first signature lies on the text: it is said, and a free place is found.
        await signing.choose(page: 0, x: 115, y: 703)
        #expect(signing.signing?.primaryLabel == web["script.sign.document"])
        journey.note("pad of a document", signing.signing?.primaryLabel)
        try await reading.draw(signing, 32)
        #expect(signing.hint == web["script.signing.adjust"] && signing.saveLabel == web["script.signing.save"])
        let warnings = ["textFirst", "hiddenFirst"].map { web["script.signing.background.\($0)"] }
        #expect(signing.warning.map { warnings.contains($0.text) && $0.canMoveAway && !$0.isRefused } == true)
        journey.note("placed", signing.hint, signing.saveLabel)
        await signing.moveAway()
        #expect(signing.warning == nil && signing.step == .placed)
        await signing.save()
        #expect(viewer.signedText == web["script.signing.done"] && viewer.finishLabel == web["script.signing.finish"])
        let verdict = try #require(viewer.verdict?.verdict.value)
        journey.note("signed", viewer.signedText, viewer.finishLabel, verdict.title, verdict.notes.first, viewer.verdict?.historyLabel)
        #expect(verdict.title == "\(web["script.verdict.short"]) · \(web["script.documents.signatures", count: 1])")
        #expect(verdict.notes == [web["script.verdict.current"]] && viewer.verdict?.historyLabel == web["script.verdict.history"])
        // Nothing that is sealed is covered: a second one there is refused.
        let placed = try #require(try await reading.documents.list().first)
        #expect(!placed.isWaiting)
        return try #require(viewer.historyID)
    }

    /// The history is what the web app's page shows of it.
    private static func look(_ reading: Reading, _ web: Phrases, _ id: String, _ journey: Journey) async throws {
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
        journey.note("history", model.title, model.countText, signature.name, signature.verdict, model.timelineTitle)
        for text in shown + contents.steps.flatMap({ [$0.title, $0.version ?? ""] }) { #expect(page.contains(text), "\(text)") }
        // Strangers see as little there as in the app.
        #expect(page.contains(web["history.partly"]) && contents.partlyText == nil)
    }
}

/// What the screens said on the way, state by state: kept for the journey through the web app, which has to say the same.
///
/// `RECORD_SNAPSHOTS=1` writes it anew.
@MainActor private final class Journey {
    private struct State: Codable, Equatable {
        var state: String
        var words: [String]
    }

    let email: String
    private let file: URL
    private var states: [State] = []

    init(_ language: Words.Language) {
        email = "same.\(language)@example.org"
        file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Browser/words/\(language).json")
    }

    func note(_ state: String, _ words: String?...) {
        states.append(State(state: state, words: words.compactMap(\.self).filter { !$0.isEmpty }))
    }

    func compare() throws {
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try (encoder.encode(states) + Data("\n".utf8)).write(to: file)
        }
        #expect(try JSONDecoder().decode([State].self, from: Data(contentsOf: file)) == states)
    }
}
