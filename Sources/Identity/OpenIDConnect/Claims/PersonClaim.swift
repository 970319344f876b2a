import ParaphWire
import ServerKit

/// What clients may learn of a person, each by its name (OpenID Connect Core 1.0, section 5.1).
enum PersonClaim: String, CaseIterable, Sendable {
    case name, email, address
    case preferredUsername = "preferred_username"
    case emailVerified = "email_verified"
    case phoneNumber = "phone_number"
    case phoneNumberVerified = "phone_number_verified"

    /// The scope that stands for it (section 5.4), whose words the person reads.
    var scope: TokenScope {
        switch self {
        case .name, .preferredUsername: .profile
        case .email, .emailVerified: .email
        case .phoneNumber, .phoneNumberVerified: .phone
        case .address: .address
        }
    }

    /// What some scopes stand for.
    static func all(in scopes: Set<TokenScope>) -> Set<PersonClaim> { Set(allCases.filter { scopes.contains($0.scope) }) }
}
