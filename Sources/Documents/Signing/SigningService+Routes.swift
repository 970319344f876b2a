import Hummingbird
import ParaphWire
import ServerKit

extension SigningService {
    /// The most bytes of a save with a hundred signatures, and of a request for a seal with a passkey's statement.
    private static let bodyLimit = 32_768

    /// Adds the native API's calls about signing.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(DocumentsEndpoints.save, limit: Self.bodyLimit) { save, _, context in
            try await self.save(save, personID: context.requireSessionPersonID())
        }
        router.on(DocumentsEndpoints.sealOffer) { _, _, context in
            _ = try context.requireSession()
            return SealOffer(size: try await environment.authority.sealSize())
        }
        router.on(DocumentsEndpoints.sealVerdict, limit: SealVerdictService.bodyLimit) { request, _, context in
            _ = try context.requireSession()
            return try await SealVerdictService(authority: environment.authority, time: environment.time).judge(request)
        }
        router.on(DocumentsEndpoints.seal, limit: Self.bodyLimit) { request, _, context in
            let personID = try context.requireSessionPersonID()
            return try await seal(request, documentID: context.parameter("id"), personID: personID)
        }
    }
}
