import App
import Testing

@Suite struct CountrySettingTests {
    @Test func theOperatorNamesTheCountryOfMostPeople() async throws {
        #expect(try await NodeConfiguration.load(flags: ["data": "/tmp/none"]).country == nil)
        #expect(try await NodeConfiguration.load(flags: ["data": "/tmp/none", "country": "fr"]).country == "FR")
        for wrong in ["France", "33", "XX"] {
            await #expect(throws: ConfigurationError.self) {
                try await NodeConfiguration.load(flags: ["data": "/tmp/none", "country": wrong])
            }
        }
    }
}
