import Testing

@testable import ParaphStorage

@Suite struct OpenFilesTests {
    @Test func whoComesWhenAllAreOpenWaitsForOneToBeClosed() async throws {
        let files = OpenFiles(most: 2, patience: .seconds(60))
        var held: [OpenFiles.Permit] = [try await files.permit(), try await files.permit()]
        async let third = files.permit()
        async let fourth = files.permit()
        held.removeAll()
        _ = try await (third, fourth)
    }

    @Test func whoWaitsForLongIsSentAwayAndTakesNothing() async throws {
        let files = OpenFiles(most: 1, patience: .milliseconds(20))
        var held: OpenFiles.Permit? = try await files.permit()
        await #expect(throws: StorageError(.busy, "")) { try await files.permit() }
        held = nil
        #expect(held == nil)
        _ = try await files.permit()
    }
}
