import Hummingbird
import ParaphWire
import ServerKit

extension KeptSigningService {
    /// The most bytes of a request to complete, with a passkey's statement.
    private static let completionLimit = 32_768

    /// Adds the native API's calls about signing kept documents.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(KeptDocumentsEndpoints.prepare, limit: Self.bodyLimit) { wanted, _, context in
            let personID = try context.requireSession().principal.personID
            return try await prepare(wanted, keptID: context.parameter("id"), personID: personID)
        }
        router.on(KeptDocumentsEndpoints.complete, limit: Self.completionLimit) { request, _, context in
            let personID = try context.requireSession().principal.personID
            let (keptID, draftID) = (try context.parameter("id"), try context.parameter("draftId"))
            return try await complete(request, draftID: draftID, keptID: keptID, personID: personID)
        }
    }
}
