import AsyncHTTPClient
import Foundation
import JWTKit
import NIOCore
import NIOHTTP1

/// The server that asks customers for their signature, by OpenID Connect and CIBA over public HTTP: what any bank could write.
struct SignatureProvider: Sendable {
    /// Where the server is reached; its issuer.
    let issuer: String
    let clientID: String
    let clientSecret: String
    let client: HTTPClient

    /// The most bytes of an answer.
    private static let limit = 65_536

    /// A question that a customer is asked.
    struct Question: Decodable, Sendable {
        let id: String
        let expiresIn: Int
        let interval: Int?
        /// What the customer types before they sign.
        let code: String?

        enum CodingKeys: String, CodingKey {
            case id = "auth_req_id"
            case expiresIn = "expires_in"
            case interval
            case code = "verification_code"
        }
    }

    /// What became of a question.
    enum Answer: Hashable, Sendable {
        case pending
        /// Likewise, and the bank asks too often.
        case slower
        /// The customer signed; the server's name for them.
        case approved(subject: String)
        /// By the customer, or by five tries that failed.
        case refused
        case expired
    }

    /// A refusal, by OAuth's word.
    struct Refusal: Error, Hashable {
        let code: String
        /// When it may be asked again, in seconds.
        var retryAfter: Int?

        /// Whether the same call may do better later: the server is busy, or away behind what answers for it.
        var passes: Bool { code == "temporarily_unavailable" || code.hasPrefix("http_5") || code == "http_429" }
    }

    private struct Metadata: Decodable {
        let issuer: String
        let token: String
        let ask: String
        let keys: String
        let authorization: String

        enum CodingKeys: String, CodingKey {
            case issuer
            case authorization = "authorization_endpoint"
            case token = "token_endpoint"
            case ask = "backchannel_authentication_endpoint"
            case keys = "jwks_uri"
        }
    }

    private struct Tokens: Decodable {
        let idToken: String

        enum CodingKeys: String, CodingKey { case idToken = "id_token" }
    }

    private struct Failure: Decodable {
        let error: String
    }

    /// What an ID token says that a bank looks at (OpenID Connect Core 1.0, section 3.1.3.7; CIBA Core 1.0, section 10.3.1).
    private struct Claims: JWTPayload {
        let iss: IssuerClaim
        let sub: SubjectClaim
        let aud: AudienceClaim
        let exp: ExpirationClaim
        let acr: String?
        let nonce: String?
        let requestID: String?

        enum CodingKeys: String, CodingKey {
            case iss, sub, aud, exp, acr, nonce
            case requestID = "urn:openid:params:jwt:claim:auth_req_id"
        }

        func verify(using algorithm: some JWTAlgorithm) async throws { try exp.verifyNotExpired() }
    }

    /// Asks a customer to sign in, or to agree to a sentence.
    ///
    /// - Throws: ``Refusal``; what the network throws.
    func ask(_ customer: String, to message: String?, within seconds: Int) async throws -> Question {
        var form = ["scope": "openid", "login_hint": customer, "requested_expiry": "\(seconds)"]
        form["binding_message"] = message
        return try await post(try await metadata().ask, form)
    }

    /// Asks what became of a question.
    ///
    /// - Throws: ``Refusal`` where an ID token is not what it should be, or the server refuses; what the network throws.
    func look(at id: String) async throws -> Answer {
        let tokens: Tokens
        do {
            tokens = try await post(try await metadata().token, ["grant_type": "urn:openid:params:grant-type:ciba", "auth_req_id": id])
        } catch let refusal as Refusal {
            switch refusal.code {
            case "authorization_pending": return .pending
            case "slow_down": return .slower
            case "access_denied": return .refused
            case "expired_token": return .expired
            default: throw refusal
            }
        }
        let claims = try await verified(tokens)
        // A signature by hand is what the bank asked for.
        guard claims.requestID == id, claims.acr == "urn:paraph:acr:signature" else { throw Refusal(code: "wrong_id_token") }
        return .approved(subject: claims.sub.value)
    }

    /// Where a customer's browser goes, so that the bank may ask them from then on (OpenID Connect Core 1.0, section 3.1; PKCE).
    func address(of link: Link) async throws -> String {
        let form = [
            "response_type": "code", "client_id": clientID, "redirect_uri": link.back, "scope": "openid", "state": link.state,
            "nonce": link.nonce, "code_challenge": link.challenge, "code_challenge_method": "S256",
        ]
        return "\(try await metadata().authorization)?\(BankForm.encode(form))"
    }

    /// The server's name for the customer who came back with a code.
    ///
    /// - Throws: ``Refusal``; what the network throws.
    func subject(by code: String, of link: Link) async throws -> String {
        let form = ["grant_type": "authorization_code", "code": code, "redirect_uri": link.back, "code_verifier": link.verifier]
        let claims = try await verified(try await post(try await metadata().token, form))
        guard claims.nonce == link.nonce else { throw Refusal(code: "wrong_id_token") }
        return claims.sub.value
    }

    /// What an ID token says that the server signed for this bank.
    private func verified(_ tokens: Tokens) async throws -> Claims {
        let keys = JWTKeyCollection()
        try await keys.add(jwksJSON: String(decoding: try await get(try await metadata().keys), as: UTF8.self))
        let claims = try await keys.verify(tokens.idToken, as: Claims.self)
        guard claims.iss.value == issuer, claims.aud.value == [clientID] else { throw Refusal(code: "wrong_id_token") }
        return claims
    }

    private func metadata() async throws -> Metadata {
        let metadata = try JSONDecoder().decode(Metadata.self, from: try await get("\(issuer)/.well-known/openid-configuration"))
        guard metadata.issuer == issuer else { throw Refusal(code: "wrong_issuer") }
        return metadata
    }

    private func get(_ address: String) async throws -> Data {
        try await answer(HTTPClientRequest(url: address))
    }

    private func post<Value: Decodable>(_ address: String, _ form: [String: String]) async throws -> Value {
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        let secret = "\(BankForm.encode(clientID)):\(BankForm.encode(clientSecret))"
        request.headers.add(name: "Authorization", value: "Basic \(Data(secret.utf8).base64EncodedString())")
        request.body = .bytes(ByteBuffer(string: BankForm.encode(form)))
        return try JSONDecoder().decode(Value.self, from: try await answer(request))
    }

    private func answer(_ request: HTTPClientRequest) async throws -> Data {
        let response = try await client.execute(request, timeout: .seconds(10))
        let body = Data(try await response.body.collect(upTo: Self.limit).readableBytesView)
        guard response.status == .ok else {
            let code = (try? JSONDecoder().decode(Failure.self, from: body))?.error ?? "http_\(response.status.code)"
            throw Refusal(code: code, retryAfter: response.headers.first(name: "Retry-After").flatMap { Int($0) })
        }
        return body
    }
}
