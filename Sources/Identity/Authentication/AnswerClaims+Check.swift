import Crypto
import ParaphWire
import ServerKit

extension AnswerClaims {
    /// How far the device's clock may be off, in seconds.
    private static let clockTolerance: Int64 = 300

    /// Throws unless every claim but the attempt's number is what the challenge and the sample make it.
    func check(challenge: ChallengeRecord, sample: [UInt8], now: Timestamp) throws {
        let expected = [
            ("rid", rid, challenge.id),
            ("nonce", nonce, Base64URL(challenge.nonce).text),
            ("aud", aud, challenge.audience),
            ("msg", msg, challenge.bindingMessage),
            ("smp", smp, Base64URL(SHA256.hash(data: sample)).text),
            ("dec", dec, "approve"),
        ]
        // Compared as bytes: two texts of the same look are not the same statement.
        for (name, given, right) in expected where !given.utf8.elementsEqual(right.utf8) {
            throw Problem.badAssertion("The claim \(name) is not that of this challenge and sample.")
        }
        let seconds = now.milliseconds / 1000
        guard iat >= seconds - Self.clockTolerance, iat <= seconds + Self.clockTolerance else {
            throw Problem(
                status: 401,
                code: "clockSkew",
                title: "The device's clock is off",
                detail:
                    "The claim iat is more than \(Self.clockTolerance) seconds from the server's time. Set the device's clock, or sign with "
                    + "the time of the header Date."
            )
        }
    }
}
