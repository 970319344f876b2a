public import ParaphStorage
public import ParaphWire
public import ServerKit

extension DomainRestore {
    /// A restore, at once, of a backup that was made at a moment, where there are some domains only.
    public static func test(
        _ erasures: [Erasure] = [],
        backupAt: Timestamp,
        keys: KeyRing,
        domains: [any Domain.Type] = []
    ) -> DomainRestore {
        DomainRestore(erasures: erasures, backupAt: backupAt, now: backupAt, keys: keys, people: PersonalData(domains: domains, keys: keys))
    }
}
