import Configuration
public import Logging
public import ServerKit

/// How one node is set up, from flags, else `PARAPH_…` in the environment, else a JSON file, else defaults.
public struct NodeConfiguration: Sendable {
    /// The folder of the database, the blobs and the root key.
    public var data: String
    /// The address to listen on.
    public var host: String
    /// The port to listen on; 0 lets the system choose.
    public var port: Int
    /// Where people reach this instance.
    public var site: Site
    /// The certificate chain and private key, PEM files, when this node speaks TLS itself.
    public var tls: TLSFiles?
    /// Where mail goes.
    public var mail: MailRoute
    /// The least level that is logged.
    public var logLevel: Logger.Level

    /// The files of a TLS identity.
    public struct TLSFiles: Hashable, Sendable {
        public var certificate: String
        public var key: String

        public init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    /// Makes a configuration.
    public init(
        data: String,
        host: String = "127.0.0.1",
        port: Int = 8080,
        site: Site,
        tls: TLSFiles? = nil,
        mail: MailRoute = .folder("mail"),
        logLevel: Logger.Level = .info
    ) {
        self.data = data
        self.host = host
        self.port = port
        self.site = site
        self.tls = tls
        self.mail = mail
        self.logLevel = logLevel
    }
}

extension NodeConfiguration {
    /// Reads a configuration.
    ///
    /// - `flags`: the values of the flags that were given, by key: `data`, `host`, `port`, `publicUrl`, `tlsCert`, `tlsKey`, `mail`,
    ///   `mailFrom`, `logLevel`.
    /// - `file`: the path of a JSON file with the same keys.
    /// - `fallback`: what counts where none of these says anything.
    /// - Throws: ``ConfigurationError`` that names the setting, what is wrong with it and what would be right.
    public static func load(
        flags: [String: String],
        file: String? = nil,
        fallback: [String: String] = [:]
    ) async throws -> NodeConfiguration {
        func provider(_ name: String, _ values: [String: String]) -> InMemoryProvider {
            let values = values.map { (AbsoluteConfigKey([$0.key]), ConfigValue(.string($0.value), isSecret: false)) }
            return InMemoryProvider(name: name, values: Dictionary(uniqueKeysWithValues: values))
        }
        var providers: [any ConfigProvider] = [
            provider("flags", flags),
            EnvironmentVariablesProvider().prefixKeys(with: "paraph"),
        ]
        if let file {
            do {
                let path = ConfigReader(provider: InMemoryProvider(values: ["filePath": .init(.string(file), isSecret: false)]))
                providers.append(try await FileProvider<JSONSnapshot>(config: path))
            } catch {
                throw ConfigurationError(setting: "config", problem: "\(file) cannot be read as a JSON object: \(error)")
            }
        }
        providers.append(provider("fallback", fallback))
        return try NodeConfiguration(reading: Settings(reader: ConfigReader(providers: providers)))
    }

    private init(reading settings: Settings) throws {
        let host = settings.text("host") ?? "127.0.0.1"
        let port = try settings.number("port", in: 0...65_535) ?? 8080
        guard let data = settings.text("data") else {
            throw ConfigurationError(
                setting: "data",
                problem: "is missing: name the folder that keeps everything, as in --data /var/lib/paraph"
            )
        }
        var tls: TLSFiles?
        switch (settings.text("tlsCert"), settings.text("tlsKey")) {
        case (let certificate?, let key?): tls = TLSFiles(certificate: certificate, key: key)
        case (nil, nil): break
        case (nil, _): throw ConfigurationError(setting: "tls-cert", problem: "is missing beside --tls-key")
        case (_, nil): throw ConfigurationError(setting: "tls-key", problem: "is missing beside --tls-cert")
        }
        let address = settings.text("publicUrl") ?? "\(tls == nil ? "http" : "https")://\(host == "127.0.0.1" ? "localhost" : host):\(port)"
        guard let site = Site(publicURL: address.lowercased()) else {
            throw ConfigurationError(setting: "public-url", problem: "must be http://HOST[:PORT] or https://HOST[:PORT] without a path")
        }
        let level = settings.text("logLevel") ?? "info"
        guard let logLevel = Logger.Level(rawValue: level) else {
            throw ConfigurationError(
                setting: "log-level",
                problem: "must be one of \(Logger.Level.allCases.map(\.rawValue).joined(separator: ", "))"
            )
        }
        self.init(
            data: data,
            host: host,
            port: port,
            site: site,
            tls: tls,
            mail: try MailRoute(settings: settings, data: data),
            logLevel: logLevel
        )
    }
}

/// The values of a configuration, as text.
struct Settings {
    let reader: ConfigReader

    /// A setting as text, whatever form a file gave it; `nil` where it is absent or empty.
    func text(_ key: ConfigKey) -> String? {
        let value = reader.string(forKey: key) ?? reader.int(forKey: key).map(String.init)
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A setting as a number in a range.
    func number(_ key: ConfigKey, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = text(key) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw ConfigurationError(setting: "\(key)", problem: "must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

/// A setting that is missing or wrong.
public struct ConfigurationError: Error, CustomStringConvertible, Equatable {
    /// The flag's name without its dashes.
    public var setting: String
    /// What is wrong with it, and what would be right.
    public var problem: String

    /// Names a setting and what is wrong with it.
    public init(setting: String, problem: String) {
        self.setting = setting
        self.problem = problem
    }

    public var description: String { "--\(setting) \(problem)" }
}
