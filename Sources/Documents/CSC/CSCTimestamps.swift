import Foundation
import ParaphEncoding
import ParaphTrust
import ServerKit

/// Timestamps of the instance's own (section 11.13, RFC 3161).
struct CSCTimestamps: Sendable {
    let authority: Authority

    private static let algorithms: [String: DigestAlgorithm] = [
        CSCAlgorithm.sha256: .sha256, "2.16.840.1.101.3.4.2.2": .sha384, "2.16.840.1.101.3.4.2.3": .sha512,
    ]

    func timestamp(_ parameters: CSCParameters) async throws -> [String: String] {
        let text = try parameters.text("hash")
        guard let text else { throw OAuthError.missing("string", "hash") }
        guard !text.isEmpty else { throw OAuthError.request("Empty hash parameter") }
        guard let digest = Data(base64Encoded: text) else { throw OAuthError.request("Invalid Base64 hash string parameter") }
        guard let algorithm = Self.algorithms[try parameters.requiredText("hashAlgo")] else { throw OAuthError.invalid("hashAlgo") }
        guard digest.count == algorithm.size else { throw OAuthError.request("Invalid digest value length") }
        let request = try request(Array(digest), algorithm, nonce: try parameters.text("nonce"))
        let token = try request.token(try await authority.answer(timestamp: request.der))
        return ["timestamp": Data(token.der).base64EncodedString()]
    }

    private func request(_ digest: [UInt8], _ algorithm: DigestAlgorithm, nonce text: String?) throws -> TimestampRequest {
        guard let text else { return try TimestampRequest(digest: digest, algorithm: algorithm) }
        // Whole octets in hexadecimal; where the first digit was left out, it is 0.
        guard (1...64).contains(text.utf8.count),
            let bytes = Hexadecimal.decode(text.utf8.count.isMultiple(of: 2) ? text : "0" + text)
        else { throw OAuthError.invalid("nonce") }
        return try TimestampRequest(digest: digest, algorithm: algorithm, nonce: bytes)
    }
}
