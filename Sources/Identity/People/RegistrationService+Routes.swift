import Hummingbird
import ParaphWire
import ServerKit

extension RegistrationService {
    /// Adds the calls by which strangers become people.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.consentText) { _, _, context in
            ConsentDocument.text(in: context.language)
        }
        router.on(IdentityEndpoints.register) { request, _, context in
            try await register(request, from: context.network)
        }
        router.on(IdentityEndpoints.resendCode) { _, _, context in
            try await resendCode(context.parameter("id"), from: context.network)
        }
        router.answer(IdentityEndpoints.confirmRegistration) { _, confirmation, request, context in
            let grant = try await confirm(context.parameter("id"), confirmation, appID: context.appID, from: context.network)
            return try await environment.response(granting: grant, to: request)
        }
    }
}
