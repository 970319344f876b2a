import App
import ParaphVerification
import Testing

@Suite struct StrictnessSettingTests {
    @Test func theOperatorChoosesHowSureTheVerifierMustBe() async throws {
        let usual = try await NodeConfiguration.load(flags: ["data": "/tmp/none"])
        #expect(usual.strictness == .balanced)
        for strictness in VerificationPolicy.Strictness.allCases {
            let chosen = try await NodeConfiguration.load(flags: ["data": "/tmp/none", "strictness": strictness.rawValue])
            #expect(chosen.strictness == strictness)
        }
    }

    @Test func anUnknownStrictnessIsRefusedByName() async throws {
        await #expect(throws: ConfigurationError.self) {
            try await NodeConfiguration.load(flags: ["data": "/tmp/none", "strictness": "0.7"])
        }
    }
}
