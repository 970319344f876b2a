import Hummingbird
import ParaphWire
import ServerKit

extension RecoveryService {
    /// Adds the calls about recovery codes.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.recoveryCodes) { _, _, context in
            try await codes(of: context.requireSessionPersonID())
        }
        router.on(IdentityEndpoints.renewRecoveryCodes) { request, _, context in
            try await renewCodes(request, by: context.requireCaller())
        }
        router.answer(IdentityEndpoints.signInByRecoveryCode) { _, asked, request, context in
            try await environment.response(granting: signIn(asked, appID: context.appID), to: request)
        }
        router.on(IdentityEndpoints.approveByRecoveryCode) { request, _, context in
            let (principal, sessionID) = try context.requireSession()
            return try await approve(request, personID: principal.personID, sessionID: sessionID, deviceID: principal.deviceID)
        }
    }
}
