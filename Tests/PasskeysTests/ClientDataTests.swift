import Passkeys
import Testing

/// The JSON of client data, and its bounds.
struct ClientDataTests {
    @Test(arguments: [
        #"{}"#, #" { "a" : [ 1 , -2.5e+3 , 0 , null ] , "b" : { "c" : "é😀 \u00e9\ud83d\ude00\"\\\/\b\f\n\r\t" } } "#, #""""#, "true",
        "[[]]",
        "\u{FEFF}{}",
    ]) func jsonIsRead(_ text: String) throws {
        _ = try ClientDataJSON(Array(text.utf8))
    }

    @Test func escapesAreUnderstood() throws {
        let json = try ClientDataJSON(Array(#"{"type":"webauthn\u002eget \ud83d\ude00"}"#.utf8))
        #expect(json["type"]?.string == "webauthn.get 😀")
    }

    @Test(arguments: [
        "", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, #"{"a":1,"a":2}"#, "{}{}", #"{a:1}"#, "[1,]", "01", "1.", "-",
        "+1", "1e",
        "tru", "nulll", #""\x""#, #""\ud83d""#, #""\ud83dx""#, #""\ude00\ud83d""#, #""\u12g4""#, "\"\n\"", #"""#, "[[[[[[[[[[]]]]]]]]]]",
        "NaN",
    ]) func whatIsNoJSONIsRefused(_ text: String) {
        #expect(throws: PasskeyError.self) { try ClientDataJSON(Array(text.utf8)) }
    }

    @Test func whatIsNoUTF8OrTooLongIsRefused() {
        #expect(throws: PasskeyError.self) { try ClientDataJSON([0x22, 0xFF, 0x22]) }
        let long = Array("\"\(String(repeating: "a", count: ClientDataJSON.lengthLimit))\"".utf8)
        #expect(throws: PasskeyError.self) { try ClientDataJSON(long) }
    }

    @Test func theSiteIsWhereBrowsersOfferPasskeys() throws {
        #expect(RelyingParty(origin: "https://sign.example.org")?.id == "sign.example.org")
        #expect(RelyingParty(origin: "https://sign.example.org:8443")?.origin == "https://sign.example.org:8443")
        #expect(RelyingParty(origin: "https://sign.example.org:443")?.origin == "https://sign.example.org")
        #expect(RelyingParty(origin: "http://localhost:8080")?.id == "localhost")
        #expect(RelyingParty(origin: "http://a.localhost")?.id == "a.localhost")
        for origin in [
            "http://sign.example.org", "https://127.0.0.1", "https://[::1]:8443", "https://", "https://a..b", "https://a:b",
            "https://a:1:2", "ftp://a",
        ] {
            #expect(RelyingParty(origin: origin) == nil, "\(origin)")
        }
    }
}
