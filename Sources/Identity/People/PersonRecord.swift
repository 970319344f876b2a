import ParaphStorage
import ParaphWire
import ServerKit

/// A person as the table `person` keeps them; what tells who they are is sealed there (``PersonContents``).
struct PersonRecord: Hashable, Sendable {
    let id: String
    var email: EmailAddress
    /// Whether the person showed that the address is theirs; until then the account works inside ``ownerAppID`` only.
    var emailProved: Bool
    /// The app that registered the address while it was unproved; `nil` once it is proved.
    var ownerAppID: String?
    var username: Username?
    var status: Status
    var profile: Profile
    var language: Language
    var photo: PhotoReference?
    /// An Argon2id hash in PHC form; opens the dialects that need a password, nothing else.
    var passwordHash: String?
    /// The telephone number that the person showed to be theirs; the profile's, as long as that stays the same.
    var provedPhone: String?
    let createdAt: Timestamp

    enum Status: String, Sendable { case active, disabled }

    /// Where a picture lies, sealed by a key of its own (``PhotoStore``).
    struct PhotoReference: Hashable, Sendable {
        var address: BlobAddress
        var mediaType: String
        /// How it is to be turned for showing, as EXIF numbers it: 1 … 8.
        var orientation: Int
    }

    /// What a session alone may change; it says neither who the person is nor how they get in.
    struct Details: Hashable, Sendable {
        var profile: Profile
        var language: Language
        var photo: PhotoReference?
        var provedPhone: String?
    }

    var details: Details {
        get { Details(profile: profile, language: language, photo: photo, provedPhone: provedPhone) }
        set {
            (profile, language, photo) = (newValue.profile, newValue.language, newValue.photo)
            // Another number is another's until it is shown.
            provedPhone = newValue.provedPhone == newValue.profile.phoneNumber ? newValue.provedPhone : nil
        }
    }

    /// Makes a record of a new person.
    init(
        email: EmailAddress,
        ownerAppID: String? = nil,
        username: Username? = nil,
        profile: Profile,
        language: Language,
        createdAt: Timestamp
    ) {
        id = Identifier.random()
        self.email = email
        emailProved = ownerAppID == nil
        self.ownerAppID = ownerAppID
        self.username = username
        status = .active
        self.profile = profile
        self.language = language
        self.createdAt = createdAt
    }

    init(row: Row, contents: PersonContents) throws {
        id = try row.get("id")
        email = EmailAddress(stored: contents.email)
        emailProved = try row.get("emailProved")
        ownerAppID = try row.find("ownerAppId")
        username = contents.username.flatMap(Username.init)
        status = try row.choice("status")
        profile = contents.profile
        language = try row.choice("language")
        passwordHash = contents.passwordHash
        provedPhone = contents.provedPhone
        createdAt = try row.timestamp("createdAt")
        if let address = try row.find("photoBlob", as: BlobAddress.self) {
            photo = PhotoReference(address: address, mediaType: try row.get("photoType"), orientation: try row.get("photoOrientation"))
        }
    }
}
