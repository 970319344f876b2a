import HTTPTypes
import Hummingbird
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
        router.answer(IdentityEndpoints.deleteMe, limit: 4096) { _, approved, _, context in
            try await delete(by: context.requireCaller(), approval: approved.approval)
            var response = Response(status: .noContent)
            if context.usesCookie { response.headers[.setCookie] = SessionCookie(site: environment.site).cleared }
            return response
        }
        router.on(IdentityEndpoints.giveConsent) { consent, _, context in
            try await giveConsent(consent, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.withdrawConsent, limit: 4096) { approved, _, context in
            try await withdrawConsent(approval: approved.approval, by: context.requireCaller())
        }
        router.answer(IdentityEndpoints.exportMe, limit: 4096) { _, approved, _, context in
            let caller = try context.requireCaller()
            return try await ExportService(environment: environment).export(approval: approved.approval, by: caller).response()
        }
        router.on(IdentityEndpoints.activity) { query, _, _, context in
            let personID = try context.requirePrincipal().personID
            let words = ActivityWords(kinds: environment.domains.activityKinds, language: context.language)
            return try await environment.database.read { [keys = environment.keys] tx in
                try ActivityStore.page(of: personID, after: query.after, limit: 50, words: words, keys: keys, in: tx)
            }
        }
        router.on(IdentityEndpoints.place) { _, _, context in
            try await place(of: context.requireSessionPersonID())
        }
        router.on(IdentityEndpoints.deletePlace) { _, _, context in
            try await deletePlace(of: context.requireSessionPersonID())
            return Nothing()
        }
        addPhotoRoutes(to: router)
    }

    private func addPhotoRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.putPhoto, limit: Self.photoLimit) { photo, _, context in
            try await setPhoto(photo.bytes, of: context.requireSessionPersonID())
            return Nothing()
        }
        router.on(IdentityEndpoints.photo) { _, _, context in
            let (bytes, reference) = try await photo(of: context.requirePrincipal().personID)
            return Content(mediaType: reference.mediaType, bytes: bytes, orientation: reference.orientation)
        }
        router.on(IdentityEndpoints.deletePhoto) { _, _, context in
            try await deletePhoto(of: context.requireSessionPersonID())
            return Nothing()
        }
    }
}
