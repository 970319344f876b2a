import Foundation
import ParaphWire
import ServerKit

/// What is wrong with a token or key of a client, in words for its developer: ASCII, without anything of the token.
struct ClientTokenFault: Error, Hashable, Sendable {
    let words: String

    init(_ words: String) { self.words = words }
}

/// A JSON Web Token as its sender made it: a compact JWS (RFC 7515, section 7.1) over claims (RFC 7519, section 7.2).
///
/// Nothing about it is believed before ``isSigned(by:)`` says so.
struct SignedJWT: Sendable {
    let algorithm: ProofAlgorithm
    let header: [String: JSONValue]
    let claims: [String: JSONValue]
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// The most bytes of one.
    static let byteLimit = 8192

    /// Reads a token that is signed by one of some algorithms; `none` and those of shared secrets are never among them.
    ///
    /// - Throws: a ``ClientTokenFault``.
    init(compact text: String, algorithms: Set<ProofAlgorithm>) throws(ClientTokenFault) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= Self.byteLimit, parts.count == 3, let head = Base64URL(String(parts[0])),
            let body = Base64URL(String(parts[1])),
            let tail = Base64URL(String(parts[2]))
        else { throw ClientTokenFault("It is no signed JWT: three parts of base64url without padding, \(Self.byteLimit) bytes at most.") }
        guard case .object(let header) = Self.json(head.bytes), case .object(let claims) = Self.json(body.bytes) else {
            throw ClientTokenFault("Its header and its claims must be JSON objects that name nothing twice.")
        }
        // What must be understood and is not must not be passed over (RFC 7515, section 4.1.11).
        guard header["crit"] == nil, header["b64"] == nil else {
            throw ClientTokenFault("Its header asks for what is not known here: crit.")
        }
        guard case .string(let name) = header["alg"], let algorithm = ProofAlgorithm(rawValue: name), algorithms.contains(algorithm) else {
            let names = algorithms.map(\.rawValue).sorted().joined(separator: ", ")
            throw ClientTokenFault("alg of its header must be one of \(names).")
        }
        self.algorithm = algorithm
        self.header = header
        self.claims = claims
        signed = Array("\(parts[0]).\(parts[1])".utf8)
        signature = tail.bytes
    }

    /// A JSON value; `nil` where it is none, is too long, nests too deeply or names something twice.
    static func json(_ bytes: [UInt8], limit: Int = byteLimit) -> JSONValue? {
        guard bytes.count <= limit, (try? JSONBody.checkShape(bytes)) != nil else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }

    /// Whether a key signed it.
    func isSigned(by key: ClientKey) -> Bool { key.verifies(signature, of: signed, by: algorithm) }

    /// A member of the header that is text.
    func headerText(_ name: String) -> String? {
        if case .string(let text) = header[name] { text } else { nil }
    }

    /// A claim that is text.
    func text(_ name: String) -> String? {
        if case .string(let text) = claims[name] { text } else { nil }
    }

    /// A claim that is a moment (RFC 7519, section 2, NumericDate).
    ///
    /// - Throws: a ``ClientTokenFault`` where it is something else; what is not there is `nil`.
    func moment(_ name: String) throws(ClientTokenFault) -> Timestamp? {
        switch claims[name] {
        case nil: return nil
        case .number(let seconds) where (0...100_000_000_000).contains(seconds): return Timestamp(milliseconds: Int64(seconds * 1000))
        default: throw ClientTokenFault("\(name) must be a number of seconds since 1970.")
        }
    }

    /// For whom it is (RFC 7519, section 4.1.3): one name or a list.
    var audiences: [String] {
        switch claims["aud"] {
        case .string(let text): [text]
        case .array(let list): list.map { if case .string(let text) = $0 { text } else { "" } }
        default: []
        }
    }
}
