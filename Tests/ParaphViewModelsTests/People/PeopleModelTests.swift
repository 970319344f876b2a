import Foundation
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct PeopleModelTests {
    /// A file on the server, and its owner's screen.
    private static func run(_ body: @MainActor @Sendable (Reading, PeopleModel, StoredFile) async throws -> Void) async throws {
        try await Reading.run { reading in
            let file = try await reading.client.files.upload(MemorySource(FilesFixture.pdf()), named: "Lease.pdf")
            let model = try #require(PeopleModel(reading.screens.context, DocumentRow(file, reading.words)))
            try await body(reading, model, file)
        }
    }

    @Test func othersAreInvitedAndRemoved() async throws {
        try await Self.run { @MainActor reading, model, file async throws in
            let boris = try await reading.screens.fixture.enrolledPhone("boris@example.org", seed: 9)
            reading.faults.isOffline = true
            await model.load()
            #expect(model.notice?.isRetryable == true && model.rows.value == nil && model.emptyText == nil)
            reading.faults.isOffline = false
            await model.retry()
            #expect(model.emptyText == "Only you so far." && model.notice == nil)
            model.email.value = "boris"
            await model.invite()
            #expect(model.email.error == "Enter an address like anna@example.org.")
            model.email.value = "boris@example.org"
            reading.faults.isOffline = true
            await model.invite()
            #expect(model.notice?.isRetryable == true && model.email.value == "boris@example.org")
            reading.faults.isOffline = false
            await model.retry()
            #expect(model.notice?.text == "boris@example.org can now read and sign it, and gets an e-mail about it.")
            #expect(model.email.value.isEmpty && model.rows.value?.map(\.name) == ["boris@example.org"])
            #expect(try await boris.client.files.list().items.map(\.id) == [file.id])
            let row = try #require(model.rows.value?.first)
            #expect(row.email == nil && row.dismissLabel == "Remove boris@example.org’s access" && model.undoLabel == nil)
            await model.dismiss(row.id)
            #expect(model.notice?.text.hasPrefix("boris@example.org no longer has access.") == true && model.undoLabel == "Undo")
            #expect(try await boris.client.files.list().items.isEmpty && model.emptyText != nil)
            await model.undo()
            #expect(model.rows.value?.count == 1 && model.undoLabel == nil)
            // Who left meanwhile is gone.
            try await boris.client.files.delete(file.id)
            await model.dismiss(row.id)
            #expect(model.emptyText == "Only you so far.")
        }
    }

    @Test func whomTheServerDoesNotKnowTheFieldSays() async throws {
        try await Self.run { _, model, _ in
            await model.load()
            model.email.value = "nobody@example.org"
            await model.invite()
            #expect(model.email.error?.hasPrefix("Nobody here uses this address.") == true && model.notice == nil)
            model.email.value = "anna@example.org"
            await model.invite()
            #expect(model.email.error?.hasPrefix("This is your own address.") == true)
        }
    }

    @Test func onlyOwnersHaveIt() async throws {
        try await Self.run { @MainActor reading, _, file async throws in
            let phone = try await reading.screens.fixture.enrolledPhone("boris@example.org", seed: 9)
            _ = try await reading.client.files.invite("boris@example.org", to: file.id)
            let theirs = try await phone.client.files.find(file.id)
            let context = try Screens(reading.screens.fixture, phone).context
            #expect(PeopleModel(context, DocumentRow(theirs, context.words)) == nil)
            let here = DeviceDocument(name: "a.pdf", size: 1, changedAt: Date(), isWaiting: false)
            #expect(PeopleModel(context, DocumentRow(here, context.words)) == nil)
        }
    }
}
