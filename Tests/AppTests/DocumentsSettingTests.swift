import App
import Documents
import Testing

@Suite struct DocumentsSettingTests {
    @Test func theOperatorNamesTheAppsThatOpenLinks() async throws {
        let usual = try await NodeConfiguration.load(flags: ["data": "/tmp/none"])
        #expect(usual.documents.iosApps == DocumentsSettings.IOSApps())
        let named = try await NodeConfiguration.load(
            flags: ["data": "/tmp/none", "iosAppIds": "ABCDE12345.org.example.sign", "iosAppStoreId": "1234567890"]
        )
        #expect(named.documents.iosApps == .init(ids: ["ABCDE12345.org.example.sign"], storeID: "1234567890"))
    }

    @Test(arguments: ["id1234567890", "12 34", "١٢٣", "123456789012345678901", "1/../2"])
    func whatIsNoNumberOfTheAppStoreIsRefusedByName(_ text: String) async throws {
        await #expect {
            try await NodeConfiguration.load(flags: ["data": "/tmp/none", "iosAppStoreId": text])
        } throws: { error in
            (error as? ConfigurationError)?.setting == "ios-app-store-id"
        }
    }
}
