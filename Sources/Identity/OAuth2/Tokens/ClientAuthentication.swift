import Foundation
import HTTPTypes
import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Who calls: a client, by its secret in the header or in the form (RFC 6749, section 2.3.1), by a JWT that a key of its own signed
/// (`private_key_jwt`: RFC 7523, section 2.2; OpenID Connect Core 1.0, section 9), or a public one by its id.
struct ClientAuthentication: Sendable {
    let id: String
    private let proof: Proof

    private enum Proof: Sendable {
        case none
        case secret(String)
        case assertion(String)
    }

    private static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// Reads what is shown.
    ///
    /// - Throws: `invalid_request` where it is shown in two ways; `invalid_client` where it cannot be read.
    init(_ request: Request, _ parameters: OAuthParameters) throws(OAuthError) {
        let named = try parameters.value("client_id")
        let secret = try parameters.value("client_secret")
        let assertion = try parameters.value("client_assertion")
        let header = request.headers[.authorization]
        guard [header != nil, secret != nil, assertion != nil].count(where: \.self) <= 1 else {
            throw .invalidRequest("Show who the client is once: in the header, by client_secret, or by client_assertion.")
        }
        if let header {
            guard let basic = Self.basic(header), named == nil || named == basic.id else { throw .invalidClient }
            (id, proof) = (basic.id, .secret(basic.secret))
        } else if let assertion {
            guard try parameters.value("client_assertion_type") == Self.assertionType else {
                throw .invalidRequest("client_assertion_type must be \(Self.assertionType).")
            }
            // Which client it is the token itself says; nothing else is believed of it before that client's key verified it.
            let token: SignedJWT
            do throws(ClientTokenFault) {
                token = try SignedJWT(compact: assertion, algorithms: ProofAlgorithm.all)
            } catch {
                throw .invalidAssertion(error)
            }
            guard let subject = token.text("sub"), named == nil || named == subject else { throw .invalidClient }
            (id, proof) = (subject, .assertion(assertion))
        } else {
            id = if let named { named } else { try parameters.required("client_id") }
            proof = secret.map(Proof.secret) ?? .none
        }
    }

    /// The client, which is enabled; an assertion may name as its audience where the call goes (CIBA Core 1.0, section 7.1).
    ///
    /// - Throws: `invalid_client`; a `tooMany` ``ParaphWire/Problem``.
    func client(calling path: String, in environment: IdentityEnvironment, context: ParaphContext) async throws -> ClientRecord {
        let found = try await environment.database.read { [id] in try ClientStore.find(id, in: $0) }
        guard let client = found, client.disabledAt == nil else {
            try await context.admitStranger()
            throw OAuthError.invalidClient
        }
        switch proof {
        case .none:
            // The id of a public client is no secret: who shows it counts by their address.
            try await context.admitStranger()
            guard client.isPublic else { throw OAuthError.invalidClient }
        case .secret(let secret):
            guard client.accepts(secret: secret) else {
                try await context.admitStranger()
                throw OAuthError.invalidClient
            }
            try await context.admit(.client(Principal.program(ofClient: client.id)))
        case .assertion(let text):
            let assertion: ClientJWT
            do throws(ClientTokenFault) {
                assertion = try verify(text, of: client, calling: path, in: environment)
            } catch {
                try await context.admitStranger()
                throw OAuthError.invalidAssertion(error)
            }
            try await context.admit(.client(Principal.program(ofClient: client.id)))
            guard try await environment.database.write({ try assertion.use(in: $0) }) else {
                throw OAuthError.invalidAssertion(ClientTokenFault("It was used before: sign another one, with a jti of its own."))
            }
        }
        return client
    }

    private func verify(_ text: String, of client: ClientRecord, calling path: String, in environment: IdentityEnvironment)
        throws(ClientTokenFault) -> ClientJWT
    {
        let issuer = environment.site.publicURL
        var rule = ClientJWT.Rule(audiences: [issuer, "\(issuer)/oauth2/token", issuer + path])
        rule.required = ["sub"]
        if client.followsFAPI {
            rule.audiences = [issuer]
            (rule.isForOneOnly, rule.algorithms) = (true, ProofAlgorithm.strict)
        }
        return try ClientJWT(compact: text, of: client, rule: rule, at: environment.time.now())
    }

    /// The two parts of `Basic`, each form-encoded before.
    private static func basic(_ header: String) -> (id: String, secret: String)? {
        guard header.utf8.count <= 2000, header.lowercased().hasPrefix("basic "),
            let bytes = Data(base64Encoded: String(header.dropFirst(6))), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let id = decoded(bytes[..<colon]), let secret = decoded(bytes[bytes.index(after: colon)...])
        else { return nil }
        return (id, secret)
    }

    private static func decoded(_ bytes: Data) -> String? {
        let fields = try? FormBody.decode(Array("v=".utf8) + bytes)
        return fields.flatMap { $0.count == 1 ? $0.first?.value : nil }
    }
}
