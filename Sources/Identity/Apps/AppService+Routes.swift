import HTTPTypes
import Hummingbird
import NIOCore
import ParaphWire
import ServerKit

extension AppService {
    /// Adds the calls about apps of the native API.
    func addRoutes(to router: Router<ParaphContext>) {
        let grants = AppGrantService(environment: environment)
        router.on(IdentityEndpoints.appGrants) { _, _, context in
            try await grants.list(of: context.requirePrincipal().personID)
        }
        router.on(IdentityEndpoints.allowApp) { request, _, context in
            try await grants.allow(context.parameter("id"), approval: request.approval, by: context.requireCaller())
        }
        router.delete(RouterPath(IdentityEndpoints.endApp.path)) { request, context in
            let caller = try context.requireCaller()
            try await grants.end(context.parameter("id"), approval: request.approval(), by: caller)
            return Response(status: .noContent)
        }
        router.on(IdentityEndpoints.apps) { _, _, context in
            try await list(of: context.requireSession().principal.personID)
        }
        router.on(IdentityEndpoints.registerApp, status: .created) { registration, _, context in
            try await register(registration, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.updateApp) { changes, _, context in
            try await update(context.parameter("id"), by: context.requireSession().principal.personID, with: changes)
        }
        router.delete(RouterPath(IdentityEndpoints.deleteApp.path)) { request, context in
            let caller = try context.requireCaller()
            try await delete(context.parameter("id"), approval: request.approval(), by: caller)
            return Response(status: .noContent)
        }
        router.on(IdentityEndpoints.renewAppKey) { request, _, context in
            try await renewKey(of: context.parameter("id"), approval: request.approval, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.putAppIcon) { _, request, context in
            let personID = try context.requireSession().principal.personID
            try await setIcon(request.bytes(upTo: AppRules.iconLimit), of: context.parameter("id"), by: personID)
            return Nothing()
        }
        router.get(RouterPath(IdentityEndpoints.appIcon.path)) { _, context in
            let icon = try await icon(of: context.parameter("id"), by: context.requireSession().principal.personID)
            return Response(
                status: .ok,
                headers: [.contentType: icon.mediaType, .cacheControl: "private, no-cache"],
                body: .init(byteBuffer: ByteBuffer(bytes: icon.bytes))
            )
        }
    }
}
