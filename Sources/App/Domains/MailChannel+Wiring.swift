import Channels
import ServerKit

extension MailChannel: WiredDomain {
    init(wiring parts: DomainParts) throws {
        let node = parts.node
        self.init(
            keys: node.keyRing,
            transport: try node.configuration.mail.transport(),
            sender: try node.configuration.mail.sender(of: node.configuration.site),
            time: node.time
        )
    }
}

extension MailRoute {
    /// How mail leaves by this route.
    ///
    /// - Throws: ``ConfigurationError`` where the server's settings are wrong.
    fileprivate func transport() throws -> any MailTransport {
        switch self {
        case .folder(let path): return MailFolder(path: path)
        case .terminal: return MailPrinter { Terminal.say($0) }
        case .smtp(let server):
            do {
                return try SMTPTransport(
                    SMTPSettings(
                        url: server.url,
                        security: server.allowsPlain ? .whereOffered : .required,
                        account: server.user.map { .init(user: $0, password: server.password ?? "") }
                    )
                )
            } catch let error as MailError {
                throw ConfigurationError(setting: "mail", problem: error.message)
            }
        }
    }

    /// Who mail comes from.
    fileprivate func sender(of site: Site) throws -> MailSender {
        guard case .smtp(let server) = self else { return try MailSender(address: "paraph@localhost.localdomain") }
        do {
            return try MailSender(address: server.from)
        } catch {
            throw ConfigurationError(setting: "mail-from", problem: "is not an address that mail can come from")
        }
    }
}
