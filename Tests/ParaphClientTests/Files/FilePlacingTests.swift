import ParaphWire
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport

/// Signing files on the server, on a network that loses answers.
@Suite struct FilePlacingTests {
    private static let placement = FilePlacing.Placement(page: 0, box: [100, 100, 300, 160])

    private static func run(_ body: @Sendable (ClientFixture, Phone, StoredFile, FilePlacing) async throws -> Void) async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let file = try await phone.client.files.upload(MemorySource(FilesFixture.pdf()), named: "Lease.pdf")
            let signing = try await phone.client.files.beginSigning(file)
            let accepted = try #require(try await signing.answer(phone.drawing(1)).accepted)
            try await body(fixture, phone, file, try phone.client.files.placing(accepted, on: file))
        }
    }

    @Test func aFileIsSignedAndItsHistorySaysSo() async throws {
        try await Self.run { _, phone, file, placing async throws in
            let saved = try await placing.save(at: Self.placement)
            #expect(saved.file.version == 2 && saved.file.isSignedByMe && saved.signedSince.isEmpty)
            let id = try #require(saved.file.documentId)
            let history = try await phone.client.documents.history(of: id, hash: saved.file.hash)
            #expect(history.isParticipant && history.file == .current && history.versions.last?.signatures.count == 1)
        }
    }

    @Test func aLostAnswerSignsOnce() async throws {
        try await Self.run { _, phone, file, placing async throws in
            // Every answer of the sealing is lost.
            for _ in 0..<4 { phone.faults.plan(.lostAnswer, "POST", within: "/drafts/") }
            await #expect(throws: ClientError(.offline, "")) { try await placing.save(at: Self.placement) }
            #expect(await placing.isFixed)
            let saved = try await placing.save(at: FilePlacing.Placement(page: 0, box: [1, 1, 2, 2]))
            #expect(saved.file.version == 2 && saved.file.signatures == 1)
        }
    }

    @Test func whereAnotherPersonWasFasterTheSignatureGoesOnTopOfTheirs() async throws {
        try await Self.run { fixture, phone, file, placing async throws in
            let boris = try await fixture.enrolledPhone("boris@example.org", seed: 9)
            _ = try await phone.client.files.invite("boris@example.org", to: file.id)
            let signing = try await boris.client.files.beginSigning(file)
            let accepted = try #require(try await signing.answer(boris.drawing(1)).accepted)
            let theirs = try boris.client.files.placing(accepted, on: file)
            _ = try await theirs.save(at: FilePlacing.Placement(page: 0, box: [100, 300, 300, 360]))
            let saved = try await placing.save(at: Self.placement)
            #expect(saved.file.version == 3 && saved.signedSince == ["Anna Petrova"])
        }
    }
}
