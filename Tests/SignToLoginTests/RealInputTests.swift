import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import SignToLoginDialect
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What people and their programs really send.
struct RealInputTests {
    @Test(arguments: [
        ("+7 (916) 123-45-67", "+79161234567"), ("0033 6 12 34 56 78", "+33612345678"), ("+44 (0)20 7946 0958", "+442079460958"),
        ("+33 6.12.34.56.78", "+33612345678"), ("+49\u{A0}30/123456", "+4930123456"), ("8 (916) 123-45-67", nil), ("9161234567", nil),
        ("06 12 34 56 78", nil), ("(0)20 7946 0958", nil), ("+0 916 123 45 67", nil), ("++79161234567", nil), ("+7916", nil),
        ("\u{202A}+7\u{2009}916\\t123-45-67\u{202C}", "+79161234567"), ("tel:+٤٤ ２０ 7946 0958", "+442079460958"), ("+8 916 123-45-67", nil),
    ])
    func aPhoneNumberTellsItsCountry(written: String, kept: String?) async throws {
        try await DialectFixture.run { server in
            let samples = SyntheticSigner(seed: 1).samples(0..<10)
            let body = try DialectBody.register(key: server.key, email: "a@example.org", samples).with("phone_number", "\"\(written)\"")
            let answer = try await server.send("/register/", body)
            guard let kept else {
                #expect(answer.res == "5" && answer.parameter == "phone_number", "\(answer)")
                if written.hasPrefix("+8") { #expect(answer.error?.contains("write +7") == true, "\(answer)") }
                return
            }
            #expect(answer.res == "0", "\(answer)")
            let keys = server.environment.keys
            let person = try await server.environment.database.read { tx in
                try PersonStore.list(limit: 2, keys: keys, in: tx).first { $0.email.text == "a@example.org" }
            }
            #expect(person?.profile.phoneNumber == kept)
        }
    }

    @Test func marksArePiledOnNoCharacter() async throws {
        try await DialectFixture.run { server in
            let samples = SyntheticSigner(seed: 1).samples(0..<10)
            let body = try DialectBody.register(key: server.key, email: "a@example.org", samples)
            let piled = try await server.send("/register/", body.with("user_name", "\"A\(String(repeating: "\u{301}", count: 5))nna\""))
            #expect(piled.res == "5" && piled.parameter == "user_name", "\(piled)")
            let pointed = try await server.send("/register/", body.with("user_name", "\"שָׁל\u{5BB}ום Zo\u{308}e\""))
            #expect(pointed.res == "0", "\(pointed)")
            let stray = try await server.send("/register/", body.with("user_name", "\"An\u{200C}na\""))
            #expect(stray.res == "5" && stray.parameter == "user_name", "\(stray)")
            let joined = body.with("user_name", "\"علی\u{200C}اکبر می\u{200C}خواهم\"").with(
                "company_name",
                "\"ന\u{D4D}\u{200D} ශ\u{DCA}\u{200D}රී\""
            )
            #expect(try await server.send("/register/", joined).res == "0")
        }
    }

    @Test func aBodyMayBeCompressed() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<10))
            let packed = try #require(Gzip.compressed(Array(body.json)))
            let text = String(decoding: body.json, as: UTF8.self)
            let parts = try Self.packed(text.prefix(100)) + Self.packed(text.dropFirst(100))
            for (bytes, wanted) in [
                (Array(packed.dropLast(3)), "5"), (packed + [0], "5"), (Array(body.json), "5"),
                (try #require(Gzip.compressed(Array("{}".utf8))), "5"),
                (packed, "0"), (parts, "0"), (parts + [0x1F, 0x8B], "5"), (try Self.packed("") + parts, "0"),
                (try Array(repeatElement(Self.packed(""), count: 1000).joined()) + packed, "5"),
            ] {
                let (status, answer) = try await send(bytes, encoding: "gzip", to: server)
                #expect(status == .ok && answer.contains("\"res\":\"\(wanted)\""), "\(answer)")
            }
            let other = try await send(packed, encoding: "br", to: server)
            #expect(other.answer.contains("send gzip"))
        }
    }

    private static func packed(_ text: some StringProtocol) throws -> [UInt8] {
        try #require(Gzip.compressed(Array(text.utf8)))
    }

    @Test func whatWouldBecomeTooLargeIsRefused() async throws {
        try await DialectFixture.run { server in
            let bomb = try #require(Gzip.compressed([UInt8](repeating: UInt8(ascii: " "), count: SignToLoginParameters.bodyLimit + 1)))
            #expect(bomb.count < 100_000)
            let (status, answer) = try await send(bomb, encoding: "gzip", to: server)
            #expect(status == .contentTooLarge && answer.contains("too large"), "\(status) \(answer)")
        }
    }

    @Test func aFewBytesNeverBecomeMany() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<10))
            let padded = { Array(body.json) + [UInt8](repeating: UInt8(ascii: " "), count: $0) }
            let bomb = try #require(Gzip.compressed(padded(9_000_000)))
            let (status, answer) = try await send(bomb, encoding: "gzip", to: server)
            #expect(status == .contentTooLarge && answer.contains("50 times"), "\(bomb.count) bytes: \(status) \(answer)")
            let indented = try await send(#require(Gzip.compressed(padded(200_000))), encoding: "gzip", to: server)
            #expect(indented.status == .ok && indented.answer.contains("\"res\":\"0\""), "\(indented.answer)")
        }
    }

    private func send(
        _ bytes: [UInt8],
        encoding: String,
        to server: DialectFixture
    ) async throws -> (status: HTTPResponse.Status, answer: String) {
        let headers: HTTPFields = [.contentType: "application/json", .contentEncoding: encoding]
        return try await server.client.execute(uri: "/register/", method: .post, headers: headers, body: ByteBuffer(bytes: bytes)) {
            ($0.status, String(buffer: $0.body))
        }
    }
}
