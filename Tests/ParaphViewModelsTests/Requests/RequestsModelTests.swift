import Foundation
import ParaphStorage
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

@MainActor @Suite struct RequestsModelTests {
    /// A person of whom a bank asks a signature.
    private static func run(code: String? = nil, _ body: @MainActor @Sendable (Screens, RequestsModel, String) async throws -> Void)
        async throws
    {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            let id = try await ask(screens, code: code)
            try await body(screens, RequestsModel(screens.context), id)
        }
    }

    /// With a number it is a sign-in.
    private static func ask(_ screens: Screens, code: String?) async throws -> String {
        let (node, now) = (screens.fixture.server.node, screens.fixture.time.now())
        let person = try await screens.phone.client.account.person().id
        let asked = ClientRequestRecord(
            id: Identifier.random(),
            personID: person,
            client: "token",
            kind: code == nil ? .signHashes : .signIn,
            details: .init(
                clientName: "Bank",
                description: "Loan 12",
                digests: code == nil ? [Base64URL(Array(repeating: 171, count: 32))] : [],
                credential: "key",
                code: code
            ),
            createdAt: now,
            expiresAt: now.adding(seconds: 300)
        )
        try await node.database.write { [keys = node.keyRing] tx in try ClientRequestStore.insert(asked, keys: keys, in: tx) }
        return asked.id
    }

    @Test func aSignInIsSignedOnceTheNumberIsTyped() async throws {
        try await Self.run(code: "042") { screens, model, id in
            await model.load()
            model.open(id)
            let request = try #require(model.opened)
            #expect(request.title == "Confirm that it is you" && request.asksCode && request.fingerprints.isEmpty)
            #expect(request.facts.map(\.value) == ["Bank", "Agree there to what it says below", "Loan 12"])
            for wrong in ["", "42", "0421", "04x"] {
                request.code = wrong
                await request.sign()
                #expect(!request.canSign && request.signing == nil)
                #expect(request.notice == Notice("Enter the three digits", kind: .warning))
            }
            request.code = "042"
            await request.sign()
            #expect(request.signing?.purpose.isEmpty == false && request.notice == nil)
        }
    }

    @Test func aRequestIsLookedAtAndDeclined() async throws {
        try await Self.run { screens, model, id in
            await model.load()
            let contents = try #require(model.contents.value)
            #expect(contents.waiting.map(\.asker) == ["Bank"] && contents.waiting[0].description == "Loan 12" && model.emptyText == nil)
            model.open(id)
            let request = try #require(model.opened)
            #expect(request.facts.map(\.value) == ["Bank", "Your digital signature on 1 document", "Loan 12"])
            #expect(request.fingerprints == [String(repeating: "ab", count: 32)])
            await request.sign()
            #expect(request.signing?.purpose.isEmpty == false)
            await request.leavePad()
            await request.decline()
            #expect(model.opened == nil && model.contents.value?.waiting.isEmpty == true && model.emptyText == "No requests")
            #expect(model.contents.value?.ended.map(\.outcome) == ["You declined"])
        }
    }

    @Test func aProgramThatIsUnknownIsReported() async throws {
        try await Self.run { screens, model, id in
            await model.load()
            screens.phone.faults.isOffline = true
            await model.report(id)
            #expect(model.notice?.isRetryable == true)
            screens.phone.faults.isOffline = false
            await model.retry()
            let contents = try #require(model.contents.value)
            #expect(contents.waiting.isEmpty && contents.ended.map(\.outcome) == ["You reported it"] && contents.blocked.count == 1)
            #expect(!contents.ended[0].isReportable)
            await model.allow(contents.blocked[0].id)
            #expect(model.contents.value?.blocked.isEmpty == true && model.contents.value?.ended.map(\.outcome) == ["You reported it"])
        }
    }

    @Test func whatIsOverCanBeReportedStill() async throws {
        try await Self.run { screens, model, id in
            await model.load()
            model.open(id)
            let request = try #require(model.opened)
            await request.look()
            #expect(!request.isOver)
            screens.fixture.time.advance(seconds: 600)
            await request.look()
            #expect(request.isOver && request.notice?.text == "This request has expired. Nothing was signed.")
            await request.report()
            #expect(model.opened == nil && model.contents.value?.blocked.count == 1)
        }
    }

    @Test func withoutAConnectionRetryLoadsThem() async throws {
        try await Self.run { screens, model, _ in
            screens.phone.faults.isOffline = true
            await model.load()
            guard case .failed = model.contents else { return #expect(Bool(false), "requests came from nowhere") }
            screens.phone.faults.isOffline = false
            await model.retry()
            #expect(model.contents.value?.waiting.count == 1 && model.notice == nil)
        }
    }
}
