import ParaphInk
import ParaphVerification
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Whatever is missing or wrong is answered 5 with its name, and leaves nothing behind.
struct RefusalTests {
    static let required = ["email", "user_name", "time", "os_version", "device_version", "resolution", "pressure", "signatures"]

    @Test func whatIsMissingIsNamed() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<10))
            for name in ["apikey"] + Self.required {
                for json in [nil, "null", "\"\""] {
                    let answer = try await server.send("/register/", body.with(name, json))
                    #expect(answer.res == "5" && answer.parameter == name, "\(name): \(answer)")
                    #expect(answer.error?.contains(name) == true)
                }
            }
            let count = try await server.rowCount()
            #expect(count == 0)
        }
    }

    @Test(arguments: [
        ("email", "\"nobody\""), ("email", "true"), ("email", "{}"), ("user_name", "[1]"), ("user_name", "\"\\u0000\""),
        ("user_name", "\"\\u202Eevil\""), ("time", "\"2026-11-21 10:07:59\""), ("time", "\"31.02.2026 10:07:59\""),
        ("time", "\"21.11.2026 24:00:00\""), ("time", "\"21.11.2026T10:07:59\""), ("birthday", "\"31.12.1890\""),
        ("birthday", "\"01.01.2999\""), ("birthday", "\"1.1.1990\""), ("sex", "\"yes\""), ("phone_number", "\"home\""),
        ("phone_number", "1e999"), ("photo", "\"!!!!\""), ("photo", "\"bm8gcGljdHVyZQ==\""), ("location", "{\"lat\": 91, \"lon\": 0}"),
        ("location", "{\"lat\": 1}"), ("location", "[1, 2]"), ("location", "{\"lat\": NaN, \"lon\": 0}"),
        ("resolution", "{\"width\": 1024}"),
        ("resolution", "{\"width\": 0, \"height\": 1}"), ("resolution", "{\"width\": 1e999, \"height\": 1}"), ("pressure", "NaN"),
        ("pressure", "1e308"), ("pressure", "1e999"), ("pressure", "-1"), ("pressure", "\"much\""), ("signatures", "[]"),
        ("signatures", "{}"), ("signatures", "\"text\""), ("signatures", "[[]]"),
    ])
    func whatIsWrongIsNamed(name: String, json: String) async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<10))
            let answer = try await server.send("/register/", body.with(name, json))
            #expect(answer.res == "5" && answer.parameter == name, "\(answer)")
            let count = try await server.rowCount()
            #expect(count == 0)
        }
    }

    @Test(arguments: [
        "{\"signature_contents\": []}", "{\"signature_contents\": [{\"x\": 1}]}", "{\"signature_contents\": [{\"x\": 1e308, \"y\": 1}]}",
        "{\"signature_contents\": [{\"x\": 1e999, \"y\": 1}]}", "{\"signature_contents\": [{\"x\": NaN, \"y\": 1}]}",
        "{\"signature_contents\": [{\"x\": \"left\", \"y\": 1}]}", "{\"signature_contents\": [{\"x\": 1, \"y\": 1, \"p\": -1}]}",
        "{\"dot_count\": 3, \"signature_contents\": [{\"x\": 1, \"y\": 1}]}", "{\"dot_count\": 1}", "[]", "7",
    ])
    func brokenPointsAreRefused(signature: String) async throws {
        try await DialectFixture.run { server in
            let samples = SyntheticSigner(seed: 1).samples(0..<1)
            let registration = try DialectBody.register(key: server.key, email: "a@example.org", samples).with(
                "signatures",
                "[\(signature)]"
            )
            let answer = try await server.send("/register/", registration)
            #expect(answer.res == "5" && answer.parameter == "signatures", "\(answer)")
            try await server.enrol(SyntheticSigner(seed: 1), email: "b@example.org")
            let before = try await server.rowCount()
            let body = try DialectBody.authenticate(key: server.key, email: "b@example.org", samples[0]).with("signature", signature)
            let refused = try await server.send("/authenticate/", body)
            #expect(refused.res == "5" && refused.parameter == "signature", "\(refused)")
            let after = try await server.rowCount()
            #expect(after == before)
        }
    }

    @Test func tooManyPointsAndTooManySignaturesAreRefused() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<1))
            let points = String(repeating: "{\"x\":1,\"y\":2},", count: 400_000) + "{\"x\":1,\"y\":2}"
            let many = try await server.send("/register/", body.with("signatures", "[{\"signature_contents\":[\(points)]}]"))
            #expect(many.res == "5", "\(many)")
            let signatures = [String](repeating: "{\"signature_contents\":[{\"x\":1,\"y\":2}]}", count: 21).joined(separator: ",")
            let answer = try await server.send("/register/", body.with("signatures", "[\(signatures)]"))
            #expect(answer.res == "5", "\(answer)")
            let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
            let nested = try await server.send("/register/", body.with("signatures", deep))
            #expect(nested.res == "5", "\(nested)")
        }
    }

    @Test func aParameterThatComesTwiceIsRefused() async throws {
        try await DialectFixture.run { server in
            var body = DialectBody.login(key: server.key, email: "a@example.org")
            body.parameters.append(("email", "\"b@example.org\""))
            for (bytes, type) in [(body.json, "application/json"), (body.form, "application/x-www-form-urlencoded")] {
                let answer = try await server.send("/login/", bytes, contentType: type)
                #expect(answer.res == "5" && answer.parameter == "email")
            }
        }
    }

    @Test func dotsLinesAndCopiesAreCountedAsIncorrect() async throws {
        try await DialectFixture.run { server in
            let dot = Sample(strokes: [Stroke(points: (0..<30).map { _ in Point(x: 5, y: 5) })])
            let line = Sample(strokes: [Stroke(points: (0..<60).map { Point(x: Double($0) * 3, y: 5) })])
            let good = SyntheticSigner(seed: 1).samples(0..<4)
            let body = try DialectBody.register(key: server.key, email: "a@example.org", good + [dot, line, good[0]])
            let answer = try await server.send("/register/", body)
            #expect(answer.res == "2" && answer.countExist == 4, "\(answer)")
        }
    }
}
