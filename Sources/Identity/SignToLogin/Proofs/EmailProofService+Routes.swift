import Hummingbird
import ParaphWire
import ServerKit

extension EmailProofService {
    /// Adds the calls behind mailed links; who holds the link may make them.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.emailProof) { _, _, context in
            try await find(token: context.parameter("token"))
        }
        router.on(IdentityEndpoints.proveEmail) { seen, _, _, context in
            try await prove(token: context.parameter("token"), shown: seen)
        }
        router.on(IdentityEndpoints.refuseEmailProof) { _, _, context in
            try await refuse(token: context.parameter("token"))
            return Nothing()
        }
        router.answer(IdentityEndpoints.beginAnew, limit: 4096) { _, asked, request, context in
            guard context.appID == nil else { throw Problem.ownSessionRequired }
            return try await environment.response(granting: begin(token: context.parameter("token"), asked), to: request)
        }
        router.on(IdentityEndpoints.appTemplate) { _, _, context in
            try await find(context.parameter("id"), by: context.requireCaller())
        }
        router.on(IdentityEndpoints.refuseAppTemplate) { _, _, context in
            try await refuse(context.parameter("id"), by: context.requireCaller())
            return Nothing()
        }
        router.on(IdentityEndpoints.approveAppTemplate) { request, _, context in
            try await approve(context.parameter("id"), approval: request.approval, by: context.requireCaller())
            return Nothing()
        }
    }
}
