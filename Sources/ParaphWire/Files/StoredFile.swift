/// A file that is kept on the server, sealed at rest, for its owner and the readers with whom the owner shares it.
public struct StoredFile: Codable, Hashable, Sendable, JSONContent {
    /// 128 random bits, 32 lower-case hexadecimal digits.
    public var id: String
    /// The file's name, 1 to 255 bytes.
    public var name: String
    /// How many bytes the newest version has, or the file that is on its way.
    public var size: Int
    /// How many of them the server has; `size` once the upload is complete.
    public var received: Int
    /// The SHA-256 of the newest version, in lower-case hexadecimal: its ETag; absent while the file is on its way.
    public var hash: String?
    /// The number of the newest version: 1 for the file as it came, one more for each signature; 0 while the file is on its way.
    public var version: Int
    /// The file's id in the registry, for its history; absent until it was signed.
    public var documentId: String?
    /// Whether the caller is its owner; others are readers.
    public var isOwn: Bool
    /// The name of its owner.
    public var ownerName: String
    /// The name of the person who signed last here; absent where it was not signed here, though the file may have been signed before it came.
    public var signerName: String?
    /// How many signatures the newest version's file has, wherever they are from, timestamps aside; absent where it could not be read.
    public var signatures: Int?
    /// How many of its fields for signatures are empty; absent where it could not be read.
    public var openFields: Int?
    /// Whether the caller signed it here, or, where it is theirs, before it came.
    public var isSignedByMe: Bool
    /// How many readers there are, with those who signed it here and are none any more, as without an account; absent while the file is on its way.
    public var invited: Int?
    /// How many of them did not sign it here, the caller perhaps among them; absent while the file is on its way.
    public var unsigned: Int?
    /// Whether a signer replaced here a value of its form that an earlier signer had read; absent where none is known to have.
    public var isChanged: Bool?
    /// The names of those, three at most, the address until they opened the file; absent for readers, and where there are none.
    public var waitsFor: [String]?
    /// When it was last changed.
    public var changedAt: Timestamp
    /// When it goes for good; absent unless it is in the trash.
    public var expiresAt: Timestamp?

    public init(
        id: String,
        name: String,
        size: Int,
        received: Int,
        hash: String? = nil,
        version: Int,
        documentId: String? = nil,
        isOwn: Bool,
        ownerName: String,
        signerName: String? = nil,
        signatures: Int? = nil,
        openFields: Int? = nil,
        isSignedByMe: Bool = false,
        invited: Int? = nil,
        unsigned: Int? = nil,
        isChanged: Bool? = nil,
        waitsFor: [String]? = nil,
        changedAt: Timestamp,
        expiresAt: Timestamp? = nil
    ) {
        self.id = id
        self.name = name
        self.size = size
        self.received = received
        self.hash = hash
        self.version = version
        self.documentId = documentId
        self.isOwn = isOwn
        self.ownerName = ownerName
        self.signerName = signerName
        self.signatures = signatures
        self.openFields = openFields
        self.isSignedByMe = isSignedByMe
        self.invited = invited
        self.unsigned = unsigned
        self.isChanged = isChanged
        self.waitsFor = waitsFor
        self.changedAt = changedAt
        self.expiresAt = expiresAt
    }
}

/// Announces a file that is to be kept.
public struct FileUpload: Codable, Hashable, Sendable, JSONContent {
    /// The file's name, 1 to 255 bytes, without control characters or slashes.
    public var name: String
    /// How many bytes will come, 1 to 100,000,000.
    public var size: Int

    public init(name: String, size: Int) {
        self.name = name
        self.size = size
    }
}

/// What lets a device send the pieces of one file without the account's own token.
public struct UploadToken: Codable, Hashable, Sendable, JSONContent {
    /// Goes into `Paraph-Upload-Token`.
    public var token: String
    /// Until when it is good.
    public var expiresAt: Timestamp

    public init(token: String, expiresAt: Timestamp) {
        self.token = token
        self.expiresAt = expiresAt
    }
}

/// Renames a file.
public struct FileRename: Codable, Hashable, Sendable, JSONContent {
    /// The new name, 1 to 255 bytes, without control characters or slashes.
    public var name: String

    public init(name: String) {
        self.name = name
    }
}

/// A reader of a file, who may sign it too.
public struct FileReader: Codable, Hashable, Sendable, JSONContent {
    /// The person's id, at most 200 letters, digits, `_` and `-`.
    public var id: String
    /// What the reader calls themselves; their address until they opened the file.
    public var name: String
    /// The address of their account.
    public var email: String

    public init(id: String, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// Lets a reader in.
public struct FileInvitation: Codable, Hashable, Sendable, JSONContent {
    /// The address of an account here.
    public var email: String

    public init(email: String) {
        self.email = email
    }
}

/// Sends a file by mail.
public struct FileMail: Codable, Hashable, Sendable, JSONContent {
    /// Who gets it, 1 to 10 addresses.
    public var to: [String]
    /// What is said with it, at most 2,000 characters; absent says that the file is attached.
    public var text: String?

    public init(to: [String], text: String? = nil) {
        self.to = to
        self.text = text
    }
}
