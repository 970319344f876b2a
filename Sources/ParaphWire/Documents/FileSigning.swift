/// Asks the server to prepare a file on the server for a signature that was drawn and matched, whose drawing the server has.
public struct FileSigning: Codable, Hashable, Sendable, JSONContent {
    /// The signature, drawn for the hash of a version.
    public var signatureId: String
    /// The SHA-256 of the version that the person saw and drew for, in lower-case hexadecimal.
    public var seenHash: String
    /// The colour of the ink; absent for blue.
    public var ink: InkColor?
    /// A JPEG of the person, at most 256 KiB.
    public var photo: Base64URL?
    /// The name of the signature field to sign; absent makes a new one at `page` and `box`.
    public var field: String?
    /// The page of a new field, from 0.
    public var page: Int?
    /// Left, bottom, right, top of a new field, in the page's points.
    public var box: [Double]?
    /// What opens the file, where it is encrypted and the empty password does not.
    public var password: String?
    /// What is filled into the form before it is signed, each field once, at most 500 fields and 128 KiB; all of it or nothing.
    public var form: [FormFieldValue]?

    public init(
        signatureId: String,
        seenHash: String,
        ink: InkColor? = nil,
        photo: Base64URL? = nil,
        field: String? = nil,
        page: Int? = nil,
        box: [Double]? = nil,
        password: String? = nil,
        form: [FormFieldValue]? = nil
    ) {
        self.signatureId = signatureId
        self.seenHash = seenHash
        self.ink = ink
        self.photo = photo
        self.field = field
        self.page = page
        self.box = box
        self.password = password
        self.form = form
    }
}

/// What a field of a form is to hold: a text, or several options of a list; neither leaves it empty.
public struct FormFieldValue: Codable, Hashable, Sendable {
    /// The field's full name.
    public var field: String
    /// A text; of a check box or radio button the name of a state, of a choice one of its options.
    public var text: String?
    /// Several options of a list.
    public var choices: [String]?

    public init(field: String, text: String? = nil, choices: [String]? = nil) {
        self.field = field
        self.text = text
        self.choices = choices
    }
}

/// A signature that is prepared: what the device is to authorise.
public struct FileDraft: Codable, Hashable, Sendable, JSONContent {
    /// The draft's id; it is good for fifteen minutes.
    public var id: String
    /// The SHA-256 of what the seal will cover.
    public var digest: Base64URL
    /// The hash that the device's statement names (`doc`): the one that the signature was drawn for.
    public var previousHash: String
    /// Who signed on free paper since the version that the person saw, oldest first, below this signature; absent where it is the newest.
    public var signedSince: [String]?

    public init(id: String, digest: Base64URL, previousHash: String, signedSince: [String]? = nil) {
        self.id = id
        self.digest = digest
        self.previousHash = previousHash
        self.signedSince = signedSince
    }
}
