import Hummingbird
import ParaphWire
import ServerKit

extension DeviceService {
    /// Adds the calls about devices and those that ask to become one.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.requestDevice) { wanted, _, context in
            try await request(wanted, from: context.network)
        }
        router.on(IdentityEndpoints.deviceRequest) { shown, _, _, context in
            try await status(of: context.parameter("id"), secret: shown.required())
        }
        router.answer(IdentityEndpoints.recoverDevice, limit: 4096) { shown, given, request, context in
            let answer = try await recover(
                context.parameter("id"),
                secret: shown.required(),
                code: given.recoveryCode,
                appID: context.appID
            )
            return try await environment.response(answer, granting: \.session, to: request)
        }
        router.on(IdentityEndpoints.withdrawDeviceRequest) { shown, _, _, context in
            try await withdraw(context.parameter("id"), secret: shown.required())
            return Nothing()
        }
        router.answer(IdentityEndpoints.signInApproved, limit: 4096) { shown, asked, request, context in
            let secret = try shown.required()
            let grant = try await signIn(context.parameter("id"), secret: secret, asked, appID: context.appID)
            return try await environment.response(granting: grant, to: request)
        }
        router.on(IdentityEndpoints.devices) { _, _, context in
            let principal = try context.requirePrincipal()
            return Page(items: try await devices(of: principal.personID, currentID: principal.deviceID))
        }
        router.on(IdentityEndpoints.removeDevice, limit: 4096) { approved, _, context in
            try await remove(context.parameter("id"), approval: approved.approval, by: context.requireCaller())
            return Nothing()
        }
        router.on(IdentityEndpoints.deviceRequests) { query, _, _, context in
            let caller = try context.requireCaller()
            if let code = query.code {
                return Page(items: try await requests(showing: code, to: caller))
            }
            return Page(items: try await requests(of: caller.personID, from: context.network))
        }
        router.on(IdentityEndpoints.approveDevice) { approval, _, context in
            try await approve(context.parameter("id"), approval, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.declineDevice) { _, _, context in
            try await decline(context.parameter("id"), personID: context.requireSessionPersonID())
            return Nothing()
        }
    }
}

extension RequestSecret {
    /// The secret.
    ///
    /// - Throws: an `unauthenticated` ``ParaphWire/Problem`` where there is none, or none of the length of any.
    fileprivate func required() throws -> String {
        guard let secret, secret.utf8.count <= 200 else {
            throw Problem.unauthenticated("Send the request's secret in the header Paraph-Request-Secret.")
        }
        return secret
    }
}
