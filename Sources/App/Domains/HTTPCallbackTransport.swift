import AsyncHTTPClient
import Foundation
import Identity
import NIOCore
import NIOHTTP1
import ParaphTrust
import ServerKit

/// Calls clients over HTTP.
///
/// The address that was judged is the one that is called, not a second answer of the name service; no redirect is followed, and of the answer only its head is
/// read.
struct HTTPCallbackTransport: CallbackTransport {
    /// Whether private networks and this machine may be called.
    let allowsPrivate: Bool
    /// How long one call may take.
    var patience = TimeAmount.seconds(10)

    func post(_ url: String, headers: [(name: String, value: String)], body: [UInt8]) async throws -> Int {
        guard let address = URLComponents(string: url), let host = address.host, !host.isEmpty, AddressRule.allows(url) else {
            throw DeliveryError(isFinal: true, "the address is none that may be called")
        }
        var settings = HTTPClient.Configuration()
        settings.redirectConfiguration = .disallow
        settings.timeout.connect = .seconds(5)
        settings.dnsOverride = [host: try await resolved(host)]
        let client = HTTPClient(configuration: settings)
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        for header in headers { request.headers.add(name: header.name, value: header.value) }
        request.body = .bytes(ByteBuffer(bytes: body))
        do {
            let status = try await client.execute(request, timeout: patience).status.code
            try? await client.shutdown()
            return Int(status)
        } catch {
            try? await client.shutdown()
            // What the error says may hold the address.
            throw DeliveryError(isFinal: false, "the client cannot be reached (\(type(of: error)))")
        }
    }

    /// The address of a host.
    ///
    /// One that cannot be found may be later; one that is not public stays refused for this item, however the name is changed meanwhile.
    private func resolved(_ host: String) async throws -> String {
        do {
            return try await HTTPTransport.resolved(host, allowsPrivate: allowsPrivate, setting: "callback-addresses")
        } catch is Refusal {
            throw DeliveryError(isFinal: true, "the host is at no public address; the setting callback-addresses allows others")
        } catch {
            throw DeliveryError(isFinal: false, "the host has no address")
        }
    }
}
