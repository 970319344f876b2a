import ParaphStorage
import ParaphWire
import ServerKit

/// Who lets the web app tell where they sign, and the photo that they take then.
enum CircumstanceConsentStore {
    /// Whether a person agreed, and did not withdraw it.
    static func isGiven(by personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT personId FROM circumstanceConsent WHERE personId = \(personID)") != nil
    }

    /// Notes that a person agrees from a moment on; who agreed before agrees since then.
    ///
    /// - Returns: whether they did not before.
    static func give(_ personID: String, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        try permit.check([.allowCircumstances], of: personID)
        guard try !isGiven(by: personID, in: tx) else { return false }
        try tx.execute("INSERT INTO circumstanceConsent (personId, givenAt) VALUES (\(personID), \(now))")
        return true
    }

    /// Notes that a person agrees no more.
    ///
    /// - Returns: whether they did before.
    static func withdraw(_ personID: String, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction) throws
        -> Bool
    {
        try permit.check([.forbidCircumstances], of: personID)
        guard try tx.execute("DELETE FROM circumstanceConsent WHERE personId = \(personID)") > 0 else { return false }
        try ErasureStore.add(.circumstances(personID), at: now, in: tx)
        return true
    }
}
