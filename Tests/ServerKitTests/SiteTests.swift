import ServerKit
import Testing

@Suite struct SiteTests {
    @Test func takesAnOriginAndKnowsWhetherItIsSecure() {
        #expect(Site(publicURL: "https://sign.example.org/")?.origin == "https://sign.example.org")
        #expect(Site(publicURL: "https://sign.example.org")?.isSecure == true)
        #expect(Site(publicURL: "http://localhost:8080")?.isSecure == false)
    }

    @Test(arguments: ["", "sign.example.org", "ftp://x", "https://", "https://a/b", "https://a b", "https://a?x", "https://user@a"])
    func refusesWhatIsNoOrigin(address: String) {
        #expect(Site(publicURL: address) == nil)
    }
}
