import Channels
import Configuration
import Crypto
import Foundation

extension APNsConfiguration {
    /// Reads `pushAppleKey`, `pushAppleKeyId`, `pushAppleTeamId`, `pushAppleTopic`, `pushAppleEnvironment` and `pushAppleRoots`; `nil` where there is no key.
    ///
    /// - Throws: ``ConfigurationError``.
    init?(settings: Settings) throws {
        guard let file = settings.text("pushAppleKey") else { return nil }
        guard let pem = try? String(contentsOfFile: file, encoding: .utf8), let key = try? P256.Signing.PrivateKey(pemRepresentation: pem)
        else {
            throw ConfigurationError(setting: "push-apple-key", problem: "must name the file of the key that Apple made (AuthKey_….p8)")
        }
        func identifier(_ setting: ConfigKey, _ name: String) throws -> String {
            guard let text = settings.text(setting), text.count == 10, text.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
            else {
                throw ConfigurationError(setting: name, problem: "must be ten letters and digits, as Apple's developer account shows them")
            }
            return text
        }
        guard let topic = settings.text("pushAppleTopic"), topic.contains("."), topic.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw ConfigurationError(setting: "push-apple-topic", problem: "must be the app's bundle id, such as org.example.sign")
        }
        let url: String
        switch settings.text("pushAppleEnvironment") {
        case nil, "production": url = Self.production
        case "sandbox": url = Self.sandbox
        case let other? where other.hasPrefix("https://"): url = other
        default:
            throw ConfigurationError(setting: "push-apple-environment", problem: "must be production, sandbox, or https://HOST of a relay")
        }
        var roots: String?
        if let file = settings.text("pushAppleRoots") {
            guard let pem = try? String(contentsOfFile: file, encoding: .utf8) else {
                throw ConfigurationError(setting: "push-apple-roots", problem: "must name a PEM file of certificates")
            }
            roots = pem
        }
        self.init(
            key: key,
            keyID: try identifier("pushAppleKeyId", "push-apple-key-id"),
            teamID: try identifier("pushAppleTeamId", "push-apple-team-id"),
            topic: topic,
            url: url,
            roots: roots
        )
    }
}
