import Identity
import ParaphStorage
import ServerKit

extension PersonalData {
    /// Erases where there is no other domain.
    static func identityAlone(_ keys: KeyRing) -> PersonalData { PersonalData(domains: [IdentityDomain.self], keys: keys) }
}
