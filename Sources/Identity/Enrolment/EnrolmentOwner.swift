/// Whom a pending enrolment belongs to.
enum EnrolmentOwner: Hashable, Sendable {
    /// A person with an account.
    case person(String)
    /// An app and an address, for Sign To Login's registration, which may have no account yet.
    case app(appID: String, email: EmailAddress)

    /// The owner as the table keeps them.
    var key: String {
        switch self {
        case .person(let id): "person:\(id)"
        case .app(let appID, let email): "app:\(appID):\(email.text)"
        }
    }
}

/// Where a finished template goes.
struct TemplatePlace: Hashable, Sendable {
    /// Whose template it is.
    var personID: String
    /// The only app that it is good for; `nil` where it is good for everything.
    var appID: String?
}

/// What an enrolment has come to: the counts, and what completion made.
struct EnrolmentProgress<Value: Sendable>: Sendable {
    var id: String
    /// The samples that a template takes.
    var countModel: Int
    /// The samples that fit so far.
    var countExist: Int
    /// The samples that are still needed; 0 when the template was made.
    var countRequired: Int
    /// The samples of this request that do not fit.
    var countIncorrect: Int
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
