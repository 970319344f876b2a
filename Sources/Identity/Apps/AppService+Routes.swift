import HTTPTypes
import Hummingbird
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
        router.on(IdentityEndpoints.endApp, limit: 4096) { approved, _, context in
            try await grants.end(context.parameter("id"), approval: approved.approval, by: context.requireCaller())
            return Nothing()
        }
        router.on(IdentityEndpoints.apps) { _, _, context in
            try await list(of: context.requireSessionPersonID())
        }
        router.on(IdentityEndpoints.registerApp, status: .created) { registration, _, context in
            try await register(registration, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.updateApp) { changes, _, context in
            try await update(context.parameter("id"), by: context.requireSessionPersonID(), with: changes)
        }
        router.on(IdentityEndpoints.deleteApp, limit: 4096) { approved, _, context in
            try await delete(context.parameter("id"), approval: approved.approval, by: context.requireCaller())
            return Nothing()
        }
        router.on(IdentityEndpoints.renewAppKey) { request, _, context in
            try await renewKey(of: context.parameter("id"), approval: request.approval, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.putAppIcon, limit: AppRules.iconLimit) { icon, _, context in
            try await setIcon(icon.bytes, of: context.parameter("id"), by: context.requireSessionPersonID())
            return Nothing()
        }
        router.on(IdentityEndpoints.appIcon) { _, _, context in
            let icon = try await icon(of: context.parameter("id"), by: context.requireSessionPersonID())
            return Content(mediaType: icon.mediaType, bytes: icon.bytes)
        }
    }
}
