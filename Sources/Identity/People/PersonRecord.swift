import ParaphStorage
import ParaphWire
import ServerKit

/// A person as the table `person` keeps them.
struct PersonRecord: Hashable, Sendable {
    let id: String
    var email: EmailAddress
    /// Whether the person showed that the address is theirs; until then the account works inside ``ownerAppID`` only.
    var emailProved: Bool
    /// The app that registered the address while nobody had proved it; `nil` once it is proved.
    var ownerAppID: String?
    var username: Username?
    var status: Status
    var profile: Profile
    var language: Language
    var photo: PhotoReference?
    /// An Argon2id hash in PHC form; opens the dialects that need a password, nothing else.
    var passwordHash: String?
    let createdAt: Timestamp

    enum Status: String, Sendable { case active, disabled }

    /// Where a picture lies, sealed by a key of its own (``PhotoStore``).
    struct PhotoReference: Hashable, Sendable {
        var address: BlobAddress
        var mediaType: String
        /// How it is to be turned for showing, as EXIF numbers it: 1 … 8.
        var orientation: Int
    }

    /// Makes a record of somebody new.
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

    init(row: Row) throws {
        id = try row.get("id")
        email = EmailAddress(stored: try row.get("email"))
        emailProved = try row.get("emailProved")
        ownerAppID = try row.find("ownerAppId")
        username = try row.find("username", as: String.self).flatMap(Username.init)
        status = try row.choice("status")
        profile = Profile(
            userName: try row.get("name"),
            companyName: try row.find("companyName"),
            position: try row.find("position"),
            phoneNumber: try row.find("phoneNumber"),
            birthday: try row.find("birthday"),
            sex: try row.find("sex", as: String.self).flatMap(Profile.Sex.init(rawValue:))
        )
        language = try row.choice("language")
        passwordHash = try row.find("passwordHash")
        createdAt = try row.timestamp("createdAt")
        if let address = try row.find("photoBlob", as: BlobAddress.self) {
            photo = PhotoReference(address: address, mediaType: try row.get("photoType"), orientation: try row.get("photoOrientation"))
        }
    }
}
