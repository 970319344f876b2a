import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
public import ParaphTrust

/// Asks services outside whose addresses others named: clients, browsers, certificates, the operator.
///
/// A request goes to the address that was judged, not to a second answer of the name service; it follows no redirection, and ends in time.
public struct OutgoingHTTP: Sendable {
    /// Which addresses are asked.
    public let addresses: AddressPolicy
    /// How long one request may take, from asking to the last byte that is read.
    public var patience: Duration

    /// Makes a client.
    public init(_ addresses: AddressPolicy, patience: Duration = .seconds(10)) {
        (self.addresses, self.patience) = (addresses, patience)
    }

    /// Sends a request.
    public func send(_ request: OutgoingRequest) async throws(OutgoingError) -> OutgoingRequest.Answer {
        do {
            // The library's own time limit ends with the head of an answer: a server that sends a byte now and then would never be left.
            return try await withThrowingTaskGroup(of: OutgoingRequest.Answer?.self) { group in
                group.addTask { try await answer(to: request) }
                group.addTask {
                    try await Task.sleep(for: patience)
                    return nil
                }
                defer { group.cancelAll() }
                guard let first = try await group.next(), let answer = first else { throw OutgoingError.late }
                return answer
            }
        } catch let error as OutgoingError {
            throw error
        } catch let fault as AddressPolicy.Fault {
            throw .refused(fault)
        } catch {
            throw .unreachable(error)
        }
    }

    private func answer(to request: OutgoingRequest) async throws -> OutgoingRequest.Answer {
        let host = try addresses.check(request.url)
        var settings = HTTPClient.Configuration()
        settings.redirectConfiguration = .disallow
        settings.timeout.connect = .seconds(5)
        settings.dnsOverride = [host: try await resolved(host)]
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = request.method == .get ? .GET : .POST
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        if request.method == .post { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
        // What a host stands for is a setting of a whole client and not of a request, so each has one of its own: shared by requests, one's judgement would
        // count for another's.
        let client = HTTPClient(configuration: settings)
        do {
            let response = try await client.execute(outgoing, deadline: .distantFuture)
            let headers = response.headers.map { ($0.name.lowercased(), $0.value) }
            let (body, isCut) = request.bodyLimit > 0 ? try await read(response.body, limit: request.bodyLimit) : ([], true)
            try await client.shutdown()
            return OutgoingRequest.Answer(
                status: Int(response.status.code),
                headers: Dictionary(headers) { first, _ in first },
                body: body,
                isCut: isCut
            )
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private func read(_ body: HTTPClientResponse.Body, limit: Int) async throws -> (bytes: [UInt8], isCut: Bool) {
        var bytes: [UInt8] = []
        for try await part in body {
            let rest = limit - bytes.count
            bytes += part.readableBytesView.prefix(rest)
            if part.readableBytes > rest { return (bytes, true) }
        }
        return (bytes, false)
    }

    /// The IP that a host stands for, which is judged.
    private func resolved(_ host: String) async throws -> String {
        let found = try? await Task.detached { try SocketAddress.makeAddressResolvingHost(host, port: 0) }.value
        guard let found, let ip = found.ipAddress else { throw OutgoingError.unknownHost }
        switch found {
        case .v4(let address): try addresses.check(ip: withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
        case .v6(let address): try addresses.check(ip: withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
        case .unixDomainSocket: throw OutgoingError.unknownHost
        }
        return ip
    }
}
