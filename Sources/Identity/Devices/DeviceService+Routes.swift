import HTTPTypes
import Hummingbird
import ParaphWire
import ServerKit

extension DeviceService {
    /// Adds the calls about devices and those that ask to become one.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.requestDevice) { wanted, _, context in
            try await request(wanted, from: context.network)
        }
        router.on(IdentityEndpoints.deviceRequest) { _, request, context in
            try await status(of: context.parameter("id"), secret: Self.secret(of: request))
        }
        router.post(RouterPath(IdentityEndpoints.recoverDevice.path)) { request, context in
            let code = try await request.decoded(as: RecoveryCodeRequest.self, limit: 4096).recoveryCode
            let answer = try await recover(context.parameter("id"), secret: Self.secret(of: request), code: code, appID: context.appID)
            return try await environment.response(answer, granting: \.session, to: request)
        }
        router.on(IdentityEndpoints.devices) { _, _, context in
            let principal = try context.requirePrincipal()
            return PersonView.whole(try await devices(of: principal.personID, currentID: principal.deviceID))
        }
        router.delete(RouterPath(IdentityEndpoints.removeDevice.path)) { request, context in
            let caller = try context.requireCaller()
            try await remove(context.parameter("id"), approval: request.approval(), by: caller)
            return Response(status: .noContent)
        }
        router.on(IdentityEndpoints.deviceRequests) { _, request, context in
            let caller = try context.requireCaller()
            if let code = request.uri.queryParameters.get("code") {
                return PersonView.whole(try await requests(showing: code, to: caller))
            }
            return PersonView.whole(try await requests(of: caller.personID, from: context.network))
        }
        router.on(IdentityEndpoints.approveDevice) { approval, _, context in
            try await approve(context.parameter("id"), approval, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.declineDevice) { _, _, context in
            try await decline(context.parameter("id"), personID: context.requireSession().principal.personID)
            return Nothing()
        }
    }

    private static func secret(of request: Request) throws -> String {
        guard let name = HTTPField.Name("Paraph-Request-Secret"), let secret = request.headers[name], secret.utf8.count <= 200 else {
            throw Problem.unauthenticated("Send the request's secret in the header Paraph-Request-Secret.")
        }
        return secret
    }
}
