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
                Auto-Submitted: auto-generated\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: quoted-printable\r
                Content-Language: en\r
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

    private func message(attaching name: String, bytes: [UInt8]) throws -> String {
        var mail = Mail(to: "anna@example.org", subject: "A document", text: "Here it is", language: .en, replyTo: "ben@example.org")
        mail.attachment = MailAttachment(name: name, mediaType: "application/pdf", source: "files", reference: "x")
        let sender = try MailSender(address: "no-reply@sign.example.org")
        return String(decoding: try MailMessage(mail, from: sender, identifier: "ab12", date: moment, attached: bytes).bytes, as: UTF8.self)
    }

    @Test func aFileGoesWithTheText() throws {
        #expect(
            try message(attaching: "lease.pdf", bytes: Array("%PDF".utf8)).components(separatedBy: "MIME-Version: 1.0\r\n")[1] == """
                Reply-To: <ben@example.org>\r
                Content-Type: multipart/mixed; boundary="paraph-ab12"\r
                \r
                --paraph-ab12\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: quoted-printable\r
                Content-Language: en\r
                \r
                Here it is\r
                --paraph-ab12\r
                Content-Type: application/pdf\r
                Content-Transfer-Encoding: base64\r
                Content-Disposition: attachment;\r
                 filename="lease.pdf"\r
                \r
                JVBERg==\r
                --paraph-ab12--\r\n
                """
        )
    }

    @Test(arguments: [
        "Договор аренды на 2026 год, подписанный всеми сторонами.pdf", "a\"b\\c.pdf", String(repeating: "é", count: 127), "%.pdf",
    ])
    func anAttachmentsNameComesBack(_ name: String) throws {
        let text = try message(attaching: name, bytes: [UInt8](repeating: 0xA5, count: 1000))
        for line in text.components(separatedBy: "\r\n") {
            #expect(line.utf8.count <= 78 && line.utf8.allSatisfy { (32...126).contains($0) })
        }
        let lines = text.components(separatedBy: "\r\n")
        let whole = lines.enumerated().compactMap { $1.hasPrefix(" filename*") ? $1 : nil }
        let values = whole.map { $0.split(separator: "=", maxSplits: 1)[1].trimming(";") }.joined()
        #expect(whole.indices.allSatisfy { whole[$0].hasPrefix(" filename*\($0)*=") })
        if whole.isEmpty {
            #expect(text.contains("filename=\"\(name)\""))
        } else {
            #expect(values.hasPrefix("UTF-8''") && values.dropFirst(7).removingPercentEncoding == name)
        }
    }

    @Test(arguments: ["a\r\nBcc: c@d", "", String(repeating: "a", count: 256), "a\0"])
    func anAttachmentsNameThatCouldAddAFieldIsRefused(_ name: String) {
        #expect(throws: MailError(.invalidMail, "")) { try message(attaching: name, bytes: []) }
    }

    @Test func anAttachmentThatIsTooLongIsRefused() {
        let bytes = [UInt8](repeating: 0, count: MailMessage.attachmentLimit + 1)
        #expect(throws: MailError(.invalidMail, "")) { try message(attaching: "a.pdf", bytes: bytes) }
    }
}

extension StringProtocol {
    fileprivate func trimming(_ end: Character) -> String { last == end ? String(dropLast()) : String(self) }
}
