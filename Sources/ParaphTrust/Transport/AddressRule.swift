/// Which addresses may be fetched: those in certificates are whatever their maker wrote there, perhaps to reach into a network.
///
/// An address passes ``allows(_:)`` first; then the transport resolves its host, connects only to an IP for which ``isPublic(_:)`` holds, and
/// treats the target of a redirection like an address of its own.
public enum AddressRule {
    private static let lengthLimit = 2048

    /// Whether an address may be fetched as it is written: HTTP or HTTPS, a host, no user, the usual ports or those from 1024 on.
    public static func allows(_ url: String) -> Bool {
        let bytes = Array(url.utf8)
        guard bytes.count <= lengthLimit, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x5c }) else { return false }
        let lower = url.lowercased()
        guard let scheme = ["http://", "https://"].first(where: lower.hasPrefix) else { return false }
        let authority = lower.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, !authority.contains("@"), !authority.contains("%") else { return false }
        var host = authority[...]
        var port: Substring?
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return false }
            host = authority[authority.startIndex...end]
            let rest = authority[authority.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return false }
            port = rest.isEmpty ? nil : rest.dropFirst()
        } else if let colon = authority.firstIndex(of: ":") {
            host = authority[..<colon]
            port = authority[authority.index(after: colon)...]
        }
        guard !host.isEmpty else { return false }
        guard let port else { return true }
        guard port.count <= 5, port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port) else { return false }
        return number == 80 || number == 443 || (1024...65535).contains(number)
    }

    /// Whether an IP belongs to a publicly reachable host (IANA's registries of special-purpose addresses; RFC 6890).
    ///
    /// - Parameter ip: 4 bytes of IPv4 or 16 of IPv6, in network order.
    /// - Returns: false for what is neither, too.
    public static func isPublic(_ ip: some Collection<UInt8>) -> Bool {
        let bytes = Array(ip)
        switch bytes.count {
        case 4: return isPublic4(bytes)
        case 16: return isPublic6(bytes)
        default: return false
        }
    }

    private static func isPublic4(_ ip: [UInt8]) -> Bool {
        switch (ip[0], ip[1], ip[2]) {
        case (0, _, _), (10, _, _), (127, _, _): false
        case (100, 64...127, _): false
        case (169, 254, _): false
        case (172, 16...31, _): false
        case (192, 0, 0), (192, 0, 2), (192, 88, 99), (192, 168, _): false
        case (198, 18...19, _), (198, 51, 100): false
        case (203, 0, 113): false
        case (224..., _, _): false
        default: true
        }
    }

    private static func isPublic6(_ ip: [UInt8]) -> Bool {
        // IPv4 within IPv6: mapped (::ffff:0:0/96), translated (64:ff9b::/96) and 6to4 (2002::/16).
        if ip[..<10].allSatisfy({ $0 == 0 }), ip[10] == 0xff, ip[11] == 0xff { return isPublic4(Array(ip[12...])) }
        if ip[..<12].elementsEqual([0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0]) { return isPublic4(Array(ip[12...])) }
        if ip[0] == 0x20, ip[1] == 0x02 { return isPublic4(Array(ip[2..<6])) }
        // Only 2000::/3 is given out; within it 2001::/23, 2001:db8::/32 and 3fff::/20 are not hosts of the public.
        guard ip[0] & 0xe0 == 0x20 else { return false }
        if ip[0] == 0x20, ip[1] == 0x01, ip[2] < 0x02 || (ip[2] == 0x0d && ip[3] == 0xb8) { return false }
        return !(ip[0] == 0x3f && ip[1] == 0xff && ip[2] & 0xf0 == 0)
    }
}
