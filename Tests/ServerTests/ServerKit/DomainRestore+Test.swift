import Identity
import ParaphStorage
import ParaphWire
import ServerKit

extension PersonalData {
    /// Erases where there is no other domain.
    static func identityAlone(_ keys: KeyRing) -> PersonalData { PersonalData(domains: [IdentityDomain.self], keys: keys) }
}

extension DomainRestore {
    /// A restore of a backup that was made at a moment.
    static func test(_ erasures: [Erasure] = [], backupAt: Timestamp, keys: KeyRing) -> DomainRestore {
        DomainRestore(erasures: erasures, backupAt: backupAt, now: backupAt, keys: keys, people: .identityAlone(keys))
    }
}
