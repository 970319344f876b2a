import Foundation
import ParaphClient
import Testing

@Suite struct LinkTests {
    @Test(
        arguments: [
            ("stl://user/?documentid=31a8de70", .document(id: "31a8de70")),
            ("STL://user/?documentid=31a8de70", .document(id: "31a8de70")),
            ("stl://user/", .start),
            ("https://sign.example.org/documents/?documentid=31a8de70", .document(id: "31a8de70")),
            ("https://sign.example.org/documents?documentid=31a8de70", .document(id: "31a8de70")),
            ("https://SIGN.example.org:443/documents/view#file-0123456789abcdef", .file(id: "0123456789abcdef")),
            ("https://sign.example.org/documents/view#17", .start),
            ("https://sign.example.org/requests/abc", .request(id: "abc")),
            ("https://sign.example.org/devices/requests/abc", .deviceRequest(id: "abc")),
            ("https://sign.example.org/", .start),
            ("https://sign.example.org", .start),
            ("https://sign.example.org.evil.example/documents?documentid=31a8de70", nil),
            ("https://sign.example.org:8443/documents?documentid=31a8de70", nil),
            ("http://sign.example.org/documents?documentid=31a8de70", nil),
            ("https://sign.example.org/documents?documentid=..%2F..%2Fme", nil),
            ("stl://user/?documentid=%3Cscript%3E", nil),
            ("https://sign.example.org/hand-over/a%2Fb", nil),
            (
                "https://sign.example.org/oauth2/authorize?client_id=a%20b&x=1",
                URL(string: "https://sign.example.org/oauth2/authorize?client_id=a%20b&x=1").map(Link.page)
            ),
            ("https://sign.example.org/oauth2/authorize", nil),
            ("https://sign.example.org/more", nil),
            ("javascript:alert(1)", nil),
        ] as [(String, Link?)]
    )
    func aLinkLeadsWhereItSays(_ text: String, _ link: Link?) throws {
        let server = try #require(URL(string: "https://sign.example.org"))
        #expect(Link(try #require(URL(string: text)), server: server) == link)
    }

    @Test func whatAnotherDeviceAsksIsSignedInTheBrowser() throws {
        let (server, link) = (
            try #require(URL(string: "https://sign.example.org")), try #require(URL(string: "https://sign.example.org/hand-over/abc"))
        )
        #expect(Link(link, server: server) == .page(link))
    }

    @Test func whatAMailAsksIsAnsweredInTheBrowser() throws {
        let (server, url) = (
            try #require(URL(string: "https://example.org/paraph/")), URL(string: "https://example.org/paraph/confirm?token=x")
        )
        let link = try #require(url)
        #expect(Link(link, server: server) == .page(link))
        #expect(Link(try #require(URL(string: "https://example.org/confirm?token=x")), server: server) == nil)
    }
}
