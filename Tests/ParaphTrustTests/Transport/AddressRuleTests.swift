import Foundation
import ParaphTrust
import Testing

/// The bytes of an address in text.
private func bytes(_ text: String) throws -> [UInt8] {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return withUnsafeBytes(of: &four) { Array($0) } }
    guard inet_pton(AF_INET6, text, &six) == 1 else { throw TrustError(.malformed, text) }
    return withUnsafeBytes(of: &six) { Array($0) }
}

@Test(arguments: [
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.255.254", "169.254.169.254",
    "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.88.99.1", "192.168.0.1", "198.18.0.1", "198.19.255.255", "198.51.100.1",
    "203.0.113.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1", "2001:db8::1", "2001:1ff::1", "2002:7f00:1::",
    "2002:a9fe:a9fe::1",
    "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1", "4000::1",
])
func anAddressThatIsNotPublicIsNotReached(_ text: String) throws {
    #expect(!AddressRule.isPublic(try bytes(text)))
}

@Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1", "172.15.0.1",
    "172.32.0.1", "192.0.1.1", "192.167.1.1", "198.17.0.1", "198.20.0.1", "203.0.112.1", "223.255.255.255", "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8", "2001:200::1", "2001:4860:4860::8888", "2002:808:808::1", "2606:4700::1111", "2a00::1", "3ffe::1",
])
func aPublicAddressIsReached(_ text: String) throws {
    #expect(AddressRule.isPublic(try bytes(text)))
}

@Test func whatIsNoAddressIsNotPublic() {
    for count in [0, 1, 3, 5, 15, 17] { #expect(!AddressRule.isPublic([UInt8](repeating: 8, count: count))) }
}

@Test(arguments: [
    "http://crl.example/a.crl", "https://ca.example", "HTTP://CA.example:80/x?y#z", "http://ca.example:8080/", "https://[2a00::1]/x",
    "https://[2a00::1]:443/x",
])
func aPlainAddressMayBeFetched(_ url: String) { #expect(AddressRule.allows(url)) }

@Test(arguments: [
    "", "ldap://ca.example/x", "file:///etc/passwd", "ftp://ca.example/x", "http:/ca.example", "http://", "http:///x", "http://:80/",
    "http://user@ca.example/", "http://user:pass@ca.example/", "http://ca.example:25/", "http://ca.example:0/", "http://ca.example:99999/",
    "http://ca.example:8o/", "http://ca.example:/", "http://ca.example\r\nHost: x/", "http://ca.example/a b", "http://ca.example\\@inner/",
    "http://[::1", "http://[::1]x/", "javascript:alert(1)", "http://ca%2eexample/", "http://кириллица/",
])
func anUnusualAddressIsNotFetched(_ url: String) { #expect(!AddressRule.allows(url)) }

@Test func anEndlessAddressIsNotFetched() { #expect(!AddressRule.allows("http://ca.example/" + String(repeating: "a", count: 3000))) }
