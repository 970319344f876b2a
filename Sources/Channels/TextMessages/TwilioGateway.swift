import Crypto
import Foundation
import ParaphEncoding
import ParaphWire
import ServerKit

/// Twilio's messages, and services that speak like it (Twilio, "Messages resource").
struct TwilioGateway: TextMessageGateway {
    /// The service: `https://api.twilio.com`.
    let url: String
    /// The account's SID and auth token.
    let account: TextMessageConfiguration.Account
    /// Who texts come from: a number, a name, or the SID of a messaging service.
    let sender: String

    /// The service itself.
    static let service = "https://api.twilio.com"

    func request(for message: TextMessage, receipt: String, at now: Timestamp) -> OutgoingRequest {
        // In seconds; ten hours are the most that is taken.
        let validity = min(max(1, (message.expiresAt.milliseconds - now.milliseconds) / 1000), 36_000)
        let form = [
            ("To", message.recipient), (sender.hasPrefix("MG") ? "MessagingServiceSid" : "From", sender), ("Body", message.text),
            ("StatusCallback", receipt), ("ValidityPeriod", String(validity)),
        ]
        let body = form.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        let credentials = Data("\(account.user):\(account.secret)".utf8).base64EncodedString()
        return OutgoingRequest(
            .post,
            "\(url)/2010-04-01/Accounts/\(account.user)/Messages.json",
            headers: [("Authorization", "Basic \(credentials)"), ("Content-Type", "application/x-www-form-urlencoded")],
            body: Array(body.utf8),
            bodyLimit: TextMessageLane.answerLimit
        )
    }

    func settle(_ answer: OutgoingRequest.Answer) throws {
        guard (200...299).contains(answer.status) else {
            let told = try? JSONDecoder().decode(Refusal.self, from: Data(answer.body))
            throw DeliveryError(gateway: "the gateway", answer, code: told?.code.map(String.init))
        }
    }

    /// Takes what the account's token signed (Twilio, "Webhooks security").
    func state(in receipt: TextMessageReceipt, at address: String) throws -> TextMessage.State? {
        guard receipt.isPosted, let told = receipt.signature.flatMap({ Data(base64Encoded: $0) }),
            HMAC<Insecure.SHA1>.isValidAuthenticationCode(told, authenticating: Self.signed(receipt.fields, at: address), using: key)
        else { throw Problem.unauthenticated("The receipt is not signed by the gateway.") }
        return switch receipt.fields.first(where: { $0.name == "MessageStatus" })?.value {
        case "delivered", "read": .delivered
        case "undelivered", "failed", "canceled": .failed
        case "accepted", "scheduled", "queued", "sending", "sent": .accepted
        default: nil
        }
    }

    /// The signature that the gateway gives a form.
    func signature(of fields: [(name: String, value: String)], at address: String) -> String {
        Data(HMAC<Insecure.SHA1>.authenticationCode(for: Self.signed(fields, at: address), using: key)).base64EncodedString()
    }

    private var key: SymmetricKey { SymmetricKey(data: Data(account.secret.utf8)) }

    /// The address, and behind it name and value of each parameter, sorted by name.
    private static func signed(_ fields: [(name: String, value: String)], at address: String) -> Data {
        let fields = fields.enumerated().sorted { left, right in
            let (first, second) = (Array(left.element.name.utf8), Array(right.element.name.utf8))
            return first == second ? left.offset < right.offset : first.lexicographicallyPrecedes(second)
        }
        return Data((address + fields.map { $0.element.name + $0.element.value }.joined()).utf8)
    }

    private struct Refusal: Decodable {
        var code: Int?
    }
}
