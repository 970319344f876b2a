import ParaphStorage
import ParaphWire

/// The networks where a person's signatures matched, or were given for a template, in the organisation's apps: strangers are elsewhere.
///
/// A network is known for the template that matched there: the network of a planted one is known for that one only.
enum FamiliarNetwork {
    /// How long a network counts as one of the person's, in seconds.
    static let memory: Int64 = 90 * 86_400

    /// Whether a person's signature matched a template in a network lately.
    static func contains(_ network: String?, of template: TemplatePlace, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try AppUseStore.contains(scope(template), subject: subject(network, template), at: now, in: tx)
    }

    /// Notes that a signature matched a template in a network, or was given for it.
    static func note(_ network: String?, of template: TemplatePlace, at now: Timestamp, in tx: any WriteTransaction) throws {
        let subject = subject(network, template)
        try AppUseStore.put(scope(template), subject: subject, for: memory, of: template.personID, at: now, in: tx)
    }

    private static func scope(_ template: TemplatePlace) -> String { "network:\(template.personID)" }

    private static func subject(_ network: String?, _ template: TemplatePlace) -> SecretHash {
        SecretHash(of: "\(template.personID) \(network ?? "")\(template.appID.map { " \($0)" } ?? "")")
    }
}
