import CPostgres
import Foundation
import ParaphStorage

/// Which PostgreSQL database to use, and within which limits.
///
/// Its descriptions name user, host and database and never a password, nor any other part of the address.
public struct PostgreSQLSettings: Sendable {
    /// How many transactions run at once at most; each has a connection, made when it is first needed.
    public var connections = 10
    /// For how long a transaction waits for a free connection, in seconds.
    public var waitLimit: Double = 30
    /// For how long one statement runs at most, in seconds; migrations are spared.
    public var statementLimit: Double = 30
    /// For how long a statement waits for a lock, in seconds.
    public var lockLimit: Double = 10
    /// For how long a server that went away is waited for, in seconds.
    public var reconnectLimit: Double = 5
    /// The schema that holds every table; `nil` for the one that the server chooses, `public` as a rule.
    public var schema: String?

    /// What libpq takes, by its keywords.
    let parameters: [String: String]

    /// Reads an address: `postgres://USER@HOST:PORT/NAME?sslmode=verify-full`, as libpq takes it.
    ///
    /// A password is better kept in a file that `passfile` names, or in `PGPASSWORD`. Where the host is another machine and neither the
    /// address nor `PGSSLMODE` says how the connection is protected, TLS with a certificate that is checked against the system's
    /// authorities is asked for.
    /// - Throws: `StorageError` of code `engine` where the address cannot be read.
    public init(url: String) throws {
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://"), !url.utf8.contains(0),
            var parameters = Self.parse(url)
        else {
            // libpq's own message would repeat the address, and the password with it.
            throw StorageError(
                .engine,
                "the database's address cannot be read; write postgres://USER@HOST:PORT/NAME and percent-encode what is special in it"
            )
        }
        let defaults = [
            "application_name": "paraph", "client_encoding": "UTF8", "connect_timeout": "10", "keepalives_idle": "30",
            "keepalives_interval": "10", "keepalives_count": "3", "tcp_user_timeout": "30000", "target_session_attrs": "read-write",
        ]
        parameters.merge(defaults) { given, _ in given }
        let environment = ProcessInfo.processInfo.environment
        if !Self.isLocal(parameters, environment), parameters["sslmode"] == nil, environment["PGSSLMODE"] == nil {
            parameters["sslmode"] = "verify-full"
            let authorities = "/etc/ssl/certs/ca-certificates.crt"
            if parameters["sslrootcert"] == nil, environment["PGSSLROOTCERT"] == nil,
                FileManager.default.isReadableFile(atPath: authorities)
            {
                parameters["sslrootcert"] = authorities
            }
        }
        self.parameters = parameters
    }

    private static func parse(_ url: String) -> [String: String]? {
        guard let options = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return parameters
    }

    private static func isLocal(_ parameters: [String: String], _ environment: [String: String]) -> Bool {
        // What a service's file says is not known here.
        guard parameters["service"] == nil, environment["PGSERVICE"] == nil else { return false }
        let named = parameters["hostaddr"] ?? environment["PGHOSTADDR"] ?? parameters["host"] ?? environment["PGHOST"] ?? ""
        return named.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
            $0.isEmpty || $0.hasPrefix("/") || $0 == "localhost" || $0 == "::1" || isLoopback(String($0))
        }
    }
}

extension PostgreSQLSettings {
    /// Whether a host is an IPv4 address of 127.0.0.0/8; names that merely begin so are not.
    private static func isLoopback(_ host: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, host, &address) == 1 && UInt32(bigEndian: address.s_addr) >> 24 == 127
    }
}

extension PostgreSQLSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        let user = parameters["user"].map { "\($0)@" } ?? ""
        let port = parameters["port"].map { ":\($0)" } ?? ""
        return "postgres://\(user)\(parameters["host"] ?? "")\(port)/\(parameters["dbname"] ?? "")"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
