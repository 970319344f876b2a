import ParaphWire
import Testing

/// The form of the claims whose hash a passkey signs.
@Suite struct AnswerClaimsTests {
    @Test func theCanonicalFormIsThatOfRFC8785() {
        let claims = AnswerClaims(
            rid: "r",
            nonce: "n",
            aud: "https://a.example",
            msg: "«Анна»\n\"\\\u{1}",
            smp: "s",
            att: 1,
            iat: 1_795_000_000,
            dec: "approve"
        )
        let expected =
            #"{"att":1,"aud":"https://a.example","dec":"approve","iat":1795000000,"msg":"«Анна»\n\"\\\u0001","nonce":"n","rid":"r","smp":"s"}"#
        #expect(String(decoding: claims.canonical, as: UTF8.self) == expected)
    }
}
