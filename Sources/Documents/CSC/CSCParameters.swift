import Foundation
import ServerKit

/// The parameters of a call: a JSON object, of which unknown members are ignored, as programs send what they like.
struct CSCParameters {
    private let members: [String: JSONValue]

    /// The most bytes of a body: a hundred digests with a description.
    static let bodyLimit = 65_536

    /// Reads a body; one that is empty holds nothing.
    init(_ bytes: [UInt8]) throws {
        guard !bytes.isEmpty else {
            members = [:]
            return
        }
        try JSONBody.checkShape(bytes)
        guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
            throw OAuthError.request("The body is not a JSON object")
        }
        self.members = members.filter { $0.value != .null }
    }

    /// Whether a member is there.
    func has(_ name: String) -> Bool { members[name] != nil }

    func text(_ name: String) throws -> String? {
        guard let value = members[name] else { return nil }
        guard case .string(let text) = value else { throw OAuthError.missing("string", name) }
        return text
    }

    func requiredText(_ name: String) throws -> String {
        guard let text = try text(name) else { throw OAuthError.missing("string", name) }
        guard !text.isEmpty else { throw OAuthError.invalid(name) }
        return text
    }

    func flag(_ name: String) throws -> Bool {
        guard let value = members[name] else { return false }
        guard case .bool(let flag) = value else { throw OAuthError.missing("boolean", name) }
        return flag
    }

    func integer(_ name: String) throws -> Int {
        guard case .number(let number)? = members[name], let integer = Int(exactly: number) else {
            throw OAuthError.missing("integer", name)
        }
        return integer
    }

    /// The digests under the name of version 2 or of version 1, each a SHA-256 that comes once.
    ///
    /// - Throws: where there are none or more than `limit`.
    func digests(limit: Int) throws -> [[UInt8]] {
        guard !(has("hashes") && has("hash")) else { throw OAuthError.request("Send either hashes or hash") }
        let name = has("hash") ? "hash" : "hashes"
        guard case .array(let values)? = members[name] else { throw OAuthError.missing("array", name) }
        guard !values.isEmpty else { throw OAuthError.request("Empty hash array") }
        guard values.count <= limit else { throw OAuthError.request("Numbers of signatures is too high") }
        let digests = try values.map { value in
            guard case .string(let text) = value, let bytes = Data(base64Encoded: text) else {
                throw OAuthError.request("Invalid Base64 hash string parameter")
            }
            guard bytes.count == 32 else { throw OAuthError.request("Invalid digest value length") }
            return Array(bytes)
        }
        guard Set(digests).count == digests.count else { throw OAuthError.request("A hash comes more than once") }
        return digests
    }

    /// Throws where another digest than SHA-256 is named, under the name of version 2 or of version 1.
    func checkHashAlgorithm() throws {
        for name in ["hashAlgorithmOID", "hashAlgo"] {
            if let algorithm = try text(name), algorithm != CSCAlgorithm.sha256 { throw OAuthError.invalid(name) }
        }
    }
}

/// The algorithms of people's keys, by their object identifiers.
enum CSCAlgorithm {
    static let sha256 = "2.16.840.1.101.3.4.2.1"
    /// RFC 5758, section 3.2.
    static let ecdsaWithSHA256 = "1.2.840.10045.4.3.2"
    /// NIST P-256 (RFC 5480, section 2.1.1.1).
    static let curve = "1.2.840.10045.3.1.7"
}
