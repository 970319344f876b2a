import Foundation
import ParaphWire
import ProcessTestSupport
import ServerKit
import Testing

@testable import Channels

/// A mail server of our own on a loopback port, which the test stops (`Tests/BlackBox/_smtp_sink.py`).
private final class MailSink {
    let port: Int
    private let process: ChildProcess
    private var rest = Data()

    init(_ arguments: [String] = []) throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../BlackBox/_smtp_sink.py")
        process = try ChildProcess("python3", [script.path] + arguments, withInput: true)
        guard let first = Self.line(from: process.output, &rest), let port = Int(first.dropFirst("port ".count)) else {
            throw CocoaError(.fileReadUnknown)
        }
        self.port = port
    }

    /// The next message that the server took; waits for it.
    func message() throws -> [String: Any] {
        let line = try #require(Self.line(from: process.output, &rest))
        return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    /// Stops the server, and says how many messages it took beyond those read.
    func stop() -> Int {
        try? process.input?.close()
        var count = 0
        while Self.line(from: process.output, &rest) != nil { count += 1 }
        process.wait()
        return count
    }

    private static func line(from file: FileHandle, _ rest: inout Data) -> String? {
        while true {
            if let end = rest.firstIndex(of: 10) {
                defer { rest = Data(rest[(end + 1)...]) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let more = file.availableData
            if more.isEmpty { return nil }
            rest += more
        }
    }
}

/// A certificate for `localhost` and its key, in files that go with it.
private final class Certificate {
    let folder: URL
    var certificate: String { folder.appending(path: "cert.pem").path }
    var key: String { folder.appending(path: "key.pem").path }
    var arguments: [String] { ["--certificate", certificate, "--key", key] }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "paraph-smtp-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let arguments =
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
            + ["-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
        _ = try ChildProcess.run("openssl", arguments)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }
}

@Suite struct SMTPTests {
    private let text = "Ваш код: 123456\n.\n..two dots\n\nFrom here"

    private func send(to settings: SMTPSettings, recipient: String = "anna@example.org") async throws {
        let mail = Mail(to: recipient, subject: "Код", text: text, language: .ru)
        let sender = try MailSender(address: "no-reply@example.org")
        let message = try MailMessage(mail, from: sender, identifier: "ab12", date: Timestamp(milliseconds: 0))
        try await SMTPTransport(settings, greeting: "sign.example.org").send(message)
    }

    private func plain(_ sink: MailSink, timeout: Int = 120) throws -> SMTPSettings {
        try SMTPSettings(url: "smtp://127.0.0.1:\(sink.port)", security: .whereOffered, timeoutSeconds: timeout)
    }

    @Test func aMailArrivesByteForByte() async throws {
        let sink = try MailSink()
        try await send(to: plain(sink))
        let got = try sink.message()
        #expect(got["sender"] as? String == "no-reply@example.org")
        #expect(got["receivers"] as? [String] == ["anna@example.org"])
        #expect(got["hello"] as? String == "sign.example.org")
        let mail = Mail(to: "anna@example.org", subject: "Код", text: text, language: .ru)
        let sender = try MailSender(address: "no-reply@example.org")
        let sent = try MailMessage(mail, from: sender, identifier: "ab12", date: Timestamp(milliseconds: 0))
        #expect(got["message"] as? String == String(decoding: sent.bytes, as: UTF8.self))
        #expect(sink.stop() == 0)
    }

    @Test func anAddressInAnotherScriptArrivesWhereTheServerTakesIt() async throws {
        let sink = try MailSink()
        try await send(to: plain(sink), recipient: "анна@пример.рф")
        let got = try sink.message()
        #expect(got["receivers"] as? [String] == ["анна@xn--e1afmkfd.xn--p1ai"])
        #expect(sink.stop() == 0)
    }

    @Test func nothingIsSentInTheClearWhereTLSIsRequired() async throws {
        let sink = try MailSink()
        await #expect(throws: MailError(.unreachable, "")) {
            try await send(to: try SMTPSettings(url: "smtp://127.0.0.1:\(sink.port)"))
        }
        #expect(sink.stop() == 0)
    }

    @Test(arguments: ["smtp", "smtps"]) func anAccountSendsOverTLS(_ scheme: String) async throws {
        let certificate = try Certificate()
        let sink = try MailSink(certificate.arguments + ["--account", "paraph:geheim"] + (scheme == "smtps" ? ["--implicit"] : []))
        let settings = try SMTPSettings(
            url: "\(scheme)://localhost:\(sink.port)",
            account: .init(user: "paraph", password: "geheim"),
            authorities: certificate.certificate,
            timeoutSeconds: 120
        )
        try await send(to: settings)
        let got = try sink.message()
        #expect(got["encrypted"] as? Bool == true && got["user"] as? String == "paraph")
        #expect(sink.stop() == 0)
    }

    @Test func aServerWithACertificateOfUnknownOriginGetsNothing() async throws {
        let certificate = try Certificate()
        let sink = try MailSink(certificate.arguments)
        await #expect(throws: MailError(.unreachable, "")) {
            try await send(to: try SMTPSettings(url: "smtp://localhost:\(sink.port)", timeoutSeconds: 120))
        }
        #expect(sink.stop() == 0)
    }

    @Test(arguments: [
        ("--refuse-receiver", "550 no such user", MailError.Code.refused), ("--refuse-receiver", "450 later", .unreachable),
        ("--refuse-message", "552 too big", .refused), ("--refuse-message", "451 later", .unreachable),
    ])
    func aRefusalIsFinalOrNotAsTheServerSays(_ flag: String, _ answer: String, _ code: MailError.Code) async throws {
        let sink = try MailSink([flag, answer])
        let error = await #expect(throws: MailError.self) { try await send(to: plain(sink)) }
        #expect(error?.code == code)
        #expect(error?.message.contains("anna") == false && error?.message.contains(answer.prefix(3)) == true)
        #expect(sink.stop() == 0)
    }

    @Test func aWrongPasswordIsTriedAgainLater() async throws {
        let certificate = try Certificate()
        let sink = try MailSink(certificate.arguments + ["--account", "paraph:geheim"])
        let settings = try SMTPSettings(
            url: "smtp://localhost:\(sink.port)",
            account: .init(user: "paraph", password: "wrong"),
            authorities: certificate.certificate
        )
        let error = await #expect(throws: MailError.self) { try await send(to: settings) }
        #expect(error?.code == .unreachable && error?.message.contains("wrong") == false)
        #expect(sink.stop() == 0)
    }

    @Test(arguments: ["--hang-up", "--stall"]) func aMailWithoutTheLastAnswerCountsAsNotSent(_ flag: String) async throws {
        let sink = try MailSink([flag])
        await #expect(throws: MailError(.unreachable, "")) { try await send(to: plain(sink, timeout: 5)) }
        #expect(sink.stop() == 1)
    }

    @Test func aServerThatIsNotThereIsUnreachable() async throws {
        let sink = try MailSink()
        let settings = try plain(sink)
        _ = sink.stop()
        await #expect(throws: MailError(.unreachable, "")) { try await send(to: settings) }
    }

    @Test func aCancelledTaskStopsTheConversation() async throws {
        let sink = try MailSink(["--stall"])
        let settings = try plain(sink, timeout: 20)
        let sending = Task { try await send(to: settings) }
        _ = try sink.message()
        sending.cancel()
        await #expect(throws: MailError(.unreachable, "")) { try await sending.value }
        #expect(sink.stop() == 0)
    }

    @Test(arguments: [
        "http://mail", "smtp://", "smtp://user:word@host", "smtp://host/path", "smtp://host?x", "mail.example.org", "smtp://a b",
    ])
    func aServersAddressIsChecked(_ url: String) {
        #expect(throws: MailError(.invalidSettings, "")) { try SMTPSettings(url: url) }
    }

    @Test func anAccountIsNeverUsedInTheClear() {
        #expect(throws: MailError(.invalidSettings, "")) {
            try SMTPSettings(url: "smtp://host", security: .whereOffered, account: .init(user: "a", password: "b"))
        }
    }
}
