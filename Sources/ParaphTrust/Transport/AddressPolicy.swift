import Foundation

/// Which addresses are asked that others named, and what is told of the others.
///
/// An address is judged twice: as it is written, by ``check(_:)``, and by the IP that its host stands for, by ``check(ip:)``. What asks connects to the IP
/// that was judged, not to a second answer of the name service, and follows no redirection.
public struct AddressPolicy: Hashable, Sendable {
    /// How an address may be asked.
    public enum Schemes: Hashable, Sendable {
        /// HTTP too: for what proves itself, such as a revocation list.
        case httpAndHTTPS
        /// HTTPS; HTTP on this machine only.
        case https
    }

    /// Where an address may lead.
    public enum Networks: String, CaseIterable, Hashable, Sendable {
        /// To public hosts.
        case `public`
        /// Into private networks and to this machine too.
        case any
    }

    /// Why an address is not asked; its message follows a name, and holds no part of the address.
    public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// What is wrong.
        public var description: String
    }

    /// How an address may be asked.
    public var schemes: Schemes
    /// Where it may lead.
    public var networks: Networks
    /// What lets addresses through that are not public, as a ``Fault`` names it; `nil` where nothing does.
    public var setting: String?

    /// Makes a policy.
    public init(_ schemes: Schemes, _ networks: Networks, setting: String? = nil) {
        (self.schemes, self.networks, self.setting) = (schemes, networks, setting)
    }

    /// Checks an address as it is written.
    ///
    /// What a name stands for is not looked up here.
    /// - Returns: its host, without brackets where it is an IP.
    /// - Throws: a ``Fault``.
    @discardableResult public func check(_ url: String) throws(Fault) -> String {
        guard AddressRule.allows(url), let written = URLComponents(string: url)?.host, !written.isEmpty else {
            throw Fault(description: "must be https://HOST[:PORT]/PATH on a usual port\(schemes == .https ? Self.exception : "")")
        }
        let isBracketed = written.hasPrefix("[") && written.hasSuffix("]")
        let host = isBracketed ? String(written.dropFirst().dropLast()) : written
        guard schemes == .httpAndHTTPS || url.lowercased().hasPrefix("https://") || Self.isLoopback(host) else {
            throw Fault(description: "must begin with https://\(Self.exception)")
        }
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") { try check(ip: [127, 0, 0, 1]) }
        if let ip = Self.bytes(of: name) { try check(ip: ip) }
        return host
    }

    /// Checks the IP that a host stands for.
    ///
    /// - Parameter ip: 4 bytes of IPv4 or 16 of IPv6, in network order.
    /// - Throws: a ``Fault``.
    public func check(ip: some Collection<UInt8>) throws(Fault) {
        guard networks == .any || AddressRule.isPublic(ip) else {
            throw Fault(description: "is at no public address\(setting.map { "; \($0) allows it" } ?? "")")
        }
    }

    private static let exception = ", or http on 127.0.0.1, [::1] or localhost"

    private static func isLoopback(_ host: String) -> Bool { ["127.0.0.1", "::1", "localhost"].contains(host.lowercased()) }

    /// An IP that is written out.
    private static func bytes(of host: String) -> [UInt8]? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return withUnsafeBytes(of: four) { Array($0) } }
        if inet_pton(AF_INET6, host, &six) == 1 { return withUnsafeBytes(of: six) { Array($0) } }
        return nil
    }
}
