import ParaphStorage
import ParaphWire
import ServerKit

/// The recovery codes that are still good, as hashes.
enum RecoveryStore {
    /// Gives a person new codes; the old ones are worth nothing from then on.
    static func renew(for personID: String, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction) throws
        -> [RecoveryCode]
    {
        try permit.check([.firstRecoveryCodes, .renewRecoveryCodes], of: personID)
        if try tx.execute("DELETE FROM recoveryCode WHERE personId = \(personID)") > 0 {
            try ErasureStore.add(.codes(personID), at: now, in: tx)
        }
        try MailAccountStore.delete(personID, in: tx)
        try AccountFactorStore.remember(.recoveryCode, of: personID, at: now, in: tx)
        let codes = (0..<RecoveryCode.count).map { _ in RecoveryCode.random() }
        for code in codes {
            try tx.execute(
                "INSERT INTO recoveryCode (id, personId, hash) VALUES (\(Identifier.random()), \(personID), \(code.hash(for: personID)))"
            )
        }
        return codes
    }

    /// How many codes are left.
    static func remaining(of personID: String, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COUNT(*) AS count FROM recoveryCode WHERE personId = \(personID)")?.get("count") ?? 0
    }

    /// Uses a code up.
    ///
    /// - Returns: whether it was good.
    static func consume(_ code: RecoveryCode, of personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        let used = try tx.first(
            "DELETE FROM recoveryCode WHERE personId = \(personID) AND hash = \(code.hash(for: personID)) RETURNING id"
        )
        guard let used else { return false }
        try ErasureStore.add(.code(used.get("id")), at: now, in: tx)
        return true
    }
}
