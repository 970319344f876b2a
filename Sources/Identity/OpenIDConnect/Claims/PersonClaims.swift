import ParaphStorage
import ParaphWire

/// What a client is told of a person (OpenID Connect Core 1.0, section 5.1); what the person did not give is left out.
struct PersonClaims: Codable, Hashable, Sendable {
    var name: String?
    var preferredUsername: String?
    var email: String?
    var emailVerified: Bool?
    var phoneNumber: String?
    /// Nothing here proves a number yet: what is told is what the person typed.
    var phoneNumberVerified: Bool?
    var address: Address?

    /// Where the person registered, as far as they told it (section 5.1.1).
    struct Address: Codable, Hashable, Sendable {
        var locality: String?
        var country: String?
    }

    enum CodingKeys: String, CodingKey {
        case name, email, address
        case preferredUsername = "preferred_username"
        case emailVerified = "email_verified"
        case phoneNumber = "phone_number"
        case phoneNumberVerified = "phone_number_verified"
    }

    /// Says nothing.
    init() {}

    /// Says of a person what is wanted.
    init(_ wanted: Set<PersonClaim>, of person: PersonRecord, keys: KeyRing, in tx: any ReadTransaction) throws {
        for claim in wanted {
            switch claim {
            case .name: name = person.profile.userName
            case .preferredUsername: preferredUsername = person.username?.text
            case .email: email = person.email.text
            case .emailVerified: emailVerified = person.emailProved
            case .phoneNumber: phoneNumber = person.profile.phoneNumber
            case .phoneNumberVerified: phoneNumberVerified = person.profile.phoneNumber.map { _ in false }
            case .address:
                guard let place = try PlaceStore.find(of: person.id, keys: keys, in: tx), place.city != nil || place.country != nil else {
                    break
                }
                address = Address(locality: place.city, country: place.country)
            }
        }
    }
}
