import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Look-alikes of addresses and user names are the same address and name.
struct ComparedNameTests {
    @Test(arguments: [
        ("ＡＤＭＩＮ@example.org", "admin@example.org"), ("oﬃce@example.org", "office@example.org"), ("boſs@example.org", "boss@example.org"),
        ("ADMİN@example.org", "admin@example.org"), ("\u{212A}ai@example.org", "kai@example.org"), ("a@ｅｘａｍｐｌｅ．ｏｒｇ", "a@example.org"),
        ("Anna@Example.ORG", "anna@example.org"), ("jose\u{301}@example.org", "josé@example.org"), ("①@example.org", "1@example.org"),
        ("info@xn--strae-oqa.example", "info@straße.example"), ("info@XN--STRAE-OQA.example", "info@straße.example"),
        ("a@xn--e1afmkfd.xn--p1ai", "a@пример.рф"),
        ("a@STRAẞE.example", "a@straße.example"), ("a@example。org", "a@example.org"), ("a@пример。РФ", "a@пример.рф"),
    ])
    func lookAlikesAreOneAddress(typed: String, kept: String) {
        #expect(EmailAddress(typed)?.text == kept)
        #expect(EmailAddress(kept)?.text == kept)
    }

    @Test func lettersThatStandInOtherMailboxesStayTheirOwn() {
        #expect(EmailAddress("info@straße.example")?.text == "info@straße.example")
        #expect(EmailAddress("info@ışık.example")?.text == "info@ışık.example")
        #expect(EmailAddress("ανδρεας@example.org")?.text == "ανδρεας@example.org")
    }

    @Test(arguments: [("Ａｎｎａ", "anna"), ("ANNA", "anna"), ("\u{212A}ai", "kai"), ("boſs", "boss"), ("ﬁne", "fine")])
    func lookAlikesAreOneUsername(typed: String, key: String) {
        #expect(Username(typed)?.key == key)
    }

    @Test(arguments: ["аnna", "annа", "Αnna", "annı", "an\u{200D}na"])
    func lettersOfOtherAlphabetsAreNoUsername(typed: String) {
        #expect(Username(typed) == nil)
    }

    @Test func aLookAlikeOfAnAddressReachesItsOwnerAndMakesNoTwin() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register("admin@example.org", username: "Admin")
            _ = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("ＡＤＭＩＮ@example.org"))
            #expect(server.mails.all(to: "admin@example.org").last?.subject == "You have a Paraph account already")
            #expect(server.mails.all(to: "ＡＤＭＩＮ@example.org").isEmpty)
            let twin = try await server.register("b@example.org", username: "ＡＤＭＩＮ")
            #expect(try await server.call(IdentityEndpoints.me, token: twin.token).username == nil)
            let taken = await problem {
                _ = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(username: "ＡＤＭＩＮ"), token: twin.token)
            }
            #expect(taken?.code == "usernameTaken")
            // Who types so finds their own account.
            let device = SimulatedDevice()
            let wanted = DeviceRequestRequest(identifier: "ＡＤＭİＮ@example.org", device: try device.deviceKey(subject: "admin@example.org"))
            let asked = try await server.call(IdentityEndpoints.requestDevice, body: wanted)
            let listed = try await server.call(IdentityEndpoints.deviceRequests, token: person.token)
            #expect(listed.items.map(\.id) == [asked.id])
        }
    }

    @Test func otherDomainsAndMailboxesStayApart() {
        #expect(EmailAddress("info@strasse.example") != EmailAddress("info@straße.example"))
        #expect(EmailAddress("strasse@example.org") != EmailAddress("straße@example.org"))
        #expect(EmailAddress("a@münchen.example") != EmailAddress("a@muenchen.example"))
    }

    @Test(arguments: ["a@xn--.example", "a@xn--abc-.example", "a@xn--99999999.example", "a@xn--abc.example.xn--"])
    func whatOnlySeemsEncodedIsNoDomain(typed: String) {
        #expect(EmailAddress(typed) == nil)
    }
}
