import ParaphStorage
import ParaphWire
import ServerKit

/// SignPass as its spec has it: a site asks for a signature, and learns how it went; no tokens come of it.
///
/// It translates: what may be asked of whom, how often and for how long is told where CIBA's requests are, and so is what becomes of them.
struct SignPassService: Sendable {
    let environment: IdentityEnvironment

    /// Asks a person to sign in to the client's site.
    ///
    /// - Throws: an ``OAuthError``; a `tooMany` ``Problem``.
    func ask(_ parameters: OAuthParameters, for client: ClientRecord, in encoding: SignPassEncoding) async throws -> SignPassMessage {
        try BackchannelService.require(client)
        let delivery = try await environment.database.read { try ClientDeliveryStore.find(client.id, in: $0) }
        guard !delivery.signsRequests else {
            throw OAuthError.invalidRequest("This client was registered to sign what it asks, which goes by CIBA only.")
        }
        let wanted = try BackchannelRequest(
            user: try parameters.required("user"),
            message: try parameters.value("purpose"),
            lifetime: try parameters.value("expiry")
        )
        // People read the name that was registered: a client may repeat it, and no other.
        if let bank = try parameters.value("bank"), bank.lowercased() != client.name.lowercased() {
            throw OAuthError("invalid_bank", "bank is another name than this client was registered by; leave it out.")
        }
        let request = try await BackchannelService(environment: environment).ask(wanted, for: client) { request, tx in
            let delivery = RequestDelivery(requestID: request.id, clientID: client.id, kind: encoding.kind)
            try RequestDeliveryStore.insert(delivery, of: request.personID, keys: environment.keys, in: tx)
        }
        var members: [(name: String, value: SignPassMessage.Value)] = [
            ("id", .text(request.id)), ("state", "pending"), ("time", .text(request.createdAt.text)),
            ("expires", .text(request.expiresAt.text)),
        ]
        if let code = request.details.code { members.append(("code", .text(code))) }
        return SignPassMessage(name: "request", members: members)
    }

    /// How a request of the client's stands; as often as it asks, for a day.
    ///
    /// - Throws: an ``OAuthError``: `unknown_request` for one that is unknown, or another client's.
    func result(_ parameters: OAuthParameters, for client: ClientRecord, patience: RequestWait.Patience?) async throws -> SignPassMessage {
        let id = try parameters.required("id")
        guard let patience else { return try await look(at: id, for: client).message }
        return try await RequestWait(environment: environment).answer(about: id, for: client.id, within: patience) { _ in
            try await look(at: id, for: client)
        } isOpen: {
            $0.state == .pending
        }.message
    }

    private func look(at id: String, for client: ClientRecord) async throws -> SignPassResult {
        try await environment.database.read { tx in
            guard id.utf8.count <= 64, !id.utf8.contains(0),
                let request = try ClientRequestStore.find(id, keys: environment.keys, in: tx),
                let delivery = try RequestDeliveryStore.find(id, of: request.personID, keys: environment.keys, in: tx),
                delivery.clientID == client.id, SignPassEncoding(delivery.kind) != nil
            else { throw OAuthError("unknown_request", "There is no such request of this client, or it is older than a day.", status: 404) }
            return try SignPassResult(request, at: environment.time.now(), environment, in: tx)
        }
    }
}
