import Hummingbird
import ParaphWire
import ServerKit

extension EvidenceService {
    /// Adds the native API's call about certificates.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(DocumentsEndpoints.evidence) { query, _, _, context in
            // Unlike what others read, this makes something: two signatures and an entry in the ledger.
            if context.principal == nil { try await context.admitStranger() }
            let id = try context.parameter("id")
            let language = try query.language.map { text in
                guard let language = Language(rawValue: text) else {
                    let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
                    throw Problem.invalid("language", .unknown, "must be one of \(known)")
                }
                return language
            }
            let file = try await certificate(
                of: id,
                for: context.principal?.personID,
                from: context.network,
                in: language ?? context.language
            )
            return Content(mediaType: "application/pdf", bytes: file, fileName: "paraph-\(id.prefix(8)).pdf")
        }
    }
}
