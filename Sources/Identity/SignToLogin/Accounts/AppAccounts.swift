import ParaphStorage
import ParaphWire
import ServerKit

/// The accounts of people as an app sees them, which has nothing but its key and an address to name them by.
///
/// What it opens is limited to the dialect: its templates are good in this app only, unless a known device allowed more.
struct AppAccounts: Sendable {
    let environment: IdentityEnvironment

    var proofs: EmailProofService { EmailProofService(environment: environment) }
    var enrolment: EnrolmentService { EnrolmentService(environment: environment) }
    var judge: SignatureJudge { SignatureJudge(environment: environment) }

    /// How often an app may compare signatures that do not match before every further one waits: 60 in a row, then 30 seconds.
    ///
    /// It never stops for good: an app's key and an address are no secrets, and nobody must be able to lock somebody else out.
    static let attempts = AttemptPolicy(freeFailures: 60, delay: 30, hardStop: .max)

    /// What an address is to an app.
    enum Standing: Hashable, Sendable {
        case unknown
        /// An administrator disabled the account.
        case disabled
        /// There is no template that was captured by touch, or none that this app may use.
        case notEnrolled
        case enrolled
    }

    /// What an address is to an app.
    func standing(of email: EmailAddress, in app: AppRecord) async throws -> Standing {
        try await environment.database.read { tx in
            guard let person = try PersonStore.find(email, inApp: app.id, in: tx) else { return .unknown }
            guard person.status == .active else { return .disabled }
            guard let template = try TemplateStore.find(of: person.id, forApp: app.id, in: tx), template.touch else { return .notEnrolled }
            return .enrolled
        }
    }
}
