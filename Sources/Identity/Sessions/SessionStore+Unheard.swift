import ParaphStorage
import ParaphWire
import ServerKit

/// Sessions whose answer may have been lost: the same request is answered again, until the session is used.
extension SessionStore {
    /// How long after a session began its answer is told again, in seconds.
    static let unheardLifetime: Int64 = 10 * 60

    /// How often an answer is told again at most.
    private static let unheardLimit = 16

    /// Keeps by which request a session began, and by which proof of its device.
    static func keepUnheard(_ grant: SessionGrant, of request: SecretHash, provedBy proof: Base64URL, in tx: any WriteTransaction) throws {
        guard let token = grant.token else { return }
        try tx.execute(
            "UPDATE session SET unheardOf = \(request), unheardProofs = \(point(of: proof)) WHERE tokenHash = \(SecretHash(of: token))"
        )
    }

    /// What tells a proof from others by the same key: the point of a signature, as the other half can be turned into one that is right too by anybody.
    private static func point(of proof: Base64URL) -> [UInt8] { Array(proof.bytes.prefix(32)) }

    /// The session that a request began and that nothing was done with, under a new token; the one before is worth nothing then.
    ///
    /// - Parameters:
    ///   - request: The request, as it was kept.
    ///   - proof: What shows that the device asks: one that came before may have been copied, and opens nothing.
    ///   - appID: The app through which it came, which has to be the same.
    ///   - now: The time.
    ///   - tx: The transaction.
    /// - Returns: the session; `nil` where there is none of this request any more.
    /// - Throws: an `appRefused` ``Problem`` where the app was disabled meanwhile.
    static func renewUnheard(
        _ request: SecretHash,
        provedBy proof: Base64URL,
        appID: String?,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> SessionGrant? {
        let row = try tx.first(
            """
            SELECT session.* FROM session JOIN person ON person.id = session.personId
            WHERE session.unheardOf = \(request) AND session.createdAt > \(now.adding(seconds: -unheardLifetime))
                AND session.expiresAt > \(now) AND person.status = 'active' AND session.kind = 'person'
            """
        )
        guard let row else { return nil }
        let (session, point) = (try SessionRecord(row: row), point(of: proof))
        let known: [UInt8] = try row.find("unheardProofs") ?? []
        let isKnown = stride(from: 0, to: known.count, by: point.count).contains { known[$0...].starts(with: point) }
        guard session.appID == appID, !isKnown, known.count < unheardLimit * point.count else { return nil }
        if let appID { try AppAuthenticator.requireEnabled(appID, in: tx) }
        let token = Secret.random()
        try tx.execute("UPDATE session SET tokenHash = \(token.hash), unheardProofs = \(known + point) WHERE id = \(session.id)")
        return SessionGrant(
            token: token.text,
            personId: session.personID,
            deviceId: session.deviceID,
            expiresAt: session.expiresAt,
            isEnrolled: try TemplateStore.find(TemplatePlace(personID: session.personID), in: tx) != nil
        )
    }

    /// Notes that the answer arrived: who has the token uses it.
    static func noteHeard(_ id: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE session SET unheardOf = NULL, unheardProofs = NULL WHERE id = \(id)")
    }
}
