import Crypto
import ParaphStorage
import ParaphWire

/// Whom a pending enrolment belongs to.
enum EnrolmentOwner: Hashable, Sendable {
    /// A person with an account, in one of their sessions: what was approved in one cannot be continued in another.
    case person(String, sessionID: String)
    /// An app and an address, for Sign To Login's registration, and what parts those who ask for it.
    case app(appID: String, email: EmailAddress, Asker)

    /// By what samples for an address in an app are told apart.
    enum Asker: Hashable, Sendable {
        /// The requester, as far as the form tells them apart, where there is no account yet: the digest of the network and of what the app
        /// says of the device.
        case requester(String)
        /// The letter by which the owner of the address allowed it, so that no earlier samples of others are among those that it is about.
        case letter(String)

        /// A requester in a network, on a device.
        init(network: String?, device: String?, system: String?) {
            let told = [network, device, system].map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined(separator: ",")
            self = .requester(Base64URL(Array(SHA256.hash(data: Array(told.utf8)))).text)
        }

        fileprivate var key: String {
            switch self {
            case .requester(let digest): "from:\(digest)"
            case .letter(let id): id
            }
        }
    }

    /// The owner as the table keeps them, an address as a keyed hash; `nil` where no address was ever kept.
    func key(keys: KeyRing, in tx: any ReadTransaction) throws -> String? {
        switch self {
        case .person(let id, let sessionID): "person:\(id):\(sessionID)"
        case .app(let appID, let email, let asker):
            try PersonLookup.hash(email, keys: keys, in: tx).map { Self.key(appID, $0, asker) }
        }
    }

    /// The owner as the table is about to keep them.
    func key(keeping keys: KeyRing, in tx: any WriteTransaction) throws -> String {
        switch self {
        case .person(let id, let sessionID): "person:\(id):\(sessionID)"
        case .app(let appID, let email, let asker): Self.key(appID, try PersonLookup.hash(keeping: email, keys: keys, in: tx), asker)
        }
    }

    /// Between which keys the owners stand that an app has: from `beginning` on and before `end`.
    static func keys(inApp appID: String) -> (beginning: String, end: String) { ("app:\(appID):", "app:\(appID);") }

    private static func key(_ appID: String, _ hash: [UInt8], _ asker: Asker) -> String {
        "\(keys(inApp: appID).beginning)\(Base64URL(hash).text):\(asker.key)"
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
