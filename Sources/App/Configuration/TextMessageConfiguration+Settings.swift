import Channels
import Configuration
import Foundation
import ServerKit

extension TextMessageConfiguration {
    /// Reads `sms`, `smsFrom`, `smsSecret`, `smsSecretFile` and `smsReceipts`; `nil` where there is no gateway.
    ///
    /// - Throws: ``ConfigurationError`` that repeats no secret.
    init?(settings: Settings, site: Site) throws {
        guard let gateway = settings.text("sms") else { return nil }
        let (kind, user, address) = try Self.parts(of: gateway)
        guard let sender = settings.text("smsFrom"), (1...34).contains(sender.utf8.count),
            sender.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { throw ConfigurationError(setting: "sms-from", problem: "must be the number or name that texts come from") }
        let receipts = settings.text("smsReceipts") ?? site.publicURL
        guard Self.isAddress(receipts) else {
            throw ConfigurationError(
                setting: "sms-receipts",
                problem: "must be http://HOST[:PORT] or https://…, where the gateway reaches this server"
            )
        }
        self.init(
            gateway: kind == "kannel" ? .kannel(url: address) : .twilio(url: address),
            account: Account(user: user, secret: try Self.secret(settings)),
            sender: sender,
            receiptsURL: receipts.hasSuffix("/") ? String(receipts.dropLast()) : receipts
        )
    }

    /// `kannel:USER@http://HOST:PORT/cgi-bin/sendsms`, or `twilio:ACCOUNT-SID` with `@https://HOST` for a service that speaks like it.
    private static func parts(of gateway: String) throws -> (kind: String, user: String, address: String) {
        let wrong = ConfigurationError(
            setting: "sms",
            problem: "must be kannel:USER@http://HOST:PORT/cgi-bin/sendsms, or twilio:ACCOUNT-SID with @https://HOST for a service like it"
        )
        guard let colon = gateway.firstIndex(of: ":") else { throw wrong }
        let (kind, rest) = (String(gateway[..<colon]), gateway[gateway.index(after: colon)...])
        let parts = rest.split(separator: "@", maxSplits: 1).map(String.init)
        guard let user = parts.first, user.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != 0x2F && $0 != 0x3A }) else { throw wrong }
        switch (kind, parts.count) {
        case ("kannel", 2) where isAddress(parts[1]): return (kind, user, parts[1])
        case ("twilio", 1): return (kind, user, twilio)
        case ("twilio", 2) where isAddress(parts[1]): return (kind, user, parts[1])
        default: throw wrong
        }
    }

    private static func isAddress(_ text: String) -> Bool {
        guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme), parts.host?.isEmpty == false else {
            return false
        }
        return parts.user == nil && parts.query == nil && parts.fragment == nil
    }

    /// The password or token: in the setting itself, for the environment, else in a file.
    private static func secret(_ settings: Settings) throws -> String {
        if let secret = settings.text("smsSecret") { return secret }
        let text = settings.text("smsSecretFile").flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
        let secret = text?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard !secret.isEmpty, secret.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw ConfigurationError(
                setting: "sms-secret-file",
                problem: "must name a file with the gateway's password or token in it, unless PARAPH_SMS_SECRET has it"
            )
        }
        return secret
    }
}
