/// What became of a document: every version that was saved, and who signed it.
public struct DocumentHistory: Codable, Hashable, Sendable, JSONContent {
    /// The id that stays with the document: 32 hexadecimal digits.
    public var id: String
    /// When it was first saved.
    public var createdAt: Timestamp
    /// Whether it was signed more than once on the same version, so that there are several lines; none counts more.
    public var isForked: Bool
    /// Whether the one who asks signed it or saved it first, and therefore sees hashes, pictures, places and devices: of every version who
    /// saved it first, who signed of the versions that theirs come from or lead to.
    public var isParticipant: Bool
    /// What the file is whose hash was asked about; absent where none was.
    public var file: Open<FileState>?
    /// The version that this file is, where it is one.
    public var fileVersion: Int?
    /// Every version in the order in which they were saved; at least one.
    public var versions: [Version]
    /// The file on the server that the document is; absent for those who may not open it, and where the server keeps none.
    public var storedFile: DocumentFile?

    /// A file on the server that the document is.
    public struct DocumentFile: Codable, Hashable, Sendable {
        /// Its id among the files.
        public var fileId: String
        /// What its owner calls it, 1 to 255 bytes.
        public var name: String
        /// The name of its owner.
        public var owner: String
        /// Its readers, in the order in which they were let in.
        public var invitations: [Invitation]

        public init(fileId: String, name: String, owner: String, invitations: [Invitation]) {
            (self.fileId, self.name, self.owner, self.invitations) = (fileId, name, owner, invitations)
        }
    }

    /// That the owner let a reader in.
    public struct Invitation: Codable, Hashable, Sendable {
        /// The name of the reader, as they call themselves now.
        public var name: String
        /// When the owner let them in.
        public var at: Timestamp

        public init(name: String, at: Timestamp) {
            (self.name, self.at) = (name, at)
        }
    }

    /// What a file is to a document.
    public enum FileState: String, Codable, Hashable, Sendable, CaseIterable {
        /// Its newest version, or one of the newest.
        case current
        /// A version that was saved, since which there are newer ones.
        case earlier
        /// None of its versions: it was changed outside of the application.
        case changed
    }

    /// A file that was saved.
    public struct Version: Codable, Hashable, Sendable {
        /// Its place in the order of saves, from 1.
        public var number: Int
        /// The version that it was made from; absent for the first.
        public var previous: Int?
        /// The hash of the whole file in lower-case hexadecimal; SHA-256 unless the app chose another.
        ///
        /// Absent for those who have no part in the version: who knows it may save on it.
        public var hash: String?
        /// When it was saved.
        public var savedAt: Timestamp
        /// Who saved it, as they called themselves then.
        public var savedBy: String
        /// Whether nothing was saved on it yet.
        public var isNewest: Bool
        /// The signatures that came with it, in the order of the app.
        public var signatures: [Signature]

        public init(
            number: Int,
            previous: Int?,
            hash: String?,
            savedAt: Timestamp,
            savedBy: String,
            isNewest: Bool,
            signatures: [Signature]
        ) {
            self.number = number
            self.previous = previous
            self.hash = hash
            self.savedAt = savedAt
            self.savedBy = savedBy
            self.isNewest = isNewest
            self.signatures = signatures
        }
    }

    /// A handwritten signature on a document.
    public struct Signature: Codable, Hashable, Sendable {
        /// The id by which its picture and its drawing are asked for.
        public var id: String
        /// Who signed, as they called themselves then.
        public var userName: String
        /// The organisation that they named then; absent where they named none.
        public var companyName: String?
        /// Their position there, as they called it then; absent where they named none.
        public var position: String?
        /// When it was drawn, by the server's clock.
        public var at: Timestamp
        /// How like the person's own it is, 0 … 1; 0 where it was not compared.
        public var similarity: Double
        /// Whether it counts as the person's own.
        public var isMatch: Bool
        /// Why it was not compared; absent where it was.
        public var refusal: Open<SampleRefusal>?
        /// The app that it was drawn in.
        public var application: String?
        /// How the picture is to be turned for showing, as EXIF numbers it: 1 … 8; absent where there is none to ask for, as always for
        /// those who have no part in the version.
        public var photoOrientation: Int?
        /// Whether there is a drawing of it to ask for; absent for those who have no part in the version.
        public var hasInk: Bool?
        /// The version that it was drawn for, where that is not the one that its own was made from: others signed in between.
        public var drawnFor: Int?
        /// Where and on what it was drawn; absent for those who have no part in the version, and once the person deleted their account.
        public var circumstances: Circumstances?

        public init(
            id: String,
            userName: String,
            companyName: String? = nil,
            position: String? = nil,
            at: Timestamp,
            similarity: Double,
            isMatch: Bool,
            refusal: Open<SampleRefusal>? = nil,
            application: String? = nil,
            photoOrientation: Int? = nil,
            hasInk: Bool? = nil,
            drawnFor: Int? = nil,
            circumstances: Circumstances? = nil
        ) {
            self.id = id
            self.userName = userName
            self.companyName = companyName
            self.position = position
            self.at = at
            self.similarity = similarity
            self.isMatch = isMatch
            self.refusal = refusal
            self.application = application
            self.photoOrientation = photoOrientation
            self.hasInk = hasInk
            self.drawnFor = drawnFor
            self.circumstances = circumstances
        }
    }

    /// Where and on what a signature was drawn, as its app told.
    public struct Circumstances: Codable, Hashable, Sendable {
        /// The app's own clock, `DD.MM.YYYY HH:MM:SS`, zone unknown.
        public var clientTime: String
        /// Degrees north, WGS 84.
        public var latitude: Double?
        /// Degrees east, WGS 84.
        public var longitude: Double?
        /// The name of the country, as the app told it or the server found it; absent where neither did.
        public var country: String?
        /// ISO 3166-1, two letters; only where the server found the place.
        public var countryCode: String?
        /// The name of the town; absent as `country` is.
        public var city: String?
        /// Street and house; absent as `country` is.
        public var address: String?
        /// The device's model; absent where the app told none.
        public var deviceVersion: String?
        /// The version of the device's system; absent where the app told none.
        public var osVersion: String?

        public init(
            clientTime: String,
            latitude: Double? = nil,
            longitude: Double? = nil,
            country: String? = nil,
            countryCode: String? = nil,
            city: String? = nil,
            address: String? = nil,
            deviceVersion: String? = nil,
            osVersion: String? = nil
        ) {
            self.clientTime = clientTime
            self.latitude = latitude
            self.longitude = longitude
            self.country = country
            self.countryCode = countryCode
            self.city = city
            self.address = address
            self.deviceVersion = deviceVersion
            self.osVersion = osVersion
        }
    }

    public init(
        id: String,
        createdAt: Timestamp,
        isForked: Bool,
        isParticipant: Bool,
        file: FileState? = nil,
        fileVersion: Int? = nil,
        versions: [Version],
        storedFile: DocumentFile? = nil
    ) {
        self.id = id
        self.createdAt = createdAt
        self.isForked = isForked
        self.isParticipant = isParticipant
        self.file = file.map { Open($0) }
        self.fileVersion = fileVersion
        self.versions = versions
        self.storedFile = storedFile
    }
}
