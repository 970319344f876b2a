import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOSSL
import SwiftASN1
import Synchronization
import TestSupport
import Testing
import X509

@testable import Channels

/// Apple's push service as its documentation describes it: over HTTP/2 and TLS with a root of its own, it refuses what Apple refuses.
///
/// What it does with a device is told by the end of its token: `bad0` none of ours, `0410` gone, `0429` too much, `0503` not now, `04ff` none of this app.
final class AppleServiceDouble: Sendable {
    private struct State {
        var refused: [String] = []
        var now: Int64 = 0
        var hasExpired = false
    }

    let key = P256.Signing.PrivateKey()
    private let state = Mutex(State())

    private let recorder = CallRecorder<(status: Int, body: String)>(usual: (200, ""))

    /// What it took; the target is the device's token.
    var taken: [CallRecorder<(status: Int, body: String)>.Call] { recorder.calls }
    var refused: [String] { state.withLock { $0.refused } }

    /// Says what time it is, in seconds since 1970.
    func setClock(_ now: Int64) { state.withLock { $0.now = now } }

    /// Refuses every statement made until now as too old.
    func expireStatements() { state.withLock { $0.hasExpired = true } }

    /// Runs it on a free port while `body` runs, which is told how it is reached.
    func run(_ body: @escaping @Sendable (APNsConfiguration) async throws -> Void) async throws {
        let (root, certificate, certificateKey) = try Self.certificates()
        let router = Router()
        router.post("/3/device/{token}") { request, context in
            let bytes = try await request.body.collect(upTo: 8192)
            let headers = Dictionary(request.headers.map { ($0.name.canonicalName, $0.value) }) { _, _ in "twice" }
            let answer = self.answer(context.parameters.get("token") ?? "", headers, Array(bytes.readableBytesView))
            return Response(status: .init(code: answer.status), body: .init(byteBuffer: ByteBuffer(string: answer.body)))
        }
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: certificate, format: .der))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(certificateKey.pemRepresentation.utf8), format: .pem))
        )
        // Apple speaks HTTP/2 alone.
        tls.applicationProtocols = ["h2"]
        try await LoopbackService.run(router, server: try .http2Upgrade(tlsConfiguration: tls)) { port in
            try await body(
                APNsConfiguration(
                    key: self.key,
                    keyID: "KEY1234567",
                    teamID: "TEAM123456",
                    topic: "org.example.sign",
                    url: "https://localhost:\(port)",
                    roots: root
                )
            )
        }
    }

    /// Apple's answer: a status, and a reason where it refuses.
    private func answer(_ token: String, _ headers: [String: String], _ body: [UInt8]) -> (status: Int, body: String) {
        if let (status, reason, more) = refusal(token, headers, body) {
            state.withLock { $0.refused.append(reason) }
            return (status, "{\"reason\":\"\(reason)\"\(more)}")
        }
        return recorder.take(token, headers: headers.map { ($0.key, $0.value) }, body: body)
    }

    private func refusal(_ token: String, _ headers: [String: String], _ body: [UInt8]) -> (Int, String, String)? {
        if headers.values.contains("twice") { return (400, "DuplicateHeaders", "") }
        guard let authorization = headers["authorization"], authorization.hasPrefix("bearer ") else {
            return (403, "MissingProviderToken", "")
        }
        if let reason = statementFault(String(authorization.dropFirst(7))) { return (403, reason, "") }
        guard let topic = headers["apns-topic"] else { return (400, "MissingTopic", "") }
        if topic != "org.example.sign" { return (400, "TopicDisallowed", "") }
        if headers["apns-push-type"] != "alert" { return (400, "InvalidPushType", "") }
        if !["10", "5", "1"].contains(headers["apns-priority"] ?? "10") { return (400, "BadPriority", "") }
        if let date = headers["apns-expiration"], Int64(date) == nil { return (400, "BadExpirationDate", "") }
        if (headers["apns-collapse-id"] ?? "").utf8.count > 64 { return (400, "BadCollapseId", "") }
        if let id = headers["apns-id"], UUID(uuidString: id) == nil { return (400, "BadMessageId", "") }
        if body.isEmpty { return (400, "PayloadEmpty", "") }
        if body.count > 4096 { return (413, "PayloadTooLarge", "") }
        if token.count != 64 || token.hasSuffix("bad0") { return (400, "BadDeviceToken", "") }
        if token.hasSuffix("04ff") { return (400, "DeviceTokenNotForTopic", "") }
        let now = state.withLock { $0.now }
        if token.hasSuffix("0410") { return (410, "Unregistered", ",\"timestamp\":\((now + 1) * 1000)") }
        if token.hasSuffix("0411") { return (410, "Unregistered", ",\"timestamp\":\((now - 60) * 1000)") }
        if token.hasSuffix("0429") { return (429, "TooManyRequests", "") }
        if token.hasSuffix("0503") { return (503, "ServiceUnavailable", "") }
        return nil
    }

    /// What is wrong with a statement; `nil` where nothing is.
    private func statementFault(_ text: String) -> String? {
        let parts = text.split(separator: ".").map { Data(base64Encoded: Self.padded(String($0))) ?? Data() }
        guard parts.count == 3, let header = try? JSONSerialization.jsonObject(with: parts[0]) as? [String: Any],
            let claims = try? JSONSerialization.jsonObject(with: parts[1]) as? [String: Any],
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: parts[2]),
            key.publicKey.isValidSignature(signature, for: Data(text.split(separator: ".").prefix(2).joined(separator: ".").utf8)),
            header["alg"] as? String == "ES256", header["kid"] as? String == "KEY1234567", claims["iss"] as? String == "TEAM123456",
            let issued = claims["iat"] as? Int64
        else { return "InvalidProviderToken" }
        return state.withLock { state in
            if state.hasExpired {
                state.hasExpired = false
                return "ExpiredProviderToken"
            }
            return (state.now - 3600...state.now + 60).contains(issued) ? nil : "ExpiredProviderToken"
        }
    }

    private static func padded(_ text: String) -> String {
        let base = text.replacing("-", with: "+").replacing("_", with: "/")
        return base + String(repeating: "=", count: (4 - base.count % 4) % 4)
    }

    /// A root in PEM, and a certificate of `localhost` under it in DER with its key.
    private static func certificates() throws -> (root: String, certificate: [UInt8], key: P256.Signing.PrivateKey) {
        let (rootKey, key) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let name = try DistinguishedName { CommonName("Push test root") }
        let (from, until) = (Date(timeIntervalSinceNow: -3600), Date(timeIntervalSinceNow: 86_400))
        let root = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: .init(rootKey.publicKey),
            notValidBefore: from,
            notValidAfter: until,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions { Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil)) },
            issuerPrivateKey: .init(rootKey)
        )
        let leaf = try Certificate(
            version: .v3,
            serialNumber: .init(),
            publicKey: .init(key.publicKey),
            notValidBefore: from,
            notValidAfter: until,
            issuer: name,
            subject: DistinguishedName { CommonName("localhost") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: Certificate.Extensions { SubjectAlternativeNames([.dnsName("localhost")]) },
            issuerPrivateKey: .init(rootKey)
        )
        var der = DER.Serializer()
        try der.serialize(leaf)
        return (try root.serializeAsPEM().pemString, der.serializedBytes, key)
    }
}

extension CallRecorder.Call {
    /// The statement by which Apple knows who pushes.
    var statement: String { headers["authorization"]?.split(separator: " ").last.map(String.init) ?? "" }
}
