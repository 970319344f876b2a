import ParaphStorage
import ParaphWire
import ServerKit

extension DomainRestore {
    /// Ends again what a backup brings back.
    ///
    /// What was ended before the backup was made is not in it, or was given again.
    /// - Returns: whether there was anything; never of people, biometric data and apps, which go another way.
    func end(_ subject: ErasureSubject, at moment: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        guard moment >= backupAt else { return false }
        switch subject {
        case .person, .biometrics, .app: return false
        case .device(let id): return try tx.execute("DELETE FROM device WHERE id = \(id)") > 0
        case .passkey(let id): return try tx.execute("DELETE FROM passkey WHERE id = \(id)") > 0
        case .code(let id): return try tx.execute("DELETE FROM recoveryCode WHERE id = \(id)") > 0
        case .codes(let personID): return try tx.execute("DELETE FROM recoveryCode WHERE personId = \(personID)") > 0
        case .grant(let personID, let appID):
            let template = try TemplateStore.delete(TemplatePlace(personID: personID, appID: appID), keys: keys, in: tx)
            return try tx.execute("DELETE FROM appGrant WHERE personId = \(personID) AND appId = \(appID)") > 0 || template
        case .appTemplate(let personID, let appID):
            return try TemplateStore.delete(TemplatePlace(personID: personID, appID: appID), keys: keys, in: tx)
        // The holder of the new key has to renew it once more: no backup from before holds it.
        case .appKey(let id): return try tx.execute("UPDATE app SET keyHash = \(AppKey.random().hash) WHERE id = \(id)") > 0
        case .circumstances(let personID): return try tx.execute("DELETE FROM circumstanceConsent WHERE personId = \(personID)") > 0
        // The new one is in no backup from before: the person enrols once more.
        case .ownTemplate(let personID): return try TemplateStore.delete(TemplatePlace(personID: personID), keys: keys, in: tx)
        // The passkey may be there or not; which device it protected no backup from before says.
        case .deviceKey(let id):
            // One that was its key before stays as another factor, as it did then.
            try tx.execute("UPDATE passkey SET deviceId = NULL WHERE deviceId = \(id)")
            return try tx.execute("DELETE FROM device WHERE id = \(id)") > 0
        case .disabledPerson(let id):
            let disabled = PersonRecord.Status.disabled.rawValue
            return try tx.execute("UPDATE person SET status = \(disabled) WHERE id = \(id) AND status <> \(disabled)") > 0
        case .disabledApp(let id): return try tx.execute("UPDATE app SET disabled = \(true) WHERE id = \(id) AND disabled = \(false)") > 0
        // The new ones are in no backup from before: it stays out until an administrator gives them again.
        case .clientKeys(let id):
            return try tx.execute("UPDATE oauthClient SET disabledAt = \(moment) WHERE id = \(id) AND disabledAt IS NULL") > 0
        case .disabledClient(let id):
            return try tx.execute("UPDATE oauthClient SET disabledAt = \(moment) WHERE id = \(id) AND disabledAt IS NULL") > 0
        }
    }
}
