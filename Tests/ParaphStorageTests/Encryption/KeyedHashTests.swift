import ParaphStorage
import Testing

/// Keyed hashes, by which rows are found whose text is sealed.
@Suite struct KeyedHashTests {
    @Test(arguments: Engine.all) func theSameTextHasTheSameHashForOnePurposeAndAnotherForTheNext(_ engine: Engine) async throws {
        let fixture = try await KeyExchangeTests.Fixture(engine, holders: 2)
        let keys = try await fixture.open()
        let hash = { @Sendable (text: String, holder: String) in
            try await fixture.database.read { try keys.hash(text, holder: holder, in: $0) }
        }
        let first = try #require(try await hash("anna@example.org", "holder0"))
        #expect(first.count == 32)
        #expect(try await hash("anna@example.org", "holder0") == first)
        for (text, holder) in [("anna@example.org", "holder1"), ("anna@example.orG", "holder0"), ("", "holder0")] {
            #expect(try await hash(text, holder) != first)
        }
        #expect(try await hash("anna@example.org", "nobody") == nil)
    }

    @Test(arguments: Engine.all) func anExchangeOfTheRootKeyChangesNoHashAndAnotherInstanceHasOthers(_ engine: Engine) async throws {
        let fixture = try await KeyExchangeTests.Fixture(engine, holders: 1)
        let before = try await fixture.open()
        let hash = try await fixture.database.read { try before.hash("anna", holder: "holder0", in: $0) }
        _ = try await before.exchangeRootKey(in: fixture.database)
        let after = try await fixture.open()
        #expect(try await fixture.database.read { try after.hash("anna", holder: "holder0", in: $0) } == hash)
        let other = try await KeyExchangeTests.Fixture(engine, holders: 1)
        let others = try await other.open()
        #expect(try await other.database.read { try others.hash("anna", holder: "holder0", in: $0) } != hash)
    }
}
