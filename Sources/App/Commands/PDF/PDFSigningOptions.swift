import ArgumentParser
import ParaphTrust

/// How a person names the key that signs.
struct PDFKeyOptions: ParsableArguments {
    @Option(help: "The private key, PEM: PKCS #8 (encrypted or not), PKCS #1 or SEC 1.", completion: .file())
    var key: String?

    @Option(help: "The certificate of the key, PEM; the chain may follow in the same file.", completion: .file())
    var certificate: String?

    @Option(help: "The certificates of the authorities, PEM, that of the root included if there is one.", completion: .file())
    var chain: String?

    @Option(help: "A PKCS #12 file that holds key, certificate and chain, instead of these options.", completion: .file())
    var pkcs12: String?

    @Option(help: "The password of the key or of the PKCS #12 file; `-` reads it from the first line of standard input.")
    var password: String?

    @Flag(help: "Sign with RSA-PSS instead of RSA by PKCS #1 v1.5.")
    var pss = false

    /// Reads key, certificate and chain.
    func identity() throws -> SigningIdentity {
        let password = password == "-" ? readLine(strippingNewline: true) ?? "" : password
        do {
            if let pkcs12 {
                guard key == nil, certificate == nil else { throw Refusal("Give either --pkcs12, or --key and --certificate.") }
                let bytes = try SignatureFile.bytes(at: pkcs12, limit: Self.longest)
                return try SigningIdentity(pkcs12: bytes, password: password ?? "", pss: pss)
            }
            guard let key, let certificate else { throw Refusal("Give --key and --certificate, or --pkcs12: they say who signs.") }
            return try SigningIdentity(
                pemKey: try Self.text(key),
                certificate: try Self.text(certificate),
                chain: try chain.map(Self.text),
                password: password,
                pss: pss
            )
        } catch let error as TrustError {
            throw Refusal("\(pkcs12 ?? key ?? "The key"): \(error)")
        }
    }

    /// Keys and certificates are small.
    private static let longest = 4 << 20

    private static func text(_ path: String) throws -> String {
        String(decoding: try SignatureFile.bytes(at: path, limit: longest), as: UTF8.self)
    }
}

/// How a person names the services that are asked.
struct PDFServiceOptions: ParsableArguments {
    @Option(name: .customLong("timestamp-url"), help: "The address of a timestamp service (RFC 3161); needed from level B-T on.")
    var timestampURL: String?

    @Flag(
        name: .customLong("allow-private-addresses"),
        help: "Ask the addresses that certificates name also where they are in a private network or on this machine."
    )
    var allowsPrivateAddresses = false

    func validate() throws { try timestampURL.map(Self.check(timestampURL:)) }

    /// Refuses an address that no timestamp service is asked by (RFC 3161 §3.4).
    static func check(timestampURL: String) throws {
        guard AddressRule.allows(timestampURL) else {
            let rule = "--timestamp-url takes http:// or https://, with port 80, 443 or one from 1024 on"
            throw ValidationError("\(rule); \(timestampURL) is none of these.")
        }
    }

    /// The service, which may be anywhere: its address is the operator's own word.
    func authority() -> HTTPTimestampAuthority? {
        timestampURL.map { HTTPTimestampAuthority(url: $0, transport: HTTPTransport(source: .operation)) }
    }
}
