import Hummingbird
import ParaphWire
import ServerKit

extension AnswerService {
    /// The most bytes of an answer: a sample of thirty thousand points, as text.
    private static let answerLimit = 600_000

    /// Adds the calls about challenges.
    func addRoutes(to router: Router<ParaphContext>) {
        let challenges = ChallengeService(environment: environment)
        router.on(IdentityEndpoints.createChallenge) { request, _, context in
            let caller = request.purpose == .signIn ? nil : try context.requireCaller()
            return try await challenges.create(request, by: caller, language: context.language)
        }
        router.on(IdentityEndpoints.cancelChallenge) { given, _, _, context in
            try await challenges.cancel(context.parameter("id"), nonce: given.nonce, sessionID: context.principal?.sessionID)
            return Nothing()
        }
        router.answer(IdentityEndpoints.answerChallenge, limit: Self.answerLimit) { _, given, request, context in
            let result = try await answer(context.parameter("id"), given, appID: context.appID)
            return try await environment.response(result, granting: \.session, to: request)
        }
    }
}
