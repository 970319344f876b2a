import ParaphWire
import ServerKit

/// Kannel's `sendsms` (Kannel User's Guide, "Using the HTTP interface to send SMS messages").
///
/// It is asked by POST, with the account in header fields: Kannel writes addresses with their queries into its access log.
struct KannelGateway: TextMessageGateway {
    /// The address of `sendsms`.
    let url: String
    let account: TextMessageConfiguration.Account
    /// Who texts come from: a number, or a name of at most eleven letters.
    let sender: String

    /// All that Kannel tells: delivered, not delivered, waits at the carrier, taken and refused by the carrier.
    private static let told = 1 | 2 | 4 | 8 | 16

    func request(for message: TextMessage, receipt: String, at now: Timestamp) -> OutgoingRequest {
        // In minutes; Kannel overflows on years, and then says that no carrier takes the text.
        let validity = min(max(1, (message.expiresAt.milliseconds - now.milliseconds) / 60_000), 7 * 24 * 60)
        return OutgoingRequest(
            .post,
            url,
            headers: [
                ("Content-Type", "text/plain; charset=UTF-8"),
                ("X-Kannel-Username", account.user), ("X-Kannel-Password", account.secret),
                ("X-Kannel-From", sender), ("X-Kannel-To", message.recipient),
                ("X-Kannel-Coding", message.isOfDefaultAlphabet ? "0" : "2"),
                ("X-Kannel-DLR-Mask", String(Self.told)), ("X-Kannel-DLR-Url", "\(receipt)?status=%d"),
                ("X-Kannel-Validity", String(validity)),
            ],
            body: Array(message.text.utf8),
            bodyLimit: TextMessageLane.answerLimit
        )
    }

    /// 202 and `0: Accepted for delivery`, or `3: Queued for later delivery`.
    func settle(_ answer: OutgoingRequest.Answer) throws {
        let said = String(decoding: answer.body.prefix(40), as: UTF8.self)
        if answer.status == 202, said.hasPrefix("0:") || said.hasPrefix("3:") { return }
        var refusal = DeliveryError(gateway: "Kannel", answer)
        // With the status of a wrong password, but no carrier will ever take this number.
        if said.contains("Do not try again") { refusal.isFinal = true }
        throw refusal
    }

    /// Kannel signs nothing: that it knows the address shows that the receipt is its own.
    func state(in receipt: TextMessageReceipt, at address: String) throws -> TextMessage.State? {
        let said = receipt.fields.filter { $0.name == "status" }.map(\.value)
        guard said.count == 1 else { throw Problem.malformed("The receipt has no status.") }
        return switch said[0] {
        case "1": .delivered
        case "2", "16": .failed
        case "4", "8": .accepted
        default: nil
        }
    }
}
