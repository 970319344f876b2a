import Foundation

/// How a mail server is reached.
public struct SMTPSettings: Hashable, Sendable {
    /// Whether a mail may leave in the clear.
    public enum Security: Hashable, Sendable {
        /// TLS from the start (`smtps://`) or by STARTTLS (`smtp://`); without it nothing is sent.
        case required
        /// TLS where the server offers it; for a relay on this machine or in a network of one's own.
        case whereOffered
    }

    /// The name and password of an account on the server.
    public struct Account: Hashable, Sendable, CustomStringConvertible {
        public var user: String
        public var password: String

        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }

        public var description: String { "Account(hidden)" }
    }

    /// `smtp://HOST:PORT` or `smtps://HOST:PORT`.
    let url: String
    let security: Security
    let account: Account?
    let authorities: String?
    let timeoutSeconds: Int
    let host: String

    /// Describes a server.
    ///
    /// - Parameters:
    ///   - url: `smtp://HOST[:PORT]` (port 25 where it is left out) or `smtps://HOST[:PORT]` (465).
    ///   - security: Whether TLS is required; an account always requires it.
    ///   - account: The account to send by, where the server wants one.
    ///   - authorities: A PEM file of the certificates to trust in place of the system's.
    ///   - timeoutSeconds: For how long one mail may take, 1 to 120.
    /// - Throws: ``MailError`` of code `invalidSettings`, which says what is wrong.
    public init(
        url: String,
        security: Security = .required,
        account: Account? = nil,
        authorities: String? = nil,
        timeoutSeconds: Int = 60
    ) throws {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme, ["smtp", "smtps"].contains(scheme),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil, parts.path.isEmpty || parts.path == "/",
            parts.query == nil, parts.fragment == nil
        else {
            throw MailError(.invalidSettings, "the mail server must be smtp://HOST:PORT or smtps://HOST:PORT")
        }
        guard account == nil || security == .required else {
            throw MailError(
                .invalidSettings,
                "a mail account needs TLS; leave out either the account or the permission to send in the clear"
            )
        }
        guard (1...120).contains(timeoutSeconds) else {
            throw MailError(.invalidSettings, "the time limit of a mail must be 1 to 120 seconds")
        }
        self.url = "\(scheme)://\(host)" + (parts.port.map { ":\($0)" } ?? "")
        self.host = host
        self.security = security
        self.account = account
        self.authorities = authorities
        self.timeoutSeconds = timeoutSeconds
    }
}
