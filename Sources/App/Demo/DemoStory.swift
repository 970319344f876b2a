import Identity
import ParaphClient
import ParaphInk
import ParaphInkFormats
import ParaphVerification
import ParaphWire
import ServerKit

/// What `paraph demo` does before it hands over to its visitor: made-up people enrol and sign over Sign To Login's API, as an app would.
struct DemoStory {
    /// One made-up person; the seed is their hand.
    struct Character {
        let name: String
        let email: String
        let seed: UInt64
    }

    static let cast = [
        Character(name: "Anna Petrova", email: "anna@demo.example", seed: 11),
        Character(name: "Jean Dupont", email: "jean@demo.example", seed: 12),
        Character(name: "Mary Smith", email: "mary@demo.example", seed: 13),
    ]

    let address: String
    let apiKey: String
    let transport: any Transport
    let say: @Sendable (String) -> Void

    /// Plays the story; says what the server really answered.
    func play() async throws {
        for character in Self.cast { try await enrol(character) }
        let anna = SyntheticSigner(seed: Self.cast[0].seed)
        try await sign(Self.cast[0], anna.genuine(40), as: "her own hand")
        for (index, kind) in SyntheticSigner.ForgeryKind.allCases.enumerated() {
            try await sign(Self.cast[0], anna.forgery(index, kind: kind), as: "a forger (\(kind))")
        }
        try await sign(Self.cast[0], SyntheticSigner(seed: Self.cast[1].seed).genuine(40), as: "Jean's hand")
        // The very same movement would be answered as before, as a call is whose answer was lost.
        try await sign(Self.cast[0], anna.genuine(40).transformed(by: .translation(x: 3, y: 0)), as: "a copy of the first signature")
    }

    private func enrol(_ character: Character) async throws {
        let signer = SyntheticSigner(seed: character.seed)
        var answer = try await register(character, (0..<10).map { signer.genuine($0) })
        var next = 10
        while answer.res == "2", let missing = answer.required, next < 30 {
            say("  \(character.name): \(missing) of the signatures do not fit; drawing them again")
            answer = try await register(character, (next..<next + missing).map { signer.genuine($0) })
            next += missing
        }
        say("  \(character.name) enrolled with ten signatures: res \(answer.res)\(answer.error.map { " (\($0))" } ?? "")")
    }

    private func register(_ character: Character, _ samples: [Sample]) async throws -> Answer {
        let signatures = try samples.map { String(decoding: try SignToLoginFormat.encode($0), as: UTF8.self) }
        return try await call(
            "register",
            #"""
            {"apikey":"\#(apiKey)","email":"\#(character.email)","user_name":"\#(character.name)","time":"21.11.2026 10:00:00",\#
            "os_version":"18.1","device_version":"iPhone17,1","resolution":{"width":390,"height":844},"pressure":0,\#
            "signatures":[\#(signatures.joined(separator: ","))]}
            """#
        )
    }

    private func sign(_ character: Character, _ sample: Sample, as whose: String) async throws {
        let signature = String(decoding: try SignToLoginFormat.encode(sample), as: UTF8.self)
        let answer = try await call(
            "authenticate",
            #"""
            {"apikey":"\#(apiKey)","email":"\#(character.email)","time":"21.11.2026 10:05:00",\#
            "resolution":{"width":390,"height":844},"pressure":0,"signature":\#(signature)}
            """#
        )
        let note = answer.refusal.map { " (\($0))" } ?? ""
        let similarity = answer.similarity.map { "similarity \($0)\(note)" } ?? "res \(answer.res) \(answer.error ?? "")"
        say("  \(character.name)'s account, \(whose): \(similarity)")
    }

    private func call(_ name: String, _ json: String) async throws -> Answer {
        let request = TransportRequest(
            method: "POST",
            url: "\(address)/\(name)/",
            headers: ["Content-Type": "application/json"],
            body: .bytes(Array(json.utf8))
        )
        let body = try await transport.send(request).body.bytes(upTo: 1_000_000)
        return try JSONBody.decode(Answer.self, from: body)
    }

    /// The dialect's answers (spec 000).
    private struct Answer: Codable, Sendable {
        var res: String
        var error: String?
        var similarity: Double?
        var refusal: String?
        var retryAfter: Int?
        var sessionID: String?
        var signatureID: String?
        var required: Int?
        var existing: Int?
        var model: Int?
        var incorrect: Int?

        enum CodingKeys: String, CodingKey {
            case res, error, similarity, refusal
            case retryAfter = "retry_after"
            case sessionID = "sessionid"
            case signatureID = "signatureid"
            case required = "count_required"
            case existing = "count_exist"
            case model = "count_model"
            case incorrect = "count_incorrect"
        }
    }
}
