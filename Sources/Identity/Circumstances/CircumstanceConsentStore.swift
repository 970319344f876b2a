import ParaphStorage
import ParaphWire

/// Who lets the web app tell where they sign, and the photo that they take then.
enum CircumstanceConsentStore {
    /// Whether a person agreed, and did not withdraw it.
    static func isGiven(by personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT personId FROM circumstanceConsent WHERE personId = \(personID)") != nil
    }

    /// Notes that a person agrees from a moment on; who agreed before agrees since then.
    static func give(_ personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        guard try !isGiven(by: personID, in: tx) else { return }
        try tx.execute("INSERT INTO circumstanceConsent (personId, givenAt) VALUES (\(personID), \(now))")
    }

    /// Notes that a person agrees no more.
    static func withdraw(_ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM circumstanceConsent WHERE personId = \(personID)")
    }
}
