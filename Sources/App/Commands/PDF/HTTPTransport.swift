import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ParaphTrust

/// Asks services on the network for what signatures need: timestamps, CRLs, OCSP answers, certificates.
///
/// Every request has a time limit and a limit of bytes, follows no redirection, and goes to the address that was judged, not to a second
/// answer of the name service.
struct HTTPTransport: Transport {
    /// Whose word the addresses are.
    enum Source {
        /// The operator's: anything is asked.
        case operation
        /// An address named by a certificate: what ``AddressRule`` allows, in public networks or in others too.
        case certificates(allowsPrivate: Bool)
    }

    let source: Source
    /// How long one answer may take, from asking to its last byte.
    var patience = Duration.seconds(15)

    func get(_ url: String, limit: Int) async throws -> [UInt8] {
        try await answer(HTTPClientRequest(url: url), limit: limit)
    }

    func post(_ url: String, type: String, body: [UInt8], limit: Int) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: type)
        request.body = .bytes(ByteBuffer(bytes: body))
        return try await answer(request, limit: limit)
    }

    private func answer(_ request: HTTPClientRequest, limit: Int) async throws -> [UInt8] {
        // The client's own time limit ends with the head of the answer: a server that sends a byte now and then would never be left.
        try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { try await fetch(request, limit: limit) }
            group.addTask {
                try await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let bytes = first else {
                throw Refusal("\(request.url) took longer than \(patience.formatted(.units(allowed: [.seconds, .milliseconds]))).")
            }
            return bytes
        }
    }

    private func fetch(_ request: HTTPClientRequest, limit: Int) async throws -> [UInt8] {
        guard let address = URLComponents(string: request.url), let host = address.host, !host.isEmpty, AddressRule.allows(request.url)
        else {
            throw Refusal("\(request.url) is no address of the web that may be asked.")
        }
        var settings = HTTPClient.Configuration()
        settings.redirectConfiguration = .disallow
        settings.timeout.connect = .seconds(5)
        var allowsPrivate = true
        if case .certificates(let allows) = source { allowsPrivate = allows }
        settings.dnsOverride = [host: try await Self.resolved(host, allowsPrivate: allowsPrivate, setting: "--allow-private-addresses")]
        let client = HTTPClient(configuration: settings)
        do {
            let response = try await client.execute(request, deadline: .distantFuture)
            guard response.status == .ok else { throw Refusal("\(request.url) answered \(response.status.code).") }
            let body = try await response.body.collect(upTo: limit)
            try await client.shutdown()
            return Array(body.readableBytesView)
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// The address of a host, which must be public unless others are allowed.
    static func resolved(_ host: String, allowsPrivate: Bool, setting: String) async throws -> String {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let address = try await Task.detached { try SocketAddress.makeAddressResolvingHost(bare, port: 0) }.value
        guard let ip = address.ipAddress else { throw Refusal("The address of \(host) is not known.") }
        if !allowsPrivate, !AddressRule.isPublic(octets(of: address)) {
            throw Refusal("\(host) is \(ip), which is no public address; \(setting) allows it.")
        }
        return ip
    }

    private static func octets(of address: SocketAddress) -> [UInt8] {
        switch address {
        case .v4(let address): withUnsafeBytes(of: address.address.sin_addr) { Array($0) }
        case .v6(let address): withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        case .unixDomainSocket: []
        }
    }
}
