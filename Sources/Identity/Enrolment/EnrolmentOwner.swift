import ParaphStorage
import ParaphWire

/// Whom a pending enrolment belongs to.
enum EnrolmentOwner: Hashable, Sendable {
    /// A person with an account, in one of their sessions: what was approved in one cannot be continued in another.
    case person(String, sessionID: String)
    /// An app and an address, for Sign To Login's registration, which may have no account yet; where the owner of the address has to allow it,
    /// the letter by which they did, so that no earlier samples of others are among those that it is about.
    case app(appID: String, email: EmailAddress, letterID: String? = nil)

    /// The owner as the table keeps them, an address as a keyed hash; `nil` where no address was ever kept.
    func key(keys: KeyRing, in tx: any ReadTransaction) throws -> String? {
        switch self {
        case .person(let id, let sessionID): "person:\(id):\(sessionID)"
        case .app(let appID, let email, let letterID):
            try PersonLookup.hash(email, keys: keys, in: tx).map { Self.key(appID, $0, letterID) }
        }
    }

    /// The owner as the table is about to keep them.
    func key(keeping keys: KeyRing, in tx: any WriteTransaction) throws -> String {
        switch self {
        case .person(let id, let sessionID): "person:\(id):\(sessionID)"
        case .app(let appID, let email, let letterID): Self.key(appID, try PersonLookup.hash(keeping: email, keys: keys, in: tx), letterID)
        }
    }

    /// How the owners begin that an app has.
    static func beginning(_ appID: String) -> String { "app:\(appID):" }

    private static func key(_ appID: String, _ hash: [UInt8], _ letterID: String?) -> String {
        beginning(appID) + Base64URL(hash).text + (letterID.map { ":\($0)" } ?? "")
    }
}

/// Where a finished template goes.
struct TemplatePlace: Hashable, Sendable {
    /// Whose template it is.
    var personID: String
    /// The only app that it is good for; `nil` where it is good for everything.
    var appID: String?

    /// What is kept of its samples and tries is kept under this.
    var key: String { appID ?? "own" }
}

/// What an enrolment has come to: the counts, and what completion made.
struct EnrolmentProgress<Value: Sendable>: Sendable {
    var id: String
    /// The samples that a template takes.
    var countModel: Int
    /// The samples that fit so far, of all that were given; it may fall when more come.
    var countExist: Int
    /// The samples that are still needed; 0 when the template was made.
    var countRequired: Int
    /// The samples of this request that do not fit.
    var countIncorrect: Int
    /// Which of this request's samples count, by their place in it.
    var counted: [Int]
    /// Which of this request's samples do not fit, by their place in it, and why.
    var rejected: [(index: Int, reason: String)]
    /// How hard the signature is to imitate, 0 … 1.
    var complexity: Double
    /// Words of warning, such as `easyToForge`.
    var warnings: [String]
    /// What the completing closure returned; `nil` while samples are missing.
    var completion: Value?

    /// Whether the template was made.
    var isComplete: Bool { completion != nil }
}
