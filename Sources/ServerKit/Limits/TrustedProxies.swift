import HTTPTypes

/// The proxies in front of this node whose `X-Forwarded-For` is believed.
public struct TrustedProxies: Hashable, Sendable {
    private let networks: [IPNetwork]

    /// None: the connection's own address counts.
    public static let none = TrustedProxies(networks: [])

    private init(networks: [IPNetwork]) {
        self.networks = networks
    }

    /// Reads addresses and networks (`10.0.0.0/8, ::1`), separated by commas; `nil` where one is malformed.
    public init?(_ list: String) {
        var networks: [IPNetwork] = []
        for part in list.split(separator: ",") {
            guard let network = IPNetwork(String(part).filter { $0 != " " }) else { return nil }
            networks.append(network)
        }
        self.init(networks: networks)
    }

    /// Whether an address is one of these proxies'.
    public func contains(_ address: String) -> Bool {
        guard let address = IPAddress(address) else { return false }
        return networks.contains { $0.contains(address) }
    }

    /// The address that a request comes from: the last one, walking back from the connection, that is no trusted proxy's.
    ///
    /// Whatever stands left of it was written by the client and says nothing. Reads at most 20 addresses.
    func client(peer: String, forwardedFor: [String]) -> String {
        guard contains(peer) else { return peer }
        var client = peer
        let hops = forwardedFor.flatMap { $0.split(separator: ",") }.suffix(20)
        for hop in hops.reversed() {
            let address = hop.filter { $0 != " " && $0 != "\t" }
            guard IPAddress(address) != nil else { break }
            client = address
            guard contains(address) else { break }
        }
        return client
    }
}

extension HTTPField.Name {
    static let forwardedFor = Self(known: "X-Forwarded-For")
}
