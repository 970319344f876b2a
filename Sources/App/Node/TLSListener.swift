import HummingbirdCore
import HummingbirdHTTP2
import Logging
import NIOCertificateReloading
import NIOCore
import NIOSSL
import ServerKit
import ServiceLifecycle

/// HTTP/2 and HTTP/1.1 over TLS 1.2 or later, with a certificate that is read again while it serves.
struct TLSListener {
    /// The server.
    let server: HTTPServerBuilder
    /// Reads the certificate and the key again every 5 s; a pair that does not fit is logged, and the old one kept.
    let reloader: any Service

    /// A connection that idles for so long is closed.
    static let idleTimeout = TimeAmount.seconds(60)

    private static var requests: HTTP1Channel.Configuration {
        .init(additionalChannelHandlers: ConnectionRegister.requestHandlers(), idleTimeout: idleTimeout)
    }

    /// HTTP/1.1 in the clear, for proxies and for this machine.
    static func plain(_ connections: ConnectionRegister) -> HTTPServerBuilder {
        HTTPServerBuilder { GuardedChannel(HTTP1Channel(responder: $0, configuration: requests), register: connections) }
    }

    /// Reads the files.
    ///
    /// - Throws: ``ConfigurationError`` where they cannot be read, or are no pair.
    init(files: NodeConfiguration.TLSFiles, connections: ConnectionRegister, logger: Logger) throws {
        do {
            let reloader = try TimedCertificateReloader.makeReloaderValidatingSources(
                configuration: .init(
                    refreshInterval: .seconds(5),
                    certificateSource: .init(location: .file(path: files.certificate), format: .pem),
                    privateKeySource: .init(location: .file(path: files.key), format: .pem)
                ) {
                    $0.onCertificateLoadFailed = { failure in
                        logger.error("certificate not read; the old one goes on", metadata: ["reason": "\(failure.error)"])
                    }
                }
            )
            var settings = try TLSConfiguration.makeServerConfiguration(certificateReloader: reloader)
            settings.minimumTLSVersion = .tlsv12
            // Made here once, so that files which do not fit are told at the start.
            let channels = HTTP2UpgradeChannel.Configuration(
                idleTimeout: .nanoseconds(Self.idleTimeout.nanoseconds),
                gracefulCloseTimeout: .seconds(5),
                streamConfiguration: Self.requests
            )
            _ = try HTTP2UpgradeChannel(tlsConfiguration: settings, configuration: channels) { _, _, _ in }
            server = HTTPServerBuilder { [settings] responder in
                GuardedChannel(
                    try HTTP2UpgradeChannel(tlsConfiguration: settings, configuration: channels, responder: responder),
                    register: connections
                )
            }
            self.reloader = reloader
        } catch {
            throw ConfigurationError(
                setting: "tls-cert",
                problem: "\(files.certificate) and \(files.key) cannot be used as a PEM certificate chain and its private key"
            )
        }
    }
}
