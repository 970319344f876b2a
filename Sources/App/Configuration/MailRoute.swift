import Configuration

/// Where mail goes.
public enum MailRoute: Hashable, Sendable {
    /// To an SMTP server.
    case smtp(SMTPServer)
    /// Into a folder, a file a mail, for tests and for instances that are being set up.
    case folder(String)
    /// To the terminal.
    case terminal

    /// An SMTP server and the sender's address.
    public struct SMTPServer: Hashable, Sendable {
        /// `smtp://HOST:PORT`, which asks for STARTTLS, or `smtps://HOST:PORT`.
        public var url: String
        public var user: String?
        public var password: String?
        public var from: String
        /// Whether to send without TLS when the server offers none.
        public var allowsPlain: Bool
    }

    /// Reads `mail`, `mailFrom`, `mailUser`, `mailPassword` and `mailPlain`; the folder `mail` in the data folder is the default.
    init(settings: Settings, data: String) throws {
        guard let route = settings.text("mail") else {
            self = .folder("\(data)/mail")
            return
        }
        if route == "print" {
            self = .terminal
        } else if route.hasPrefix("folder:"), route.count > 7 {
            self = .folder(String(route.dropFirst(7)))
        } else if route.hasPrefix("smtp://") || route.hasPrefix("smtps://") {
            guard let from = settings.text("mailFrom"), from.contains("@") else {
                throw ConfigurationError(setting: "mail-from", problem: "is missing: name the address that mail comes from")
            }
            self = .smtp(
                SMTPServer(
                    url: route,
                    user: settings.text("mailUser"),
                    password: settings.text("mailPassword"),
                    from: from,
                    allowsPlain: settings.text("mailPlain") == "true"
                )
            )
        } else {
            throw ConfigurationError(setting: "mail", problem: "must be smtp://HOST:PORT, smtps://HOST:PORT, folder:PATH or print")
        }
    }
}
