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

@MainActor @Suite struct ActivityModelTests {
    @Test func whatHappenedIsShownNewestFirst() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            let model = ActivityModel(screens.context)
            #expect(model.title == "Activity" && model.rows.value == nil && model.emptyText == nil)
            await model.load()
            let before = try #require(model.rows.value)
            #expect(!before.isEmpty && model.notice == nil)
            fixture.time.advance(seconds: 60)
            _ = try await screens.phone.approval(.recoveryCodes, drawing: 1)
            try await screens.phone.client.signIn.end()
            let signing = try await screens.phone.client.signIn.begin(as: "anna@example.org")
            _ = try await signing.answer(screens.phone.drawing(2))
            await model.load()
            let rows = try #require(model.rows.value)
            #expect(rows.count > before.count && rows[0].at >= rows[1].at)
            #expect(rows.contains { $0.similarity?.hasPrefix("similarity 0.") == true } && rows.contains { $0.place == "Anna’s phone" })
        }
    }

    @Test func whatTheOperatorTellsStandsAboveUntilItIsOver() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            let now = fixture.time.now()
            _ = try await fixture.server.node.announcements.send(
                english: "Maintenance",
                russian: "Работы",
                french: "Maintenance",
                startsAt: now.adding(seconds: 60),
                endsAt: now.adding(seconds: 3600)
            )
            let model = ActivityModel(screens.context)
            await model.load()
            #expect(model.told.map(\.text) == ["Maintenance"] && model.told[0].startsAt == Date(now.adding(seconds: 60)))
            fixture.time.advance(seconds: 3600)
            await model.load()
            #expect(model.told.isEmpty)
        }
    }

    @Test func whatWaitsForAnAnswerStandsAbove() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            let (node, now) = (fixture.server.node, fixture.time.now())
            let asked = ClientRequestRecord(
                id: Identifier.random(),
                personID: try await screens.phone.client.account.person().id,
                client: "token",
                kind: .signIn,
                details: .init(clientName: "Bank", description: "Loan 12", digests: [], credential: "key"),
                createdAt: now,
                expiresAt: now.adding(seconds: 300)
            )
            try await node.database.write { [keys = node.keyRing] tx in try ClientRequestStore.insert(asked, keys: keys, in: tx) }
            let tablet = try fixture.phone("Anna’s tablet", seed: 8)
            _ = try await tablet.client.devices.request(for: "anna@example.org")
            let model = ActivityModel(screens.context)
            await model.load()
            #expect(model.waiting.map(\.kind) == [.request, .device] && model.waiting.map(\.asker) == ["Bank", "Anna’s tablet"])
            #expect(model.waiting[0].id == asked.id && model.waiting[0].title == "A program asks for your signature")
            fixture.time.advance(seconds: 3600)
            await model.load()
            #expect(model.waiting.isEmpty)
        }
    }

    @Test func earlierPagesFollow() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            for number in 0..<60 {
                let update = PersonUpdate(profile: Profile(userName: "Anna \(number)"))
                fixture.time.advance(seconds: 1)
                _ = try await screens.phone.client.account.update(update)
            }
            let model = ActivityModel(screens.context)
            await model.load()
            let first = try #require(model.rows.value)
            try #require(model.hasEarlier)
            screens.phone.faults.isOffline = true
            await model.loadEarlier()
            #expect(model.notice == Notice("No connection.", kind: .bad, isRetryable: true) && model.rows.value == first)
            screens.phone.faults.isOffline = false
            await model.retry()
            let all = try #require(model.rows.value)
            #expect(all.count > first.count && Set(all.map(\.id)).count == all.count && all.starts(with: first))
        }
    }

    @Test func withoutAConnectionRetryLoadsIt() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture, try await fixture.enrolledPhone())
            screens.phone.faults.isOffline = true
            let model = ActivityModel(screens.context)
            await model.load()
            guard case .failed = model.rows else { return #expect(Bool(false), "activity came from nowhere") }
            #expect(model.notice?.isRetryable == true)
            screens.phone.faults.isOffline = false
            await model.retry()
            #expect(model.rows.value?.isEmpty == false && model.notice == nil)
        }
    }

    @Test func whatNeverHappenedIsSaid() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let screens = try Screens(fixture)
            try await fixture.register(screens.phone)
            let model = ActivityModel(screens.context)
            await model.load()
            #expect(model.rows.value?.isEmpty == (model.emptyText != nil))
        }
    }
}
