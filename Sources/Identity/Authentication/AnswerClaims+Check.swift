import Crypto
import ParaphWire
import ServerKit

extension AnswerClaims {
    /// Throws unless every claim but the attempt's number is what the challenge and the sample make it.
    func check(_ asked: Answerable, sample: [UInt8], now: Timestamp) throws {
        let challenge = asked.challenge
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
        let document = challenge.purpose == .signDocument ? challenge.subject : nil
        let optional = [
            ("doc", doc, document), ("dig", dig, asked.request?.digestClaim), ("dsc", dsc, asked.request?.description),
            ("for", `for`, asked.handOver?.deviceID),
        ]
        for (name, given, right) in optional where given.map({ Array($0.utf8) }) != right.map({ Array($0.utf8) }) {
            throw Problem.badAssertion("The claim \(name) is not that of this challenge.")
        }
        // Which number it is costs a try, and is told once the signature was sent.
        guard (num == nil) == (asked.request?.code == nil), num.map(Self.isCode) ?? true else {
            throw Problem.badAssertion("The claim num must be three digits where the request asks for a number, and else be absent.")
        }
        try Problem.checkClock(iat, now: now)
    }

    private static func isCode(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

extension SealClaims {
    /// Throws unless the claims are those of a request for a seal.
    func check(_ request: SealRequest, audience: String, now: Timestamp) throws {
        let expected = [
            ("aud", aud, audience), ("dec", dec, "seal"), ("dig", dig, request.digest.text), ("doc", doc, request.previousHash),
            ("sig", sig, request.signatureId),
        ]
        for (name, given, right) in expected where !given.utf8.elementsEqual(right.utf8) {
            throw Problem.badAssertion("The claim \(name) is not that of this request.")
        }
        try Problem.checkClock(iat, now: now)
    }
}

extension Problem {
    /// How far the device's clock may be off, in seconds.
    private static let clockTolerance: Int64 = 300

    fileprivate static func checkClock(_ iat: Int, now: Timestamp) throws {
        let seconds = now.milliseconds / 1000
        guard iat >= seconds - clockTolerance, iat <= seconds + clockTolerance else {
            throw Problem(
                code: .clockSkew,
                title: "The device's clock is off",
                detail:
                    "The claim iat is more than \(clockTolerance) seconds from the server's time. Set the device's clock, or sign with "
                    + "the time of the header Date."
            )
        }
    }
}
