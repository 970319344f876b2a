#if canImport(Security)
import Foundation

extension ParaphClient {
    /// Makes the client of an app on Apple's systems: what it keeps lies in the app's Keychain, its keys in the Secure Enclave, and URLSession
    /// sends its requests.
    ///
    /// - Parameters:
    ///   - server: The server's public address, such as `https://sign.example.org`.
    ///   - apiKey: The app's key.
    ///   - deviceName: What the person recognises this device by, such as `UIDevice.current.name`.
    ///   - pins: Which certificates alone the server may show, beside what the system trusts; `nil` for any of these.
    /// - Throws: ``ClientError`` of code `insecure` where the address is none, or none of https.
    public init(server: String, apiKey: String, deviceName: String, pins: CertificatePins? = nil) throws {
        guard let address = URL(string: server) else { throw ClientError(.insecure, "the server's address is none") }
        try self.init(
            server: address,
            apiKey: apiKey,
            device: DeviceDescription(name: deviceName),
            secrets: KeychainSecrets(service: Bundle.main.bundleIdentifier ?? "org.paraph.app"),
            transport: URLSessionTransport(pins: pins)
        )
    }
}
#endif
