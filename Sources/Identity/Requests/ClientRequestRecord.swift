import ParaphStorage
import ParaphWire

/// What a program asks of a person, as the table keeps it.
struct ClientRequestRecord: Sendable {
    let id: String
    let personID: String
    /// The program, as `Principal.program` names it.
    let client: String
    let kind: ClientRequest.Kind
    let details: Details
    /// The signatures that were looked at for it, on whatever challenges; some may still be.
    var attempts = 0
    /// How many of them were not the person's.
    var failures = 0
    var status = Status.pending
    /// The signature that approved it.
    var signatureID: String?
    var answeredAt: Timestamp?
    /// When what the person approved was taken back with their consent, or with what they allowed the program: what it signed until then stays.
    var withdrawnAt: Timestamp?
    let createdAt: Timestamp
    let expiresAt: Timestamp

    /// What it says, sealed by the person's key.
    struct Details: Codable, Hashable, Sendable {
        var clientName: String?
        var description: String?
        /// What is to be signed, each digest once.
        var digests: [Base64URL] = []
        /// The key that is to sign, by the name that its owner gave it.
        var credential = ""
        /// What the program shows the person, who types it before they sign: three digits.
        var code: String?
        /// What the program gets tokens for, where it gets any.
        var scopes: [String]?

        /// The digests as devices sign them; `nil` where there are none.
        var digestClaim: String? { digests.isEmpty ? nil : digests.map(\.text).joined(separator: " ") }
    }

    enum Status: String, Sendable {
        case pending
        /// By a signature of the person's.
        case approved
        /// The person said no.
        case declined
        /// Too many signatures were not the person's.
        case denied
        /// The person said that it is none of theirs.
        case reported
    }

    func isPending(at now: Timestamp) -> Bool { status == .pending && now < expiresAt }

    /// The request as its person sees it at a moment.
    func wire(at now: Timestamp) -> ClientRequest {
        let outcome: ClientRequest.Outcome? =
            switch status {
            case .pending: now < expiresAt ? nil : .expired
            case .approved: .approved
            case .declined: .declined
            case .denied: .denied
            case .reported: .reported
            }
        return ClientRequest(
            id: id,
            kind: kind,
            clientName: details.clientName,
            description: details.description,
            digests: details.digests,
            asksCode: details.code == nil ? nil : true,
            scopes: details.scopes,
            createdAt: createdAt,
            expiresAt: expiresAt,
            outcome: outcome
        )
    }
}
