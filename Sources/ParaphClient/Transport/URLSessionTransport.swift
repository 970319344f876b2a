import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests by URLSession: what apps use.
///
/// Answers are read as they come; on Apple's systems a slow reader holds up the connection, elsewhere what has come waits in memory.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let delegate: URLSessionTransportDelegate

    #if canImport(Security)
    /// Makes a transport.
    ///
    /// - Parameter pins: Which certificates alone the server may show, beside what the system trusts; `nil` for any of these.
    public init(pins: CertificatePins? = nil) {
        delegate = URLSessionTransportDelegate()
        delegate.pins = pins
        session = Self.session(delegate)
    }
    #else
    /// Makes a transport; the system's certificates are trusted.
    public init() {
        delegate = URLSessionTransportDelegate()
        session = Self.session(delegate)
    }
    #endif

    deinit { session.finishTasksAndInvalidate() }

    private static func session(_ delegate: URLSessionTransportDelegate) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForResource = 24 * 3600
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let task = session.dataTask(with: try Self.urlRequest(request))
        let exchange = Exchange(task: task, onSent: request.onSent)
        return try await exchange.answer(by: delegate)
    }

    static func urlRequest(_ request: TransportRequest) throws -> URLRequest {
        guard let url = URL(string: request.url) else { throw TransportError(isUnsent: true, message: "the address is none") }
        var made = URLRequest(url: url)
        made.httpMethod = request.method
        made.timeoutInterval = Double(request.patience.components.seconds)
        for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
        switch request.body {
        case .nothing: break
        case .bytes(let bytes): made.httpBody = Data(bytes)
        case .part(let source, let range): made.httpBody = Data(try source.read(range))
        }
        return made
    }
}
