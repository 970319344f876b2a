/// A new person's profile and consent; the answer is the same whether or not the address is known already.
public struct RegistrationRequest: Codable, Hashable, Sendable, JSONContent {
    /// The address that the code is mailed to, at most 254 bytes.
    public var email: String
    /// The profile; its name is required here.
    public var profile: Profile
    /// An optional unique name to sign in with: 3 … 32 letters, digits, `.`, `_`, `-`.
    public var username: String?
    /// The language of the mails: `ru`, `en` or `fr`.
    public var language: String
    /// The version of the text on biometric processing that the person agreed to.
    public var consentVersion: String
    /// Where the person is; sent only by who agreed to it.
    public var place: RegistrationPlace?

    public init(
        email: String,
        profile: Profile,
        username: String? = nil,
        language: String,
        consentVersion: String,
        place: RegistrationPlace? = nil
    ) {
        self.email = email
        self.profile = profile
        self.username = username
        self.language = language
        self.consentVersion = consentVersion
        self.place = place
    }
}

/// Where a person registered, as their app found out with their consent; kept sealed by the person's key.
public struct RegistrationPlace: Codable, Hashable, Sendable, JSONContent {
    /// Degrees north, WGS 84: −90 … 90.
    public var latitude: Double
    /// Degrees east, WGS 84: −180 … 180.
    public var longitude: Double
    /// The country's name, at most 100 characters.
    public var country: String?
    /// The city's name, at most 100 characters.
    public var city: String?

    public init(latitude: Double, longitude: Double, country: String? = nil, city: String? = nil) {
        self.latitude = latitude
        self.longitude = longitude
        self.country = country
        self.city = city
    }
}

/// What a person tells of themselves.
public struct Profile: Codable, Hashable, Sendable {
    /// The name that others see, 1 … 100 characters.
    public var userName: String
    /// The organisation that the person works for, at most 100 characters.
    public var companyName: String?
    /// The person's position there, at most 100 characters.
    public var position: String?
    /// The number with country code, ITU-T E.164: `+33123456789`.
    public var phoneNumber: String?
    /// The day of birth, `YYYY-MM-DD`.
    public var birthday: String?
    /// Absent where the person does not say.
    public var sex: Sex?

    public enum Sex: String, Codable, Hashable, Sendable, CaseIterable { case male, female }

    public init(
        userName: String,
        companyName: String? = nil,
        position: String? = nil,
        phoneNumber: String? = nil,
        birthday: String? = nil,
        sex: Sex? = nil
    ) {
        self.userName = userName
        self.companyName = companyName
        self.position = position
        self.phoneNumber = phoneNumber
        self.birthday = birthday
        self.sex = sex
    }
}

/// A registration that waits for its mailed code.
public struct RegistrationReceipt: Codable, Hashable, Sendable, JSONContent {
    /// What the code is sent back with, at most 200 letters, digits, `_` and `-`; also what the device key's proof is bound to.
    public var id: String
    /// When the code is worth nothing any more.
    public var expiresAt: Timestamp
    /// The seconds before the code may be asked for again.
    public var resendAfter: Int

    public init(id: String, expiresAt: Timestamp, resendAfter: Int) {
        self.id = id
        self.expiresAt = expiresAt
        self.resendAfter = resendAfter
    }
}

/// The mailed code, and the first device of the new account.
public struct RegistrationConfirmation: Codable, Hashable, Sendable, JSONContent {
    /// Six digits.
    public var code: String
    public var device: DeviceKey

    public init(code: String, device: DeviceKey) {
        self.code = code
        self.device = device
    }
}

/// A device's public key with the proof that the sender holds the private one.
public struct DeviceKey: Codable, Hashable, Sendable {
    /// The P-256 public key, uncompressed (SEC 1, section 2.3.3): 65 bytes.
    public var publicKey: Base64URL
    /// ECDSA (r ‖ s, 64 bytes) over SHA-256 of `paraph-device-v1`, 0, the id of the registration or device request, 0, the public key.
    ///
    /// For a new device request the id is the normalised identifier (an e-mail or username in NFKC and lower case, `i` without U+0307).
    public var proof: Base64URL
    /// What the person will recognise it by, 1 … 100 characters: `Anna’s iPhone`.
    public var name: String
    /// What sort of device it is; it is shown, and decides nothing.
    public var kind: Kind
    /// The device's model or the browser, as the device tells it.
    public var model: String?
    /// The version of the device's system, at most 100 characters; absent where it tells none.
    public var osVersion: String?

    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable { case web, ios, android, other }

    public init(publicKey: Base64URL, proof: Base64URL, name: String, kind: Kind, model: String? = nil, osVersion: String? = nil) {
        self.publicKey = publicKey
        self.proof = proof
        self.name = name
        self.kind = kind
        self.model = model
        self.osVersion = osVersion
    }
}

/// A session that has begun.
public struct SessionGrant: Codable, Hashable, Sendable, JSONContent {
    /// The bearer token; absent in a browser of our own web app, which gets a cookie instead.
    public var token: String?
    /// The person's id, at most 200 letters, digits, `_` and `-`.
    public var personId: String
    /// The id of the device that it belongs to; absent for a session without one.
    public var deviceId: String?
    /// When it ends by itself.
    public var expiresAt: Timestamp
    /// Whether the person has a template; without one the next step is an enrolment.
    public var isEnrolled: Bool

    public init(token: String?, personId: String, deviceId: String?, expiresAt: Timestamp, isEnrolled: Bool) {
        self.token = token
        self.personId = personId
        self.deviceId = deviceId
        self.expiresAt = expiresAt
        self.isEnrolled = isEnrolled
    }
}
