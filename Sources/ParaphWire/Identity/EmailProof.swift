/// What a letter about an app asks of the owner of an address.
public struct EmailProof: Codable, Hashable, Sendable, JSONContent {
    /// The address whose owner is asked.
    public var email: String
    /// The app that used the address.
    public var appName: String
    /// Whether an administrator looked at the app's name; it is unverified otherwise.
    public var isAppNameApproved: Bool
    /// What the owner is asked; one that this version does not know is not to be answered.
    public var kind: Open<Kind>
    /// The name that the new account was given, where there is one.
    public var userName: String?
    /// Whether the owner said that it was their doing.
    public var isProved: Bool
    /// The letter's id where the mailbox alone does not do, because the account has more: its owner says yes at `/confirm?id=…`.
    public var confirmHere: String?
    /// Whether signatures for the new account came from more than one hand, as far as can be told: its owner then has one that begins anew, without what was signed, saved and told through the app before.
    public var isContested: Bool
    /// The apps whose accounts of this address end with a yes, besides the one that this is about.
    public var alsoEnds: [App]
    /// What stands for ``alsoEnds`` when yes is said; absent where nothing else ends.
    public var ending: String?
    /// When this was asked and on what, where ``others`` wait beside it.
    public var asked: Asked?
    /// What else waits of the same app for a signature of this address: its owner allows what they asked for themselves, and nothing else.
    public var others: [Asked]
    /// Until when it can be answered.
    public var expiresAt: Timestamp

    /// An app that made an account of the address.
    public struct App: Codable, Hashable, Sendable {
        /// What the app calls itself now.
        public var name: String
        /// Whether an administrator looked at the name; it is unverified otherwise.
        public var isNameApproved: Bool

        public init(name: String, isNameApproved: Bool) {
            self.name = name
            self.isNameApproved = isNameApproved
        }
    }

    /// When and on what an app was asked.
    public struct Asked: Codable, Hashable, Sendable {
        /// When the app asked.
        public var at: Timestamp
        /// The type of the device, in words of ours, such as `iPad`; absent where the app told none that is known.
        public var device: String?

        public init(at: Timestamp, device: String? = nil) {
            self.at = at
            self.device = device
        }
    }

    /// What the owner is asked.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// Whether the account that the app made is theirs; proving it makes the address theirs everywhere.
        case account
        /// Whether the app may have a signature for the account that there is already; the signature is good in this app only.
        case template
    }

    public init(
        email: String,
        appName: String,
        isAppNameApproved: Bool,
        kind: Kind,
        userName: String?,
        isProved: Bool,
        confirmHere: String? = nil,
        isContested: Bool = false,
        alsoEnds: [App] = [],
        ending: String? = nil,
        asked: Asked? = nil,
        others: [Asked] = [],
        expiresAt: Timestamp
    ) {
        self.email = email
        self.appName = appName
        self.isAppNameApproved = isAppNameApproved
        self.kind = Open(kind)
        self.userName = userName
        self.isProved = isProved
        self.confirmHere = confirmHere
        self.isContested = isContested
        self.alsoEnds = alsoEnds
        self.ending = ending
        self.asked = asked
        self.others = others
        self.expiresAt = expiresAt
    }
}

/// What the owner of an address saw when they said yes.
public struct EmailProofQuery: CallParameters {
    /// The letter's ``EmailProof/isContested`` as it was shown; absent for `false`.
    public var isContested: Bool?
    /// The letter's ``EmailProof/ending`` as it was shown.
    public var ending: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.query("isContested", \.isContested), .query("ending", \.ending)]

    public init() {}

    public init(_ shown: EmailProof) {
        isContested = shown.isContested
        ending = shown.ending
    }
}

extension IdentityEndpoints {
    /// What a mailed link asks; the token stands in the link `/confirm?token=…`.
    public static let emailProof = Endpoint<Nothing, Nothing, EmailProof>("GET", "/v1/email-proofs/{token}", isOpen: true)
    /// The owner of the address says yes to what they saw; where it is another by now, nothing is done, and the answer is what to show.
    public static let proveEmail = Endpoint<EmailProofQuery, Nothing, EmailProof>("POST", "/v1/email-proofs/{token}", isOpen: true)
    /// The browser that said yes to a contested letter brings the account, which began anew, its first device.
    ///
    /// Its session may give the signature; the device's proof is bound to the token. Of our own pages only.
    public static let beginAnew = Endpoint<Nothing, DeviceSessionRequest, SessionGrant>(
        "POST",
        "/v1/email-proofs/{token}/session",
        isOpen: true
    )
    /// The owner of the address says no: an unproved account is deleted, and what was allowed about a template ends, until it was used.
    public static let refuseEmailProof = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/email-proofs/{token}", isOpen: true)
    /// What an app asks of the person who is signed in; the id stands in the link `/confirm?id=…` that the app was answered.
    public static let appTemplate = Endpoint<Nothing, Nothing, EmailProof>("GET", "/v1/me/app-templates/{id}")
    /// A person refuses what an app asks, or takes back what they allowed, until it was used.
    public static let refuseAppTemplate = Endpoint<Nothing, Nothing, Nothing>("DELETE", "/v1/me/app-templates/{id}")
    /// A person lets an app have a signature of theirs that is good in it alone; needs an approval of purpose `allowAppSignature` for the
    /// same id, and our own page's session.
    public static let approveAppTemplate = Endpoint<Nothing, ApprovedRequest, Nothing>("POST", "/v1/me/app-templates/{id}/approval")
}
