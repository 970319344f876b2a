public import ParaphInk
public import ParaphStorage
public import ParaphWire
public import ServerKit
public import SignToLoginDialect

/// What this domain needs to know of the people who sign through apps.
public protocol Signatories: Sendable {
    /// The enabled app of a key; `nil` where there is none.
    func app(key: String) async throws -> SigningApp?

    /// Throws a `Problem` of code `appRefused` unless an app is enabled still.
    func requireEnabled(_ appID: String, in tx: any ReadTransaction) throws

    /// The person whom an app knows by an address; `nil` where it knows no person by it.
    ///
    /// - Throws: `SignToLoginRefusal` where the text is no address.
    func person(email: String, inApp appID: String, in tx: any ReadTransaction) throws -> Signatory?

    /// Counts a file that an app saves for a person; the same file again uses none more.
    ///
    /// - Returns: the seconds to wait where it saved too many for them.
    func takeSave(of file: String, by personID: String, inApp appID: String, in tx: any WriteTransaction) throws -> Int?

    /// A person by id; `nil` once they are gone.
    func person(_ id: String, in tx: any ReadTransaction) throws -> Signatory?

    /// A signature that was given for a document, through an app or in the web app; `nil` for any other id.
    func signature(_ id: String, in tx: any ReadTransaction) throws -> GivenSignature?

    /// The SHA-256 of the file that a signature was drawn for in the web app, in lower-case hexadecimal; `nil` for any other id.
    func documentHash(ofSignature id: String, in tx: any ReadTransaction) throws -> String?

    /// Notes among what happened with the signer's account what became of a signature, in the place of that it was given.
    func note(_ kind: ActivityKind, ofSignature id: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws

    /// Which of some signatures have a picture, one that was taken at signing, else the profile's; and how to turn it (EXIF, 1 … 8).
    func pictured(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> [String: Int]

    /// The picture of a signature; `nil` where there is none, or the person is gone.
    func picture(ofSignature id: String) async throws -> SignatoryPicture?

    /// Of which of some signatures it is kept how they look.
    func drawn(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> Set<String>

    /// How some signatures look, by their ids; those of which it is not kept are left out.
    func drawings(ofSignatures ids: [String]) async throws -> [String: InkDrawing]
}

/// An authenticated app.
public struct SigningApp: SignToLoginApp, Hashable {
    public let id: String
    /// Its name, as people see it.
    public let name: String
    /// Under what its calls are counted.
    public let source: String

    public init(id: String, name: String, source: String? = nil) {
        self.id = id
        self.name = name
        self.source = source ?? id
    }
}

/// A person, as they call themselves now.
public struct Signatory: Hashable, Sendable {
    public let id: String
    /// Whether the account works.
    public let isActive: Bool
    public let name: String
    public let companyName: String?
    public let position: String?

    public init(id: String, isActive: Bool = true, name: String, companyName: String? = nil, position: String? = nil) {
        self.id = id
        self.isActive = isActive
        self.name = name
        self.companyName = companyName
        self.position = position
    }
}

/// A signature that was given through an app, on no document yet as far as its giver knows.
public struct GivenSignature: Hashable, Sendable {
    public let personID: String
    public let appID: String
    /// 0 … 1; 0 where nothing was compared.
    public let similarity: Double
    public let isMatch: Bool
    /// Why nothing was compared, such as `replay`.
    public let refusal: String?
    public let at: Timestamp
    /// The app's name when the signature was given.
    public let application: String?
    /// Where and on what it was drawn.
    public let circumstances: DocumentHistory.Circumstances

    public init(
        personID: String,
        appID: String,
        similarity: Double,
        isMatch: Bool,
        refusal: String? = nil,
        at: Timestamp,
        application: String? = nil,
        circumstances: DocumentHistory.Circumstances
    ) {
        self.personID = personID
        self.appID = appID
        self.similarity = similarity
        self.isMatch = isMatch
        self.refusal = refusal
        self.at = at
        self.application = application
        self.circumstances = circumstances
    }
}

/// A picture of a person.
public struct SignatoryPicture: Hashable, Sendable {
    public let bytes: [UInt8]
    /// `image/jpeg` or `image/png`.
    public let mediaType: String
    /// How it is to be turned for showing, as EXIF numbers it: 1 … 8.
    public let orientation: Int

    public init(bytes: [UInt8], mediaType: String, orientation: Int) {
        self.bytes = bytes
        self.mediaType = mediaType
        self.orientation = orientation
    }
}
