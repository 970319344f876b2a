import Testing

@testable import ServerKit

@Suite struct TrustedProxiesTests {
    @Test(arguments: [
        // Nobody is trusted whom the setting does not name.
        ("", "203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        ("10.0.0.0/8", "203.0.113.9", ["198.51.100.1"], "203.0.113.9"),
        ("10.0.0.0/8", "10.1.2.3", [], "10.1.2.3"),
        ("10.0.0.0/8", "10.1.2.3", ["198.51.100.1"], "198.51.100.1"),
        // What a client wrote itself stands on the left, and counts for nothing.
        ("10.0.0.0/8", "10.1.2.3", ["192.0.2.7, 198.51.100.1"], "198.51.100.1"),
        ("10.0.0.0/8", "10.1.2.3", ["192.0.2.7", "198.51.100.1, 10.9.9.9"], "198.51.100.1"),
        ("10.0.0.0/8", "10.1.2.3", ["nonsense, 10.9.9.9"], "10.9.9.9"),
        ("10.0.0.0/8", "10.1.2.3", ["198.51.100.1:8080"], "10.1.2.3"),
        ("::1,2001:db8::/32", "::1", ["2001:db8::5, 192.0.2.1"], "192.0.2.1"),
        ("127.0.0.1", "::ffff:127.0.0.1", ["192.0.2.1"], "192.0.2.1"),
    ])
    func theClientIsTheLastThatNoProxyWrote(trusted: String, peer: String, forwarded: [String], client: String) throws {
        #expect(try #require(TrustedProxies(trusted)).client(peer: peer, forwardedFor: forwarded) == client)
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0", "::1/129", "host.example", "10.0.0.0/8/8", "1.2.3.4/"])
    func aMalformedListIsRefused(list: String) {
        #expect(TrustedProxies(list) == nil)
    }

    @Test func prefixesEndInsideBytes() throws {
        let network = try #require(IPNetwork("172.16.0.0/12"))
        #expect(try network.contains(#require(IPAddress("172.31.255.255"))))
        #expect(try !network.contains(#require(IPAddress("172.32.0.0"))))
        #expect(try #require(IPNetwork("0.0.0.0/0")).contains(#require(IPAddress("8.8.8.8"))))
        #expect(try !#require(IPNetwork("::/0")).contains(#require(IPAddress("8.8.8.8"))))
    }

    @Test func anIPv6ClientIsItsSubnet() {
        #expect(ClientNetwork.of("2001:db8:0:1:2::3") == ClientNetwork.of("2001:db8:0:1:ffff::"))
        #expect(ClientNetwork.of("2001:db8:0:1::") != ClientNetwork.of("2001:db8:0:2::"))
        #expect(ClientNetwork.of("192.0.2.1") == "192.0.2.1")
    }
}
