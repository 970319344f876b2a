import ParaphStorage
import ParaphWire
import ServerKit

/// The accounts of people as an app sees them, which has nothing but its key and an address to name them by.
///
/// What it opens is limited to the dialect: its templates are good in this app only.
struct AppAccounts: Sendable {
    let environment: IdentityEnvironment

    var proofs: EmailProofService { EmailProofService(environment: environment) }
    var enrolment: EnrolmentService { EnrolmentService(environment: environment) }
    var judge: SignatureJudge { SignatureJudge(environment: environment) }
    var photos: AppPhotos { AppPhotos(environment: environment) }

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
            guard let person = try AppReach.person(email, by: app, keys: environment.keys, in: tx) else { return .unknown }
            guard person.status == .active else { return .disabled }
            guard let template = try TemplateStore.find(of: person.id, forApp: app.id, in: tx), template.touch else { return .notEnrolled }
            return .enrolled
        }
    }
}
