import Channels
import Foundation
import ParaphTrust

/// Asks services on the network for what signatures need: timestamps, CRLs, OCSP answers, certificates.
struct HTTPTransport: Transport {
    /// Whose word the addresses are.
    enum Source {
        /// The operator's: anything is asked.
        case operation
        /// An address named by a certificate: in public networks, or in others too.
        case certificates(allowsPrivate: Bool)
    }

    private let http: OutgoingHTTP

    init(source: Source, patience: Duration = .seconds(15)) {
        var networks = AddressPolicy.Networks.any
        if case .certificates(allowsPrivate: false) = source { networks = .public }
        http = OutgoingHTTP(AddressPolicy(.httpAndHTTPS, networks, setting: "--allow-private-addresses"), patience: patience)
    }

    func get(_ url: String, limit: Int) async throws -> [UInt8] {
        try await body(of: OutgoingRequest(.get, url, bodyLimit: limit))
    }

    func post(_ url: String, type: String, body: [UInt8], limit: Int) async throws -> [UInt8] {
        try await self.body(of: OutgoingRequest(.post, url, headers: [("Content-Type", type)], body: body, bodyLimit: limit))
    }

    private func body(of request: OutgoingRequest) async throws -> [UInt8] {
        let url = request.url
        let answer: OutgoingRequest.Answer
        do {
            answer = try await http.send(request)
        } catch .refused(let fault) {
            throw Refusal("\(url) \(fault).")
        } catch .unknownHost {
            throw Refusal("The host of \(url) has no address.")
        } catch .late {
            throw Refusal("\(url) took longer than \(http.patience.formatted(.units(allowed: [.seconds, .milliseconds]))).")
        } catch .unreachable(let error) {
            throw error
        }
        guard answer.status == 200 else { throw Refusal("\(url) answered \(answer.status).") }
        guard !answer.isCut else { throw Refusal("\(url) answered more than \(request.bodyLimit) bytes.") }
        return answer.body
    }
}
