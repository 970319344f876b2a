/// What the service says of itself (section 11.1).
struct CSCServiceInfo: Encodable, Sendable {
    struct Algorithms: Encodable, Sendable {
        var algos = [CSCAlgorithm.ecdsaWithSHA256]
    }

    struct Formats: Encodable, Sendable {
        var formats: [String] = []
        var envelopeProperties: [[String]] = []

        private enum CodingKeys: String, CodingKey {
            case formats
            case envelopeProperties = "envelope_properties"
        }
    }

    var specs = "2.0.0.0"
    var name: String
    var logo: String
    /// ISO 3166-1 knows no code for what can run anywhere; ZZ is one that it leaves to users.
    var region = "ZZ"
    var lang = "en"
    var description = "Signs digests that people authorise by their handwritten signature on a device of theirs."
    /// The authorization code, and tokens that an administrator made.
    var authType = ["oauth2code", "external"]
    /// Where `oauth2/authorize` and `oauth2/token` are, with a slash at the end.
    var oauth2: String
    var asynchronousOperationMode = false
    var methods: [String]
    var validationInfo = false
    var signAlgorithms = Algorithms()
    /// Documents are not signed here, digests are.
    var signatureFormats = Formats()
    var conformanceLevels: [String] = []

    private enum CodingKeys: String, CodingKey {
        case specs, name, logo, region, lang, description, authType, oauth2
        case asynchronousOperationMode, methods, validationInfo, signAlgorithms
        case signatureFormats = "signature_formats"
        case conformanceLevels = "conformance_levels"
    }
}

/// A person's key (sections 11.4 and 11.5).
struct CSCCredential: Encodable, Sendable {
    struct Key: Encodable, Sendable {
        /// `enabled`, or `disabled` where it signs nothing any more.
        var status = "enabled"
        var algo = [CSCAlgorithm.ecdsaWithSHA256]
        var len = 256
        var curve = CSCAlgorithm.curve
    }

    struct Certificate: Encodable, Sendable {
        /// `valid` or `revoked`.
        var status = "valid"
        var certificates: [String]?
        var issuerDN: String?
        var serialNumber: String?
        var subjectDN: String?
        var validFrom: String?
        var validTo: String?
    }

    struct Authorization: Encodable, Sendable {
        var mode = "explicit"
        /// Nothing is typed into the program: the person answers on a device of theirs.
        var objects: [String] = []
    }

    var credentialID: String?
    var key = Key()
    var cert: Certificate
    var auth = Authorization()
    /// The authorisation as version 1 names it, in which `explicit` means that the program asks for a PIN or a code.
    var authMode = "implicit"
    var scal = "2"
    var multisign: Int
    var lang = "en"

    private enum CodingKeys: String, CodingKey {
        case credentialID, key, cert, auth, authMode, multisign, lang
        case scal = "SCAL"
    }
}

/// The person's keys, as their ids and, where it was asked for, in full (section 11.4).
struct CSCCredentialList: Encodable, Sendable {
    var credentialIDs: [String]
    var credentialInfos: [CSCCredential]?
    var onlyValid: Bool?
}

/// Where an authorisation stands: it waits under a handle, or is there (sections 11.6 and 11.7).
enum CSCAuthorization: Encodable, Sendable {
    case pending(handle: String)
    case granted(activation: String, expiresIn: Int)

    private enum Key: String, CodingKey {
        case handle, expiresIn
        case activation = "SAD"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .pending(let handle):
            try container.encode(handle, forKey: .handle)
        case .granted(let activation, let expiresIn):
            try container.encode(activation, forKey: .activation)
            try container.encode(expiresIn, forKey: .expiresIn)
        }
    }
}
