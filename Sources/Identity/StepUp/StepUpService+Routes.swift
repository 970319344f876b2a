import Hummingbird
import ParaphWire
import ServerKit

extension StepUpService {
    /// Adds the calls about approvals by mailed codes.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.stepUp) { _, _, context in
            try await status(of: context.requireCaller())
        }
        router.on(IdentityEndpoints.requestApprovalCode) { request, _, context in
            try await requestCode(request, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.approveByApprovalCode) { request, _, context in
            try await confirm(context.parameter("id"), code: request.code, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.cancelApprovalCodes) { _, _, context in
            try await cancelHolds(of: context.requireCaller().personID)
            return Nothing()
        }
    }
}
