import ParaphStorage
import ParaphWire
import ServerKit

/// Who agreed when to which text on biometric processing (GDPR, articles 7 and 9); withdrawn consents stay as evidence.
enum ConsentStore {
    /// Records that a person agrees; every consent passes here, whatever asks for it.
    ///
    /// After a withdrawal it takes a permit that rests on an approval which the person gave for just this since then: no app, and no letter,
    /// gives for them again what they withdrew.
    /// - Throws: ``Problem/consentRequired`` without one.
    static func give(
        version: String,
        language: Language,
        personID: String,
        appID: String? = nil,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        try permit.check([.giveConsent, .giveConsentAgain, .firstDevice], of: personID)
        if try needsApproval(of: personID, in: tx) {
            let withdrawnAt = try tx.first("SELECT MAX(withdrawnAt) AS at FROM consent WHERE personId = \(personID)")?.timestampIfAny("at")
            guard let used = permit.used, used.act == .giveConsentAgain, used.personID == personID, used.givenAt >= withdrawnAt ?? now
            else { throw Problem.consentRequired }
        }
        try tx.execute("UPDATE consent SET withdrawnAt = \(now) WHERE personId = \(personID) AND withdrawnAt IS NULL")
        try tx.execute(
            """
            INSERT INTO consent (id, personId, version, language, appId, givenAt, withdrawnAt)
            VALUES (\(Identifier.random()), \(personID), \(version), \(language.rawValue), \(appID), \(now), \(nil as Int64?))
            """
        )
    }

    /// The consent that holds, whichever version it is of.
    static func current(of personID: String, in tx: any ReadTransaction) throws -> Person.Consent? {
        try tx.first(
            "SELECT version, givenAt FROM consent WHERE personId = \(personID) AND withdrawnAt IS NULL ORDER BY givenAt DESC LIMIT 1"
        )
        .map { Person.Consent(version: try $0.get("version"), givenAt: try $0.timestamp("givenAt")) }
    }

    /// Throws unless the person agrees to the processing of their signature.
    ///
    /// - Throws: a ``Problem`` of code `consentRequired`.
    static func require(of personID: String, in tx: any ReadTransaction) throws {
        guard try current(of: personID, in: tx) != nil else { throw Problem.consentRequired }
    }

    /// Whether giving consent needs an approval: it was withdrawn, and was not given again since.
    static func needsApproval(of personID: String, in tx: any ReadTransaction) throws -> Bool {
        try AccountFactorStore.contains(.withdrawal, of: personID, in: tx) && current(of: personID, in: tx) == nil
    }

    /// Ends the consent that holds, what was approved by a signature, and what could bring it back through apps: their letters, and what they were
    /// let by mail.
    static func withdraw(of personID: String, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction) throws {
        try permit.check([.withdrawConsent], of: personID)
        try tx.execute("UPDATE consent SET withdrawnAt = \(now) WHERE personId = \(personID) AND withdrawnAt IS NULL")
        try AccountFactorStore.remember(.withdrawal, of: personID, at: now, in: tx)
        try ClientRequestStore.withdrawAll(of: personID, at: now, in: tx)
        try EmailProofStore.deleteRequests(to: personID, in: tx)
        try AppGrantStore.endMailed(of: personID, permit: permit, at: now, in: tx)
    }

    /// Every consent that a person gave, oldest first, for their export.
    static func all(of personID: String, in tx: any ReadTransaction) throws -> [PersonExport.Consent] {
        try tx.rows("SELECT * FROM consent WHERE personId = \(personID) ORDER BY givenAt").map {
            PersonExport.Consent(
                version: try $0.get("version"),
                language: try $0.get("language"),
                givenAt: try $0.timestamp("givenAt"),
                withdrawnAt: try $0.timestampIfAny("withdrawnAt")
            )
        }
    }
}
