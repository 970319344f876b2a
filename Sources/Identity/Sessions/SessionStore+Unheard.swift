import ParaphStorage
import ParaphWire
import ServerKit

/// Sessions whose answer may have been lost: the same request is answered again, until the session is used.
extension SessionStore {
    /// How long after a session began its answer is told again, in seconds.
    static let unheardLifetime: Int64 = 10 * 60

    /// Keeps by which request a session began.
    static func keepUnheard(_ grant: SessionGrant, of request: SecretHash, in tx: any WriteTransaction) throws {
        guard let token = grant.token else { return }
        try tx.execute("UPDATE session SET unheardOf = \(request) WHERE tokenHash = \(SecretHash(of: token))")
    }

    /// The session that a request began and that nothing was done with, under a new token; the one before is worth nothing then.
    ///
    /// - Parameters:
    ///   - request: The request, as it was kept.
    ///   - appID: The app through which it came, which has to be the same.
    ///   - now: The time.
    ///   - tx: The transaction.
    /// - Returns: the session; `nil` where there is none of this request any more.
    /// - Throws: an `appRefused` ``Problem`` where the app was disabled meanwhile.
    static func renewUnheard(_ request: SecretHash, appID: String?, at now: Timestamp, in tx: any WriteTransaction) throws -> SessionGrant?
    {
        let row = try tx.first(
            """
            SELECT session.* FROM session JOIN person ON person.id = session.personId
            WHERE session.unheardOf = \(request) AND session.createdAt > \(now.adding(seconds: -unheardLifetime))
                AND session.expiresAt > \(now) AND person.status = 'active' AND session.kind = 'person'
            """
        )
        guard let session = try row.map(SessionRecord.init), session.appID == appID else { return nil }
        if let appID { try AppAuthenticator.requireEnabled(appID, in: tx) }
        let token = Secret.random()
        try tx.execute("UPDATE session SET tokenHash = \(token.hash) WHERE id = \(session.id)")
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
        try tx.execute("UPDATE session SET unheardOf = NULL WHERE id = \(id)")
    }
}
