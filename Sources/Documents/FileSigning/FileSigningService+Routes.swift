import Hummingbird
import ParaphWire
import ServerKit

extension FileSigningService {
    /// The most bytes of a request to complete, with a passkey's statement.
    private static let completionLimit = 32_768

    /// Adds the native API's calls about signing files.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(FileSigningEndpoints.prepare, limit: Self.bodyLimit) { wanted, _, context in
            let personID = try context.requireSessionPersonID()
            return try await prepare(wanted, fileID: context.parameter("id"), personID: personID)
        }
        router.on(FileSigningEndpoints.complete, limit: Self.completionLimit) { request, _, context in
            let personID = try context.requireSessionPersonID()
            let (fileID, draftID) = (try context.parameter("id"), try context.parameter("draftId"))
            return try await complete(request, draftID: draftID, fileID: fileID, personID: personID)
        }
    }
}
