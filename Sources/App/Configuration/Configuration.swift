public import Channels
import Configuration
public import Documents
public import Identity
public import Logging
public import ParaphTrust
public import ParaphVerification
public import ServerKit

/// How one node is set up, from flags, else `PARAPH_…` in the environment, else a JSON file, else defaults.
public struct NodeConfiguration: Sendable {
    /// The folder of the root key, the blobs and, where no other place is named, the database.
    public var data: String
    /// Where the tables are kept.
    public var database: DatabaseAddress
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
    /// How often callers may ask; `nil` sets no limit.
    public var rateLimits: RateLimits?
    /// How sure the verifier must be before a signature counts.
    public var strictness = VerificationPolicy.Strictness.balanced
    /// The proxies in front of this node.
    public var trustedProxies = TrustedProxies.none
    /// How many connections may be open at a time; `nil` for the usual number, and fewer where the process may not open as many files.
    public var maxConnections: Int?
    /// The token that `/metrics` asks of those who are not on this machine.
    public var metricsToken: String?
    /// The file of the root key; `nil` for systemd's credential `root.key`, else `root.key` in the data folder.
    public var rootKey: String?
    /// When and where this node makes backups of itself; `nil` for never.
    public var backup: BackupPlan?
    /// What histories of documents show, and which iOS apps open them.
    public var documents = DocumentsSettings()
    /// How alerts reach people's devices.
    public var push: PushConfiguration
    /// Who is told of alarms by mail.
    public var operatorContact: OperatorContact?
    /// The gateway that texts leave by; `nil` where none are sent.
    public var texts: TextMessageConfiguration?
    /// How many days an account stays that an organisation's app made and that was never proved or used.
    public var unusedAccountDays = 400
    /// Which city and country people sign in is told by this.
    public var places = PlaceTable.zones
    /// Which addresses of clients and of browsers' push services are asked.
    public var outgoingAddresses = Self.addresses(.public)
    /// The organisation that runs the instance, as its own certificates name it; `nil` for the name that they have, else the host.
    public var organisation: String?
    /// The country whose telephone numbers people may type without country code, ISO 3166-1; `nil` for the one of each device's language.
    public var country: String?
    /// Whether the operator set where people reach the instance; otherwise ``site`` is a guess.
    public var isSiteNamed = true
    /// The folder `Sources/WebUI` of a checkout, whose pages are served as they are now; `nil` for those that the program was built with.
    public var webSource: String?
    /// The least level that is logged.
    public var logLevel: Logger.Level

    /// What is asked where the setting `outgoingAddresses` has a value.
    static func addresses(_ networks: AddressPolicy.Networks) -> AddressPolicy {
        AddressPolicy(.https, networks, setting: "the server's setting --outgoing-addresses any")
    }

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
        database: DatabaseAddress = .folder,
        host: String = "127.0.0.1",
        port: Int = 8080,
        site: Site,
        tls: TLSFiles? = nil,
        mail: MailRoute = .folder("mail"),
        rateLimits: RateLimits? = nil,
        logLevel: Logger.Level = .info
    ) {
        self.data = data
        self.database = database
        self.host = host
        self.port = port
        self.site = site
        self.tls = tls
        self.mail = mail
        push = PushConfiguration(contact: site.isSecure ? site.publicURL : PushConfiguration.nobody)
        self.rateLimits = rateLimits
        self.logLevel = logLevel
    }
}

extension NodeConfiguration {
    /// Reads a configuration.
    ///
    /// - `flags`: the values of the flags that were given, by key: `data`, `database`, `host`, `port`, `publicUrl`, `tlsCert`, `tlsKey`, `mail`,
    ///   `mailFrom`, `rateLimits`, `strictness`, `trustedProxies`, `maxConnections`, `metricsToken`, `rootKey`, `backupTo`,
    ///   `backupEvery`, `backupKeep`, `documentLinksShow`, `iosAppIds`, `iosAppStoreId`, `organisation`, `country`, `unusedAccounts`,
    ///   `placeTable`, `outgoingAddresses`, `pushContact`, `pushAppleKey`,
    ///   `pushAppleKeyId`, `pushAppleTeamId`, `pushAppleTopic`, `pushAppleEnvironment`, `pushAppleRoots`, `sms`, `smsFrom`, `smsSecretFile`,
    ///   `smsReceipts`, `administrator`, `administratorLanguage`, `webSource`, `logLevel`.
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
            database: try settings.text("database").map(DatabaseAddress.init(url:)) ?? .folder,
            host: host,
            port: port,
            site: site,
            tls: tls,
            mail: try MailRoute(settings: settings, data: data),
            rateLimits: try settings.rateLimits(),
            logLevel: logLevel
        )
        if let list = settings.text("trustedProxies") {
            guard let proxies = TrustedProxies(list) else {
                throw ConfigurationError(setting: "trusted-proxies", problem: "must be addresses or networks: 10.0.0.0/8,::1")
            }
            trustedProxies = proxies
        }
        maxConnections = try settings.number("maxConnections", in: 16...1_000_000)
        strictness = try settings.strictness()
        rootKey = settings.text("rootKey")
        backup = try BackupPlan(settings: settings)
        documents = try DocumentsSettings(settings: settings)
        push = try PushConfiguration(settings: settings, site: site)
        texts = try TextMessageConfiguration(settings: settings, site: site)
        operatorContact = try settings.operatorContact()
        organisation = try settings.organisation()
        country = try settings.country()
        unusedAccountDays = try settings.number("unusedAccounts", in: 1...36_500) ?? unusedAccountDays
        places = try settings.places()
        outgoingAddresses = Self.addresses(try settings.networks())
        isSiteNamed = settings.text("publicUrl") != nil
        webSource = settings.text("webSource")
        metricsToken = settings.text("metricsToken")
        if let metricsToken, metricsToken.utf8.count < 16 {
            throw ConfigurationError(setting: "metrics-token", problem: "must be of at least 16 characters that nobody can guess")
        }
    }
}
