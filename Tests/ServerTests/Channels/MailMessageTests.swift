import Foundation
import ParaphWire
import ServerKit
import Testing

@testable import Channels

@Suite struct MailMessageTests {
    private let moment = Timestamp(milliseconds: 1_795_255_679_000)

    private func message(subject: String = "Code", text: String = "Hello", to recipient: String = "anna@example.org") throws -> String {
        let mail = Mail(to: recipient, subject: subject, text: text, language: .en)
        let sender = try MailSender(address: "no-reply@sign.example.org")
        return String(decoding: try MailMessage(mail, from: sender, identifier: "ab12", date: moment).bytes, as: UTF8.self)
    }

    @Test func aPlainMailReadsAsWritten() throws {
        #expect(
            try message() == """
                Date: Sat, 21 Nov 2026 10:07:59 +0000\r
                From: Paraph <no-reply@sign.example.org>\r
                To: <anna@example.org>\r
                Subject: Code\r
                Message-ID: <ab12@sign.example.org>\r
                MIME-Version: 1.0\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: quoted-printable\r
                Content-Language: en\r
                Auto-Submitted: auto-generated\r
                \r
                Hello\r\n
                """
        )
    }

    @Test(arguments: [
        "a@b\r\nBcc: c@d", "a@b>", "<a@b", "a b@c", "a@b@c", "@b", "a@", "a.@b", "a@b..c", "a@b\u{202E}c", "a\u{A0}b@c", "\"a\"@b", "a@b\0",
        "",
        String(repeating: "a", count: 65) + "@b", "a@" + String(repeating: "b", count: 253),
    ])
    func anAddressThatIsNoneIsRefused(_ address: String) {
        #expect(throws: MailError(.invalidMail, "")) { try message(to: address) }
    }

    @Test(arguments: [
        ("anna@bücher.example", "anna@xn--bcher-kva.example"), ("анна@пример.рф", "анна@xn--e1afmkfd.xn--p1ai"),
        ("a@他们为什么不说中文", "a@xn--ihqwcrb4cv8a8dqg056pqjye"), ("a@3年b組金八先生", "a@xn--3b-ww4c5e180e575a65lsy2b"),
        ("Anna.B+x@Example.ORG", "Anna.B+x@Example.ORG"),
    ])
    func aDomainTravelsInItsASCIIForm(_ given: String, _ expected: String) throws {
        #expect(try MailAddress(given).text == expected)
    }

    @Test(arguments: ["a\r\nBcc: c@d", "a\nb", "a\u{2028}b", "a\u{85}b", "\0", "", String(repeating: "a", count: 501)])
    func aSubjectThatCouldAddAFieldIsRefused(_ subject: String) {
        #expect(throws: MailError(.invalidMail, "")) { try message(subject: subject) }
    }

    @Test(arguments: [
        "Ваш код для входа в Парафе, который действует пятнадцать минут", "=?utf-8?Q?x?=", "é", String(repeating: "👩‍👩‍👧‍👦", count: 12),
    ])
    func aSubjectOutsidePlainASCIIComesBack(_ subject: String) throws {
        let text = try message(subject: subject)
        let header = text.components(separatedBy: "Subject: ")[1].components(separatedBy: "\r\nMessage-ID")[0]
        let words = header.components(separatedBy: "\r\n ")
        var bytes = Data()
        for word in words {
            #expect(word.utf8.count <= 75)
            let inner = try #require(word.hasPrefix("=?utf-8?B?") && word.hasSuffix("?=") ? word.dropFirst(10).dropLast(2) : nil)
            let part = try #require(Data(base64Encoded: String(inner)))
            #expect(String(data: part, encoding: .utf8) != nil, "no character is split")
            bytes += part
        }
        #expect(String(decoding: bytes, as: UTF8.self) == subject)
    }

    @Test func everyLineIsShortAndASCII() throws {
        let text = try message(subject: String(repeating: "длинно ", count: 35), text: String(repeating: "слово, word = ", count: 300))
        for line in text.components(separatedBy: "\r\n") {
            #expect(line.utf8.count <= 78)
            #expect(line.utf8.allSatisfy { (32...126).contains($0) })
        }
    }

    @Test(arguments: [
        ("", ""), ("a", "a\r\n"), ("a\nb\n", "a\r\nb\r\n"), ("a\r\nb\rc", "a\r\nb\r\nc\r\n"), ("a \nb\t", "a=20\r\nb=09\r\n"),
        ("=", "=3D\r\n"),
        ("é", "=C3=A9\r\n"), (".\n", ".\r\n"), (String(repeating: "a", count: 76), String(repeating: "a", count: 76) + "\r\n"),
        (String(repeating: "a", count: 77), String(repeating: "a", count: 75) + "=\r\naa\r\n"),
    ])
    func quotedPrintableFollowsItsRules(_ text: String, _ expected: String) {
        #expect(String(decoding: QuotedPrintable.encode(text), as: UTF8.self) == expected)
    }

    @Test(arguments: ["Paraph <x>", "a\r\nb", "", "a@b"])
    func aSendersNameIsAName(_ name: String) {
        #expect(throws: MailError(.invalidMail, "")) { try MailSender(address: "a@b.c", name: name) }
    }
}
