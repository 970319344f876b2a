import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ParaphTrust
import ServerKit

/// A request to a service outside, and what comes of it.
struct OutgoingRequest: Sendable {
    var url: String
    var headers: [(String, String)]
    var body: [UInt8]

    /// What a service answered.
    struct Answer: Sendable {
        var status: Int
        /// Names in lower case.
        var headers: [String: String]
        /// At most ``bodyLimit`` bytes of it.
        var body: [UInt8]

        /// The least seconds before another try, where the service named them as a number (RFC 9110, section 10.2.3).
        var retryAfter: Int64? {
            headers["retry-after"].flatMap { Int64($0.trimmingCharacters(in: .whitespaces)) }.flatMap { $0 >= 0 ? $0 : nil }
        }
    }

    /// The most bytes of an answer that are read.
    static let bodyLimit = 16_384
}

/// Which services may be reached.
enum Reach: Sendable {
    /// The address is the operator's own.
    case anywhere
    /// The address came from people: HTTPS, at a public address.
    case publicOnly
}

/// Sends requests out; follows no redirection, and goes to the address that was judged, not to a second answer of the name service.
struct OutgoingHTTP: Sendable {
    let reach: Reach
    /// How long a whole answer may take.
    var patience = Duration.seconds(10)

    /// Whether an address may be asked as it is written, before its host is looked up.
    func allows(_ url: String) -> Bool {
        guard AddressRule.allows(url), URLComponents(string: url)?.host?.isEmpty == false else { return false }
        switch reach {
        case .anywhere: return true
        case .publicOnly: return url.lowercased().hasPrefix("https://")
        }
    }

    /// Sends a POST.
    ///
    /// - Throws: a ``DeliveryError``: final where the address may not be asked; its text names no address.
    func post(_ request: OutgoingRequest) async throws -> OutgoingRequest.Answer {
        do {
            return try await withThrowingTaskGroup(of: OutgoingRequest.Answer?.self) { group in
                group.addTask { try await send(request) }
                group.addTask {
                    try await Task.sleep(for: patience)
                    return nil
                }
                defer { group.cancelAll() }
                guard let first = try await group.next(), let answer = first else {
                    throw DeliveryError(isFinal: false, "the service did not answer in time")
                }
                return answer
            }
        } catch let error as DeliveryError {
            throw error
        } catch {
            throw DeliveryError(isFinal: false, "the service cannot be reached: \(type(of: error))")
        }
    }

    private func send(_ request: OutgoingRequest) async throws -> OutgoingRequest.Answer {
        guard allows(request.url), let host = URLComponents(string: request.url)?.host else {
            throw DeliveryError(isFinal: true, "the address is none that may be asked")
        }
        var settings = HTTPClient.Configuration()
        settings.redirectConfiguration = .disallow
        settings.timeout.connect = .seconds(5)
        settings.dnsOverride = [host: try await resolved(host)]
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .POST
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        outgoing.body = .bytes(ByteBuffer(bytes: request.body))
        let client = HTTPClient(configuration: settings)
        do {
            let response = try await client.execute(outgoing, deadline: .distantFuture)
            let headers = response.headers.map { ($0.name.lowercased(), $0.value) }
            var body: [UInt8] = []
            // What is longer is of no use here, and an endless answer ends with the patience.
            for try await part in response.body {
                body += part.readableBytesView.prefix(OutgoingRequest.bodyLimit - body.count)
                if body.count == OutgoingRequest.bodyLimit { break }
            }
            try await client.shutdown()
            return OutgoingRequest.Answer(
                status: Int(response.status.code),
                headers: Dictionary(headers) { first, _ in first },
                body: body
            )
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    /// The address of a host, which must be public where people named it.
    private func resolved(_ host: String) async throws -> String {
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        let address = try await Task.detached { try SocketAddress.makeAddressResolvingHost(bare, port: 0) }.value
        guard let ip = address.ipAddress else { throw DeliveryError(isFinal: false, "the service's address is not known") }
        if case .publicOnly = reach, !AddressRule.isPublic(Self.octets(of: address)) {
            throw DeliveryError(isFinal: true, "the service is at no public address; push-private-addresses allows it")
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
