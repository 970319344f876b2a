import ParaphWire
import ServerKit

/// A service that sends texts to telephones, over HTTP.
protocol TextMessageGateway: Sendable {
    /// What it is asked so that a text is sent.
    ///
    /// - Parameters:
    ///   - message: The text.
    ///   - receipt: The address at which it says how far the text came.
    ///   - now: The moment.
    /// - Returns: the request.
    func request(for message: TextMessage, receipt: String, at now: Timestamp) -> OutgoingRequest

    /// Reads its answer.
    ///
    /// - Throws: a ``DeliveryError`` where it did not take the text; its words hold nothing of the text, the number or a secret.
    func settle(_ answer: OutgoingRequest.Answer) throws

    /// How far a receipt says that a text came.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - address: Where it came to, as the gateway was told.
    /// - Returns: `nil` where it says nothing that counts.
    /// - Throws: a ``Problem`` where it is not the gateway's.
    func state(in receipt: TextMessageReceipt, at address: String) throws -> TextMessage.State?
}

/// A gateway's call about a text.
struct TextMessageReceipt: Sendable {
    /// What finds the text: a secret of this server and its gateway.
    var key: String
    /// The members of the query, or of the form.
    var fields: [(name: String, value: String)]
    /// What the gateway signed it with, where it does.
    var signature: String?
    /// Whether it came as a form.
    var isPosted: Bool
}

extension DeliveryError {
    /// A gateway's refusal by its status: what is busy or failing may do later, as may an account whose settings the operator mends; a text that it finds fault
    /// with never does.
    init(gateway name: String, _ answer: OutgoingRequest.Answer, code: String? = nil) {
        let isFinal = (400...499).contains(answer.status) && ![401, 403, 408, 429].contains(answer.status)
        let code = code.map { " (\($0))" } ?? ""
        self.init(isFinal: isFinal, "\(name) answered \(answer.status)\(code)", retryAfter: answer.retryAfter)
    }
}
