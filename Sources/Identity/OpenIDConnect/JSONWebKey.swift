/// The public part of a key (RFC 7517, section 4; RFC 7518, section 6).
struct JSONWebKey: Codable, Hashable, Sendable {
    var kty: String
    var kid: String
    var alg: String
    var use = "sig"
    var n: String?
    var e: String?
    var crv: String?
    var x: String?
    var y: String?
}

/// The keys by which clients verify ID tokens (RFC 7517, section 5).
struct JSONWebKeySet: Codable, Hashable, Sendable {
    var keys: [JSONWebKey]
}
