import HTTPTypes
import Hummingbird
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit

extension PersonService {
    /// Adds the calls about a person's own account.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.me) { _, _, context in
            try await me(context.requirePrincipal().personID)
        }
        router.on(IdentityEndpoints.updateMe) { changes, _, context in
            try await update(changes, by: context.requireCaller())
        }
        router.delete(RouterPath(IdentityEndpoints.deleteMe.path)) { request, context in
            let caller = try context.requireCaller()
            try await delete(by: caller, approval: request.approval())
            var response = Response(status: .noContent)
            if context.usesCookie { response.headers[.setCookie] = SessionCookie(site: environment.site).cleared }
            return response
        }
        router.on(IdentityEndpoints.giveConsent) { consent, _, context in
            try await giveConsent(consent, by: context.requireCaller())
        }
        router.delete(RouterPath(IdentityEndpoints.withdrawConsent.path)) { request, context in
            let caller = try context.requireCaller()
            return try JSONBody.response(try await withdrawConsent(approval: request.approval(), by: caller))
        }
        router.post(RouterPath(IdentityEndpoints.exportMe.path)) { request, context in
            let caller = try context.requireCaller()
            return try await ExportService(environment: environment).export(approval: request.approval(), by: caller).response()
        }
        router.on(IdentityEndpoints.activity) { _, request, context in
            let cursor = try request.uri.queryParameters["cursor"].map { text in
                guard let cursor = Int(text) else { throw Problem.invalid("cursor", "malformed", "is not one that a page named") }
                return cursor
            }
            let personID = try context.requirePrincipal().personID
            return try await environment.database.read { try ActivityStore.page(of: personID, cursor: cursor, limit: 50, in: $0) }
        }
        router.on(IdentityEndpoints.place) { _, _, context in
            try await place(of: context.requireSession().principal.personID)
        }
        router.on(IdentityEndpoints.deletePlace) { _, _, context in
            try await deletePlace(of: context.requireSession().principal.personID)
            return Nothing()
        }
        addPhotoRoutes(to: router)
    }

    private func addPhotoRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.putPhoto) { _, request, context in
            let personID = try context.requireSession().principal.personID
            try await setPhoto(request.bytes(upTo: Self.photoLimit), of: personID)
            return Nothing()
        }
        router.get(RouterPath(IdentityEndpoints.photo.path)) { _, context in
            let (bytes, reference) = try await photo(of: context.requirePrincipal().personID)
            var response = Response(
                status: .ok,
                headers: [.contentType: reference.mediaType, .cacheControl: "private, no-store"],
                body: .init(byteBuffer: ByteBuffer(bytes: bytes))
            )
            if let name = HTTPField.Name("Paraph-Photo-Orientation") { response.headers[name] = String(reference.orientation) }
            return response
        }
        router.on(IdentityEndpoints.deletePhoto) { _, _, context in
            try await deletePhoto(of: context.requireSession().principal.personID)
            return Nothing()
        }
    }
}
