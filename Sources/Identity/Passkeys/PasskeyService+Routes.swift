import Hummingbird
import ParaphWire
import ServerKit

extension PasskeyService {
    /// Adds the calls about passkeys.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.passkeys) { _, _, context in
            Page(items: try await passkeys(of: context.requireSessionPersonID()))
        }
        router.on(IdentityEndpoints.beginPasskey) { _, _, context in
            try await begin(by: context.requireCaller())
        }
        router.on(IdentityEndpoints.addPasskey) { new, _, context in
            try await add(new, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.renamePasskey) { wanted, _, context in
            try await rename(context.parameter("id"), to: wanted.name, personID: context.requireSessionPersonID())
        }
        router.on(IdentityEndpoints.removePasskey, limit: 4096) { approved, _, context in
            try await remove(context.parameter("id"), approval: approved.approval, by: context.requireCaller())
            return Nothing()
        }
        router.on(IdentityEndpoints.createPasskeyChallenge) { request, _, context in
            let isForSession = request.purpose != .signIn
            return try await challenge(request, personID: isForSession ? context.requireSessionPersonID() : nil)
        }
        router.on(IdentityEndpoints.protectDevice) { answer, _, context in
            let principal = try context.requireSession().principal
            return try await protect(answer, personID: principal.personID, deviceID: principal.deviceID)
        }
        router.on(IdentityEndpoints.approveByPasskey) { answer, _, context in
            try await approve(answer, by: context.requireCaller())
        }
        router.answer(IdentityEndpoints.signInByPasskey) { _, wanted, request, context in
            try await environment.response(granting: signIn(wanted, appID: context.appID), to: request)
        }
    }
}
