import Hummingbird
import ServerKit
import SignToLoginDialect

/// Sign To Login's API (spec 000): an adapter that translates its calls and answers, and decides nothing.
struct SignToLogin: Sendable {
    let accounts: AppAccounts
    let authenticator: AppAuthenticator

    init(environment: IdentityEnvironment) {
        accounts = AppAccounts(environment: environment)
        authenticator = AppAuthenticator(database: environment.database)
    }

    /// `/register/`: makes the account and its template.
    func register(_ parameters: SignToLoginParameters, app: AppRecord, context: ParaphContext) async throws -> SignToLoginAnswer {
        let call = try RegisterCall(parameters, now: accounts.environment.time.now())
        // A new address costs an account and a letter to its owner, and the key of an app is no secret.
        if try await accounts.person(call.email, in: app) == nil { try await context.admitStranger() }
        switch try await accounts.register(call, app: app, language: context.language, network: context.network) {
        case .done(let sessionID): return .registered(sessionID: sessionID)
        case .moreNeeded(let required, let exist, let model, let incorrect):
            return .moreNeeded(required: required, exist: exist, model: model, incorrect: incorrect)
        case .confirmationNeeded(let link): return .confirmationNeeded(link: link)
        case .disabled: throw SignToLoginFailure.disabled
        case .tooManyAddresses(let seconds):
            throw SignToLoginFailure.tooMany(
                error: "This app brought up too many new addresses today; ask whoever runs the server if it needs more",
                retryAfter: seconds
            )
        }
    }

    /// `/login/`: whether the address has an account with a template that was captured by touch.
    func login(_ parameters: SignToLoginParameters, app: AppRecord) async throws -> SignToLoginAnswer {
        let call = try LoginCall(parameters)
        switch try await accounts.standing(of: call.email, in: app) {
        case .unknown:
            accounts.environment.countUnreached("login", by: app)
            throw SignToLoginFailure.unknownUser
        case .disabled: throw SignToLoginFailure.disabled
        case .notEnrolled: throw SignToLoginFailure.registrationRequired
        case .enrolled: return .enrolled
        }
    }

    /// `/authenticate/`: compares and keeps a signature.
    func authenticate(_ parameters: SignToLoginParameters, app: AppRecord, network: String?) async throws -> SignToLoginAnswer {
        let call = try AuthenticateCall(parameters)
        guard let person = try await accounts.person(call.email, in: app) else {
            accounts.environment.countUnreached("authenticate", by: app)
            throw SignToLoginFailure.unknownUser
        }
        guard person.status == .active else { throw SignToLoginFailure.disabled }
        switch try await accounts.authenticate(call, personID: person.id, app: app, network: network) {
        case .judged(let judged):
            let similarity = (judged.similarity * 10_000).rounded() / 10_000
            return .signed(similarity: similarity, signatureID: judged.signatureID, refusal: judged.refusal)
        case .wait(let seconds):
            throw SignToLoginFailure.tooMany(
                error: "Too many signatures did not match; wait \(seconds.counted("second")) before the next",
                retryAfter: seconds
            )
        }
    }
}
