/// Which gateway texts leave by.
public struct TextMessageConfiguration: Sendable {
    /// The kinds of gateways.
    public enum Gateway: Hashable, Sendable {
        /// Kannel, by the address of its `sendsms`.
        case kannel(url: String)
        /// Twilio, or a service that speaks like it, by its address.
        case twilio(url: String)
    }

    /// Who the operator is there; its description holds no secret.
    public struct Account: Hashable, Sendable, CustomStringConvertible {
        /// The name of the account: Kannel's username, Twilio's account SID.
        public var user: String
        /// Its password or token.
        public var secret: String

        /// Names an account.
        public init(user: String, secret: String) {
            self.user = user
            self.secret = secret
        }

        public var description: String { "Account(hidden)" }
    }

    /// The gateway.
    public var gateway: Gateway
    /// Who the operator is there.
    public var account: Account
    /// Who texts come from, as the carrier knows it.
    public var sender: String
    /// Where the gateway reaches this instance to say how far a text came, without a trailing slash.
    public var receiptsURL: String

    /// Takes the settings.
    public init(gateway: Gateway, account: Account, sender: String, receiptsURL: String) {
        self.gateway = gateway
        self.account = account
        self.sender = sender
        self.receiptsURL = receiptsURL
    }

    /// Where Twilio itself is.
    public static let twilio = TwilioGateway.service

    var service: any TextMessageGateway {
        switch gateway {
        case .kannel(let url): KannelGateway(url: url, account: account, sender: sender)
        case .twilio(let url): TwilioGateway(url: url, account: account, sender: sender)
        }
    }

    /// Where a receipt comes to.
    func receipt(_ key: String) -> String { "\(receiptsURL)/text-messages/receipts/\(key)" }
}
