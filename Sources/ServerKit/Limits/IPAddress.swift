import ParaphEncoding

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An IPv4 or IPv6 address (RFC 4291); an IPv4 address inside IPv6 is the IPv4 address.
package struct IPAddress: Hashable, Sendable {
    /// 4 or 16 bytes, in network order.
    package let bytes: [UInt8]

    /// Reads an address; `nil` unless the whole text is one.
    package init?(_ text: String) {
        guard text.utf8.count <= 45 else { return nil }
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: &four) { Array($0) }
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        let all = withUnsafeBytes(of: &six) { Array($0) }
        let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xff, 0xff]
        bytes = all.starts(with: mapped) ? Array(all.suffix(4)) : all
    }
}

/// A block of addresses: `10.0.0.0/8`.
struct IPNetwork: Hashable, Sendable {
    let address: IPAddress
    let prefix: Int

    /// Reads an address, or an address and the length of its prefix in bits; `nil` where it is malformed.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, parts.count <= 2, let address = IPAddress(String(first)) else { return nil }
        self.address = address
        guard parts.count == 2 else {
            prefix = address.bytes.count * 8
            return
        }
        guard let prefix = Int(parts[1]), (0...address.bytes.count * 8).contains(prefix) else { return nil }
        self.prefix = prefix
    }

    func contains(_ other: IPAddress) -> Bool {
        guard other.bytes.count == address.bytes.count else { return false }
        return zip(address.bytes, other.bytes).enumerated().allSatisfy { index, pair in
            let bits = min(8, max(0, prefix - index * 8))
            let mask = UInt8(truncatingIfNeeded: 0xff00 >> bits)
            return pair.0 & mask == pair.1 & mask
        }
    }
}

/// What counts as one client: an IPv4 address, or the /64 that an IPv6 client has to itself (RFC 4291, section 2.5.4).
public enum ClientNetwork {
    /// What a network is a part of, as providers get addresses: the /16 of an IPv4 address, the /32 of an IPv6 network.
    public static func block(of network: String) -> String {
        guard !network.contains(".") else { return network.split(separator: ".").prefix(2).joined(separator: ".") }
        return String(network.prefix(8))
    }

    static func of(_ address: String) -> String {
        guard let parsed = IPAddress(address), parsed.bytes.count == 16 else { return address }
        return Hexadecimal.encode(parsed.bytes.prefix(8))
    }
}
