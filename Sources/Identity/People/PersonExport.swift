import ParaphWire

/// Everything that is kept of a person, for them to take away (GDPR, articles 15 and 20); ``ExportDocument`` writes after it what
/// there may be much of.
struct PersonExport: Codable, Sendable {
    struct Consent: Codable, Sendable {
        var version: String
        var language: String
        var givenAt: Timestamp
        var withdrawnAt: Timestamp?
    }

    struct Signature: Codable, Sendable {
        var id: String
        var at: Timestamp
        var appId: String?
        var deviceId: String?
        var similarity: Double
        var isMatch: Bool
        var refusal: String?
        var place: SignaturePlace?
        /// How it looks, as ParaphInk's binary form of a drawing, where it is kept for a document.
        var ink: Base64URL?

        init(_ signature: SignatureRecord, ink: [UInt8]?) {
            id = signature.id
            at = signature.at
            appId = signature.appID
            deviceId = signature.deviceID
            similarity = signature.similarity
            isMatch = signature.isMatch
            refusal = signature.refusal
            place = signature.place
            self.ink = ink.map(Base64URL.init)
        }
    }

    /// What an app told of a registration, or of the signature with the same id.
    struct Capture: Codable, Sendable {
        var id: String
        var at: Timestamp
        var appId: String?
        var kind: String
        var details: CaptureDetails
        /// The picture that was taken at signing, where one was.
        var photo: Base64URL?
        /// Its media type: `image/jpeg` or `image/png`.
        var photoType: String?
    }

    /// What happened with the account, with its words in the person's language.
    struct Activity: Codable, Sendable {
        var id: String
        var kind: String
        /// What the kind means; `nil` where no domain of this instance knows it any more.
        var title: String?
        var at: Timestamp
        var appName: String?
        var deviceName: String?
        var similarity: Double?
        var about: [ActivityItem.Thing]

        init(_ item: ActivityItem) {
            id = item.id
            kind = item.kind
            title = item.title
            at = item.at
            appName = item.appName
            deviceName = item.deviceName
            similarity = item.similarity
            about = item.about
        }
    }

    struct Template: Codable, Sendable {
        var createdAt: Timestamp
        var appId: String?
        var referenceCount: Int
        var complexity: Double?
        /// The template itself, as the server keeps it.
        var data: Base64URL
    }

    var exportedAt: Timestamp
    var person: Person
    var photo: Base64URL?
    /// Where the person registered.
    var place: RegistrationPlace?
    /// Whether their telephone number is confirmed, and what is texted to it.
    var phone: PhoneStatus
    var devices: [Device]
    var passkeys: [Passkey]
    var sessions: [Session]
    /// What the person allowed programs.
    var accesses: [ClientAccess]
    /// What programs call the person, each by a name of its own.
    var subjects: [String]
    /// What the person let apps, and what they ask.
    var apps: [AppGrant]
    /// The apps that the person registered, without their keys.
    var registeredApps: [RegisteredApp]
    /// What programs asked since yesterday.
    var requests: [ClientRequest]
    /// What the person's devices asked one another to sign within the last hours.
    var handOvers: [HandOver]
    /// The programs that can ask the person nothing more.
    var blockedPrograms: [BlockedProgram]
    /// When the person set a code for requests, which is kept as a hash only.
    var requestCode: RequestCodeStatus
    var consents: [Consent]
    var templates: [Template]
}
