import Foundation
import HTTPTypes
import ParaphStorage
import ParaphVerification
import ServerKit
import SignToLoginDialect
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

struct BodyFormTests {
    static let boundary = "----WebKitFormBoundary7MA4YWxkTrZu0gW"

    @Test(arguments: ["application/json", "application/json; charset=utf-8", "text/plain", "application/x-www-form-urlencoded", nil])
    func jsonIsReadWhateverItsTypeSays(contentType: String?) async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<10))
            let answer = try await server.send("/register/", body.json, contentType: contentType)
            #expect(answer.res == "0", "\(answer)")
        }
    }

    @Test func aFormHoldsStructuresAsText() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<10))
            let answer = try await server.send("/register", body.form, contentType: "application/x-www-form-urlencoded")
            #expect(answer.res == "0", "\(answer)")
        }
    }

    @Test func multipartHoldsThePhotoAsAFile() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<10))
            let bytes = body.multipart(boundary: Self.boundary, photo: Picture.png.bytes)
            let answer = try await server.send("/register/", bytes, contentType: "multipart/form-data; boundary=\(Self.boundary)")
            #expect(answer.res == "0", "\(answer)")
            let photos = try await server.environment.database.read {
                try $0.rows("SELECT id FROM person WHERE photoBlob IS NOT NULL").count
            }
            #expect(photos == 1)
        }
    }

    @Test func aFileThatTheDialectDoesNotKnowIsIgnoredWhateverItHolds() async throws {
        try await DialectFixture.run { server in
            let whole = DialectBody.login(key: server.key, email: "a@example.org").multipart(boundary: Self.boundary)
            func body(with name: String) -> [UInt8] {
                let head = "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"; filename=\"lease.pdf\"\r\n\r\n"
                return Array(head.utf8) + [0xFF, 0xFE, 0x00] + Array("\r\n".utf8) + whole
            }
            let type = "multipart/form-data; boundary=\(Self.boundary)"
            let ignored = try await server.send("/login/", body(with: "document"), contentType: type)
            #expect(ignored.res == "2", "\(ignored)")
            let known = try await server.send("/login/", body(with: "city"), contentType: type)
            #expect(known.res == "5", "\(known)")
        }
    }

    @Test func structuresMayBeStringsAndNumbersMayBeText() async throws {
        try await DialectFixture.run { server in
            let body = DialectBody.login(key: server.key, email: "a@example.org").with("os_version", "6.1").with("device_version", "4")
            let login = try await server.send("/login/", body)
            #expect(login.res == "2")
            let samples = SyntheticSigner(seed: 1).samples(0..<10)
            let registration = try DialectBody.register(key: server.key, email: "a@example.org", samples)
                .with("resolution", "\"{\\\"width\\\": \\\"1024\\\", \\\"height\\\": 768}\"").with("pressure", "\"0\"")
            let answer = try await server.send("/register/", registration)
            #expect(answer.res == "0", "\(answer)")
        }
    }

    @Test(arguments: [
        ("nothing", ""), ("half an object", "{\"apikey\": \"x\""), ("an array", "[1]"), ("two values", "{} {}"),
        ("no colon", "{\"apikey\" \"x\"}"), ("a bare word", "{\"apikey\": tru}"), ("no quotes", "{apikey: 1}"),
        ("a trailing comma", "{\"apikey\": \"x\",}"), ("a half escape", "{\"apikey\": \"\\ud83d\"}"),
        ("a lone quote", "{\"apikey\": \"\\\"}"),
    ])
    func brokenJSONIsRefused(what: String, text: String) async throws {
        try await DialectFixture.run { server in
            let answer = try await server.send("/register/", Array(text.utf8))
            #expect(answer.res == "5", "\(what): \(answer)")
        }
    }

    @Test func badUTF8AndBrokenFramingAreRefused() async throws {
        try await DialectFixture.run { server in
            let body = DialectBody.login(key: server.key, email: "a@example.org")
            let bad = body.json.map { $0 == UInt8(ascii: "P") ? 0xFF : $0 }
            let json = try await server.send("/login/", bad)
            #expect(json.res == "5")
            let form = try await server.send("/login/", Array("apikey=%zz".utf8), contentType: "application/x-www-form-urlencoded")
            #expect(form.res == "5")
            let whole = body.multipart(boundary: Self.boundary)
            for (bytes, type) in [
                (whole, "multipart/form-data"), (Array(whole.dropLast(30)), "multipart/form-data; boundary=\(Self.boundary)"),
                (whole, "multipart/form-data; boundary=other"), (whole, "image/png"),
            ] {
                let answer = try await server.send("/login/", bytes, contentType: type)
                #expect(answer.res == "5", "\(type)")
            }
        }
    }

    @Test func aBodyBeyondTheLimitIsRefusedInTheDialectsForm() async throws {
        try await DialectFixture.run { server in
            let body = Array("{".utf8) + [UInt8](repeating: 32, count: SignToLoginParameters.bodyLimit)
            let answer = try await server.send("/register/", body, status: .contentTooLarge)
            #expect(answer.res == "5")
        }
    }

    @Test func whatTheDialectDoesNotKnowMayHoldAnythingAndWhatItKnowsMayNot() async throws {
        try await DialectFixture.run { server in
            let body = DialectBody.login(key: server.key, email: "a@example.org")
            let ignored = try await server.send("/login/", body.with("extra", "{\"a\": {\"b\": 1, \"b\": 2}}"))
            #expect(ignored.res == "2", "\(ignored)")
            let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
            let nested = try await server.send("/login/", body.with("extra", deep))
            #expect(nested.res == "2", "\(nested)")
            let known = try await server.send("/login/", body.with("location", "{\"lat\": 1, \"lat\": 2, \"lon\": 0}"))
            #expect(known.res == "5" && known.parameter == "location", "\(known)")
        }
    }
}
