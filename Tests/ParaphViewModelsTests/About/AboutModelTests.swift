import TestSupport
import Testing

@testable import ParaphClientTestSupport
@testable import ParaphViewModels

@MainActor @Suite struct AboutModelTests {
    @Test func itSaysWhoseCopyThisIs() async throws {
        try await ClientFixture.run { @MainActor fixture async throws in
            let model = AboutModel(try Screens(fixture).context, host: "sign.example.org", version: "1.0")
            #expect(model.title == "About Paraph" && model.facts == ["sign.example.org", "1.0"] && model.paragraphs.count == 3)
            #expect(model.paragraphs.last == "Your administrator runs this copy of Paraph. This app contacts no other server.")
        }
    }
}
