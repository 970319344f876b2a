/// A signature in answer to a challenge, bound to it by the device's key: by exactly one of the two statements, as the key is.
public struct ChallengeAnswer: Codable, Hashable, Sendable, JSONContent {
    /// Of a P-256 key: a compact JWS (RFC 7515), `{"alg":"ES256","kid":DEVICE,"typ":"paraph-answer+jwt"}`, over ``AnswerClaims``.
    public var assertion: String?
    /// Of a passkey that is the device's key.
    public var passkey: PasskeyStatement<AnswerClaims>?
    /// The sample in ParaphInk's binary encoding.
    public var sample: Base64URL
    /// The colour of the ink, absent for blue; only looked at where another device places the signature.
    public var ink: InkColor?

    public init(assertion: String, sample: Base64URL, ink: InkColor? = nil) {
        self.assertion = assertion
        self.sample = sample
        self.ink = ink
    }

    public init(passkey: PasskeyStatement<AnswerClaims>, sample: Base64URL, ink: InkColor? = nil) {
        self.passkey = passkey
        self.sample = sample
        self.ink = ink
    }
}

/// What devices sign with their keys.
public protocol DeviceClaims: Codable, Hashable, Sendable {
    /// The one form of these claims whose SHA-256 a passkey signs (RFC 8785).
    var canonical: [UInt8] { get }
}

/// What a device whose key is a passkey says: an assertion (Web Authentication Level 2, section 7.2) whose challenge is SHA-256 of the
/// claims' canonical form, with user verification.
public struct PasskeyStatement<Claims: DeviceClaims>: Codable, Hashable, Sendable {
    /// What is signed: SHA-256 of its canonical form is the assertion's challenge.
    public var claims: Claims
    /// The credential's `id` (Web Authentication Level 2, section 5.1).
    public var credentialId: Base64URL
    /// The client data as the browser serialised it (Web Authentication Level 2, section 5.8.1).
    public var clientDataJSON: Base64URL
    /// The authenticator data (Web Authentication Level 2, section 6.1).
    public var authenticatorData: Base64URL
    /// The assertion signature over authenticator data and SHA-256 of the client data (Web Authentication Level 2, section 6.3.3).
    public var signature: Base64URL
    /// The user handle; absent where the authenticator gave none (Web Authentication Level 2, section 5.2.2).
    public var userHandle: Base64URL?

    public init(
        claims: Claims,
        credentialId: Base64URL,
        clientDataJSON: Base64URL,
        authenticatorData: Base64URL,
        signature: Base64URL,
        userHandle: Base64URL? = nil
    ) {
        self.claims = claims
        self.credentialId = credentialId
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}

/// What a device signs when its person answers a challenge; every part is compared with what the server knows.
public struct AnswerClaims: DeviceClaims {
    /// The id of the challenge.
    public var rid: String
    /// The challenge's nonce, base64url.
    public var nonce: String
    /// The challenge's audience.
    public var aud: String
    /// The binding message exactly as shown.
    public var msg: String
    /// SHA-256 of the sample's bytes, base64url.
    public var smp: String
    /// The number of this attempt, from 1.
    public var att: Int
    /// The device's time, seconds since 1970; at most 5 minutes off.
    public var iat: Int
    /// `approve`.
    public var dec: String
    /// The SHA-256 of the document that is signed, in lower-case hexadecimal; only there where the challenge is for one.
    public var doc: String?
    /// The digests that a program's request wants signed, base64url, in the request's order with one space between; only there where the
    /// challenge is for such a request.
    public var dig: String?
    /// The description of a program's request exactly as shown; only there where it has one.
    public var dsc: String?
    /// The number of three digits that the program shows, as the person typed it; only there where the request asks for it.
    public var num: String?
    /// The device that may place the signature in this one's stead; only there where that device asked for it.
    public var `for`: String?

    public init(
        rid: String,
        nonce: String,
        aud: String,
        msg: String,
        smp: String,
        att: Int,
        iat: Int,
        dec: String,
        doc: String? = nil,
        dig: String? = nil,
        dsc: String? = nil,
        num: String? = nil,
        for deviceID: String? = nil
    ) {
        self.rid = rid
        self.nonce = nonce
        self.aud = aud
        self.msg = msg
        self.smp = smp
        self.att = att
        self.iat = iat
        self.dec = dec
        self.doc = doc
        self.dig = dig
        self.dsc = dsc
        self.num = num
        self.for = deviceID
    }

    /// As JSON by RFC 8785, without the members that are absent.
    public var canonical: [UInt8] {
        var members: [String: CanonicalJSON] = [
            "rid": .string(rid), "nonce": .string(nonce), "aud": .string(aud), "msg": .string(msg), "smp": .string(smp),
            "att": .integer(Int64(att)), "iat": .integer(Int64(iat)), "dec": .string(dec),
        ]
        if let doc { members["doc"] = .string(doc) }
        if let dig { members["dig"] = .string(dig) }
        if let dsc { members["dsc"] = .string(dsc) }
        if let num { members["num"] = .string(num) }
        if let `for` { members["for"] = .string(`for`) }
        return CanonicalJSON.object(members).bytes
    }
}
