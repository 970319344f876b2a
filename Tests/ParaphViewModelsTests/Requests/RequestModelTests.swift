import Foundation
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import StorageTestSupport
import TestSupport
import Testing

@testable import App
@testable import AppTestSupport
@testable import Identity
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

/// How a request that is looked at ends: signed, declined, refused after five, timed out, answered elsewhere; without a connection; interrupted.
@MainActor @Suite struct RequestModelTests {
    /// A person who looks at a bank's request, and what begins the app anew.
    private static func run(
        _ body: @MainActor @Sendable (Screens, RequestsModel, RequestModel, @MainActor () async throws -> RequestModel) async throws -> Void
    ) async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-requests-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let id = try await ask(fixture, phone)
            let start: @MainActor () async throws -> (Screens, RequestsModel, RequestModel) = {
                let screens = try Screens(fixture, phone, drafts: Drafts(in: folder, secrets: phone.secrets))
                let list = RequestsModel(screens.context)
                await list.load()
                list.open(id)
                return (screens, list, try #require(list.opened))
            }
            let (screens, list, request) = try await start()
            try await body(screens, list, request) { try await start().2 }
        }
    }

    private static func ask(_ fixture: ClientFixture, _ phone: Phone) async throws -> String {
        let (node, now) = (fixture.server.node, fixture.time.now())
        let asked = ClientRequestRecord(
            id: Identifier.random(),
            personID: try await phone.client.account.person().id,
            client: "token",
            kind: .signIn,
            details: .init(clientName: "Bank", description: "Loan 12", digests: [], credential: "key", code: "042"),
            createdAt: now,
            expiresAt: now.adding(seconds: 300)
        )
        try await node.database.write { [keys = node.keyRing] tx in try ClientRequestStore.insert(asked, keys: keys, in: tx) }
        return asked.id
    }

    /// Types the number and shows the pad.
    private static func pad(_ request: RequestModel) async throws -> SigningModel {
        request.code = "042"
        await request.sign()
        return try #require(request.signing)
    }

    @Test func itSaysWhoAsksForWhatSinceWhenAndUntilWhen() async throws {
        try await Self.run { screens, _, request, _ in
            #expect(request.facts.map(\.label) == ["Requested by", "What for", "The program says"])
            #expect(request.facts.map(\.value) == ["Bank", "Agree there to what it says below", "Loan 12"])
            #expect(request.askedLabel == "Requested" && request.untilLabel == "Expires")
            #expect(request.askedAt == screens.context.now() && request.expiresAt == request.askedAt.addingTimeInterval(300))
            #expect(request.leftLabel(at: screens.context.now()) == "5:00 left" && !request.isShort(at: screens.context.now()))
            let late = request.expiresAt.addingTimeInterval(-59.5)
            #expect(request.leftLabel(at: late) == "1:00 left" && request.isShort(at: late))
            #expect(request.leftLabel(at: request.expiresAt.addingTimeInterval(9)) == "0:00 left")
            // It is asked at its end, and before that now and then.
            #expect(request.secondsToLook(at: request.askedAt) == 15)
            #expect(request.secondsToLook(at: request.expiresAt.addingTimeInterval(-4)) == 4)
            #expect(request.secondsToLook(at: request.expiresAt.addingTimeInterval(9)) == 15)
        }
    }

    @Test func itIsSigned() async throws {
        try await Self.run { screens, list, request, _ in
            let signing = try await Self.pad(request)
            screens.sign(101, on: signing.pad)
            await signing.send()
            #expect(signing.answer?.outcome == .accepted)
            try await until("the list") { list.opened == nil && !list.isBusy && list.notice != nil }
            #expect(list.notice?.kind == .good && list.contents.value?.ended.map(\.outcome) == ["You signed"])
        }
    }

    @Test func itIsRefusedAfterFiveSignaturesOfOthers() async throws {
        try await Self.run { screens, list, request, _ in
            let signing = try await Self.pad(request)
            for number in 0..<5 {
                screens.draw(screens.phone.signer.forgery(number, kind: .random), on: signing.pad)
                if let wait = signing.waitsUntil {
                    screens.fixture.time.advance(seconds: Int64(max(0, wait.timeIntervalSince(screens.context.now())).rounded(.up)))
                }
                await signing.send()
                #expect(signing.offersAgain == (number < 4))
                await request.look()
                #expect(request.signing === signing && !request.isOver)
                await signing.again()
            }
            let denied = try #require(signing.answer)
            #expect(denied.outcome == .denied && denied.texts.last == "Too many tries were refused. Nothing was approved.")
            await request.leavePad()
            await request.look()
            #expect(request.isOver && request.leftLabel(at: screens.context.now()) == nil)
            #expect(request.notice?.text == "Five signatures did not match, so this request is refused. Nothing was signed.")
            await list.load()
            #expect(list.contents.value?.ended.map(\.outcome) == ["Too many signatures did not match"])
        }
    }

    @Test func aTimeoutTakesThePadAway() async throws {
        try await Self.run { screens, _, request, _ in
            let signing = try await Self.pad(request)
            screens.sign(102, on: signing.pad)
            screens.fixture.time.advance(seconds: 301)
            await request.look()
            #expect(request.isOver && request.signing == nil && signing.pad.isEmpty)
            #expect(request.notice == Notice("This request has expired. Nothing was signed.", kind: .warning))
            await request.sign()
            await request.decline()
            #expect(request.signing == nil)
        }
    }

    @Test func whatAnotherDeviceAnsweredIsSaid() async throws {
        try await Self.run { screens, list, request, start in
            let other = try await start()
            await other.decline()
            #expect(!request.isOver)
            await request.look()
            #expect(request.isOver && request.notice?.text == "This request has been answered already.")
            _ = (screens, list)
        }
    }

    @Test func withoutAConnectionItWaitsAndIsDeclinedAfterwards() async throws {
        try await Self.run { screens, list, request, _ in
            screens.phone.faults.isOffline = true
            screens.fixture.time.advance(seconds: 10)
            await request.look()
            #expect(!request.isOver && request.notice == nil)
            await request.decline()
            #expect(request.notice == Notice("No connection.", kind: .bad, isRetryable: true) && list.opened != nil)
            screens.phone.faults.isOffline = false
            await request.retry()
            #expect(list.opened == nil && list.contents.value?.ended.map(\.outcome) == ["You declined"])
        }
    }

    @Test func whatIsDrawnOutlivesTheAppUntilItIsSent() async throws {
        try await Self.run { screens, _, request, start in
            let first = try await Self.pad(request)
            screens.sign(103, on: first.pad)
            let drawn = first.pad.sample
            await request.keepDraft()
            let begun = try await start()
            await begun.restore()
            let signing = try #require(begun.signing)
            #expect(begun.code == "042" && signing.pad.sample?.encoded() == drawn?.encoded())
            #expect(signing.notice?.text == "Here is what you drew before. Sign it, or erase it and draw again.")
            await signing.send()
            #expect(signing.answer?.outcome == .accepted)
        }
        try await Self.run { screens, _, request, start in
            let signing = try await Self.pad(request)
            screens.draw(screens.phone.signer.forgery(1, kind: .random), on: signing.pad)
            await request.keepDraft()
            // What went out is no draft, and what the person left neither.
            await signing.send()
            let begun = try await start()
            await begun.restore()
            #expect(begun.signing == nil)
            await request.leavePad()
            screens.sign(104, on: try await Self.pad(request).pad)
            await request.keepDraft()
            await request.leavePad()
            await request.keepDraft()
            await begun.restore()
            #expect(begun.signing == nil)
        }
    }
}
