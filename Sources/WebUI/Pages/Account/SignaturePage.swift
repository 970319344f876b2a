import ParaphWire

/// What is known of the template, and changing it.
struct SignaturePage: Page {
    static let template = "signature"

    let signature: SignatureStatus

    static func load(_ visit: Visit) async throws -> SignaturePage {
        SignaturePage(signature: try await visit.enrolledPerson().signature)
    }

    var title: String { "signature.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Account/signature.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .signature)
        values["created"] = signature.createdAt?.text
        values["references"] = signature.referenceCount.map(String.init)
        values["strength"] = signature.complexity.map { phrases["signature.\($0 >= 0.66 ? "strong" : $0 >= 0.33 ? "fair" : "weak")"] }
        return values
    }
}
