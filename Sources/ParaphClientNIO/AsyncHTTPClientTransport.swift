public import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
public import ParaphClient

/// Sends requests by AsyncHTTPClient: what tools and servers use.
///
/// The client's configuration says which certificates are trusted. It must follow no redirects: make it with ``configuration`` or
/// ``configuration(pinning:)``, or as these are.
public struct AsyncHTTPClientTransport: Transport {
    /// What a client for this transport is made with: no redirects, and answers that nothing comes of for a minute are lost.
    public static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.connect = .seconds(10)
        configuration.timeout.read = .seconds(60)
        // Whether and when a server is tried again is decided above the transport.
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    /// What a client is made with that trusts some certificates alone, for a server of one's own or against authorities that err.
    ///
    /// - Parameter pem: Certificates, of which one must stand in the server's chain; what the system trusts counts no more.
    /// - Returns: ``configuration``, so narrowed.
    /// - Throws: `ClientError` of code `insecure` where there is no certificate in them.
    public static func configuration(pinning pem: [UInt8]) throws -> HTTPClient.Configuration {
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(pem), !certificates.isEmpty else {
            throw ClientError(.insecure, "there is no certificate (PEM) among those that are to be trusted")
        }
        var settings = TLSConfiguration.makeClientConfiguration()
        settings.trustRoots = .certificates(certificates)
        var configuration = Self.configuration
        configuration.tlsConfiguration = settings
        return configuration
    }

    private let client: HTTPClient

    /// Makes a transport of a client, which is shut down by its owner.
    public init(_ client: HTTPClient) {
        self.client = client
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        var sent = HTTPClientRequest(url: request.url)
        sent.method = HTTPMethod(rawValue: request.method)
        for (name, value) in request.headers { sent.headers.add(name: name, value: value) }
        sent.body = Self.body(request)
        // The head is waited for while the body is on its way, which takes its time at a kilobyte a second.
        let patience = request.patience + .milliseconds(request.body.count)
        do {
            let answer = try await client.execute(sent, timeout: TimeAmount(patience))
            let headers = Dictionary(answer.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
            let pieces = answer.body.map { Array($0.readableBytesView) }
            return TransportResponse(status: Int(answer.status.code), headers: headers, body: TransportBody(Pieces(of: pieces)))
        } catch {
            throw Self.reason(error)
        }
    }

    private static func body(_ request: TransportRequest) -> HTTPClientRequest.Body? {
        switch request.body {
        case .nothing: nil
        case .bytes(let bytes): .bytes(bytes)
        case .part(let source, let range):
            .stream(SentPieces(source: source, range: range, onSent: request.onSent), length: .known(Int64(range.count)))
        }
    }

    /// What an error of the client means.
    static func reason(_ error: any Error) -> any Error {
        if error is CancellationError { return error }
        switch error {
        case let error as HTTPClientError:
            if error == .cancelled { return CancellationError() }
            let unsent: [HTTPClientError] = [
                .connectTimeout, .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .getConnectionFromPoolTimeout,
                .invalidURL, .emptyHost, .emptyScheme, .alreadyShutdown,
            ]
            return TransportError(isUnsent: unsent.contains(error), message: error.shortDescription)
        case let error as NIOConnectionError:
            return TransportError(isUnsent: true, message: "the server \(error.host) cannot be reached")
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            return TransportError(isUnsent: true, message: "nothing listens at the server's address")
        case NIOSSLError.handshakeFailed, is NIOSSLExtraError:
            return TransportError(isUnsent: true, message: "the server shows no certificate that is trusted here")
        case let error as ClientError: return error
        default: return TransportError(isUnsent: false, message: "the connection was lost")
        }
    }
}

/// An answer's pieces, whose errors are those of transports.
private struct Pieces<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable where Base.Element == [UInt8] {
    private let base: Base

    init(of base: Base) {
        self.base = base
    }

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: Base.AsyncIterator

        mutating func next() async throws -> [UInt8]? { try await next(isolation: nil) }

        mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
            do {
                return try await base.next(isolation: actor)
            } catch {
                throw AsyncHTTPClientTransport.reason(error)
            }
        }
    }
}

/// A part of a source as it is sent.
private struct SentPieces: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let source: any ByteSource
    let range: Range<Int>
    let onSent: (@Sendable (Int) -> Void)?

    func makeAsyncIterator() -> Iterator { Iterator(pieces: self, at: range.lowerBound) }

    struct Iterator: AsyncIteratorProtocol {
        private static let length = 1 << 16

        let pieces: SentPieces
        var at: Int

        mutating func next() async throws -> ByteBuffer? {
            // What was asked for before is on its way.
            if at > pieces.range.lowerBound { pieces.onSent?(at - pieces.range.lowerBound) }
            guard at < pieces.range.upperBound else { return nil }
            let end = Swift.min(at + Self.length, pieces.range.upperBound)
            defer { at = end }
            return ByteBuffer(bytes: try pieces.source.read(at..<end))
        }
    }
}
