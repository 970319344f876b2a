import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What a program may be registered as.
@Suite struct ClientTests {
    private func refusal(name: String = "N", redirects: [String] = ["https://a.example/cb"], grants: [String] = ["authorization_code"])
        -> String?
    {
        do throws(Problem) {
            let registration = ClientRegistration(name: name, redirectURIs: redirects, grants: grants)
            _ = try ClientRecord(registration, secret: nil, createdAt: ManualTime().now())
            return nil
        } catch {
            return error.detail
        }
    }

    @Test(arguments: [
        "https://a.example", "https://a.example:8443/cb?x=%20", "http://127.0.0.1/cb", "http://[::1]:8/cb", "http://localhost:3000/cb",
        "com.example.app:/cb",
    ])
    func addressesOfProgramsAreTaken(_ text: String) {
        #expect(refusal(redirects: [text]) == nil)
    }

    @Test(arguments: [
        "", "a", "/cb", "//a.example/cb", "http://a.example/cb", "http://127.0.0.1.evil.example/cb", "https://a.example/#x", "https:///cb",
        "https://u:p@a.example/", "https://u@a.example/", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
        "https://a.example/\n", "https://a.example/ b", "https://ä.example/", "https://a.example\\@b.example/", "myapp:/cb",
        "https://a.example/" + String(repeating: "a", count: 500),
    ])
    func otherAddressesAreRefused(_ text: String) {
        #expect(refusal(redirects: [text])?.hasPrefix("redirect-uri") == true)
    }

    @Test func whatIsMissingOrUnknownIsNamed() {
        #expect(refusal(redirects: [])?.hasPrefix("redirect-uri") == true)
        #expect(refusal(grants: [])?.hasPrefix("grant must hold authorization_code, urn:openid:params:grant-type:ciba") == true)
        #expect(refusal(grants: ["refresh_token"])?.hasPrefix("grant must hold authorization_code") == true)
        #expect(refusal(grants: ["password"])?.hasPrefix("grant must be authorization_code, refresh_token") == true)
        #expect(refusal(grants: [OAuthProgram.ciba])?.hasPrefix("grant urn:openid:params:grant-type:ciba is for clients that keep") == true)
        #expect(refusal(name: " ")?.hasPrefix("name") == true)
    }

    @Test func clientsAreListedWithoutTheirSecrets() async throws {
        try await IdentityServer.run { (server) async throws in
            let administration = ClientAdministration(database: server.database, time: server.time)
            let uris = ["https://a.example/cb", "com.example.app:/cb"]
            let made = try await administration.create(
                ClientRegistration(name: "A", redirectURIs: uris, grants: ["authorization_code"])
            )
            var registration = ClientRegistration(name: "B", redirectURIs: uris, grants: ["authorization_code"])
            registration.isPublic = true
            let open = try await administration.create(registration)
            #expect(made.clientSecret?.count == 43 && open.clientSecret == nil)
            let listed = try await administration.list()
            #expect(listed.map(\.name).sorted() == ["A", "B"] && listed.allSatisfy { $0.redirectUris == uris && !$0.disabled })
            #expect(listed.first { $0.name == "B" }?.isPublic == true)
        }
    }
}
