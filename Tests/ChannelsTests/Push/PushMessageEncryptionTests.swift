import Crypto
import Foundation
import ParaphWire
import Testing

@testable import Channels

/// RFC 8291, appendix A, and the keys that are taken.
@Suite struct PushMessageEncryptionTests {
    private static let receiver = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let secret = "BTBZMqHH6r4Tts7J_aSIgg"

    private static func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL(text)).bytes }

    @Test func theExampleOfTheStandardIsMadeByteForByte() throws {
        let encryption = try #require(PushMessageEncryption(p256dh: Self.bytes(Self.receiver), auth: Self.bytes(Self.secret)))
        let sender = try P256.KeyAgreement.PrivateKey(rawRepresentation: Self.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let body = try encryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8),
            by: sender,
            salt: Self.bytes("DGv6ra1nlYgDCS1FRnbzlw")
        )
        let wanted =
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
            + "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        #expect(Base64URL(body).text == wanted)
    }

    @Test func eachMessageHasAKeyAndASaltOfItsOwn() throws {
        let encryption = try #require(PushMessageEncryption(p256dh: Self.bytes(Self.receiver), auth: Self.bytes(Self.secret)))
        let (one, other) = (try encryption.encrypt([1]), try encryption.encrypt([1]))
        #expect(one.count == 86 + 1 + 1 + 16 && one.prefix(16) != other.prefix(16) && one[21..<86] != other[21..<86])
    }

    @Test func keysThatAreNoneAreRefused() throws {
        let (receiver, secret) = (try Self.bytes(Self.receiver), try Self.bytes(Self.secret))
        #expect(PushMessageEncryption(p256dh: receiver, auth: Array(secret.dropLast())) == nil)
        #expect(PushMessageEncryption(p256dh: Array(receiver.dropLast()), auth: secret) == nil)
        // A point that is not on the curve.
        var outside = receiver
        outside[64] ^= 1
        #expect(PushMessageEncryption(p256dh: outside, auth: secret) == nil)
    }

    @Test func theStatementToAPushServiceIsSignedByTheKeyThatItNames() throws {
        let key = ApplicationServerKey(key: P256.Signing.PrivateKey())
        let now = Timestamp(milliseconds: 1_795_255_200_000)
        let text = try key.authorization(to: "https://push.example.net", subject: "mailto:ops@example.org", at: now)
        let match = try #require(text.wholeMatch(of: /vapid t=([\w\-]+)\.([\w\-]+)\.([\w\-]+),k=([\w\-]+)/))
        let claims = try #require(JSONSerialization.jsonObject(with: Data(try Self.bytes(String(match.2)))) as? [String: Any])
        #expect(claims["aud"] as? String == "https://push.example.net" && claims["sub"] as? String == "mailto:ops@example.org")
        #expect(claims["exp"] as? Int == 1_795_255_200 + 12 * 3600)
        let named = try P256.Signing.PublicKey(x963Representation: Self.bytes(String(match.4)))
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: Self.bytes(String(match.3)))
        #expect(named.isValidSignature(signature, for: Data("\(match.1).\(match.2)".utf8)))
    }

    @Test func originsHaveNoUsualPort() {
        #expect(WebPushLane.origin(of: "https://Push.example.net:443/send/1?a=b") == "https://push.example.net")
        #expect(WebPushLane.origin(of: "http://127.0.0.1:8081/send") == "http://127.0.0.1:8081")
    }
}
