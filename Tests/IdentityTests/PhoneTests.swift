import ParaphStorage
import ParaphWire
import ServerKit
import Synchronization
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Takes texts as a gateway would, as many as it is told.
final class TextRecorder: TextMessenger {
    private let state = Mutex<(texts: [OutgoingText], wait: Int?, reached: PhoneStatus.State)>(([], nil, .accepted))

    var texts: [OutgoingText] { state.withLock { $0.texts } }
    var isAvailable: Bool { true }

    /// Holds what comes for so many seconds.
    func hold(_ seconds: Int?) { state.withLock { $0.wait = seconds } }

    func enqueue(_ text: OutgoingText, in tx: any WriteTransaction) throws -> TextAdmission {
        state.withLock { state in
            if let wait = state.wait { return .held(wait) }
            state.texts.append(text)
            return .taken("text\(state.texts.count)")
        }
    }

    func state(of id: String, in tx: any ReadTransaction) throws -> PhoneStatus.State? { state.withLock(\.reached) }

    /// The code of the last text.
    func code() throws -> String {
        let digits = try #require(texts.last).text.split { !$0.isNumber }.first { $0.count == 6 }
        return String(try #require(digits))
    }
}

/// Whose a telephone number is, and what is texted there.
@Suite struct PhoneTests {
    private let number = "+33612345678"

    private func run(_ body: @escaping @Sendable (IdentityServer, TestPerson, TextRecorder) async throws -> Void) async throws {
        let recorder = TextRecorder()
        try await IdentityServer.run(texts: recorder) { (server) async throws in
            let person = try await server.enrolledPerson()
            try await set(number, of: person, server)
            try await body(server, person, recorder)
        }
    }

    private func set(_ number: String?, of person: TestPerson, _ server: IdentityServer) async throws {
        var profile = try await server.call(IdentityEndpoints.me, token: person.token).profile
        profile.phoneNumber = number
        _ = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(profile: profile), token: person.token)
    }

    private func confirm(_ code: String, _ person: TestPerson, _ server: IdentityServer) async throws -> PhoneStatus {
        try await server.call(IdentityEndpoints.confirmPhone, body: PhoneConfirmation(code: code), token: person.token)
    }

    @Test func theTextedCodeMakesTheNumberThePersons() async throws {
        try await run { server, person, recorder in
            let sent = try await server.call(IdentityEndpoints.textPhoneCode, token: person.token)
            #expect(sent.number == number && !sent.isProved && sent.code?.triesLeft == 5 && sent.code?.state == .accepted)
            #expect(recorder.texts.map(\.to) == [number])
            let told = try await confirm(try recorder.code(), person, server)
            #expect(told.isProved && told.code == nil)
            #expect(await problem { try await server.call(IdentityEndpoints.textPhoneCode, token: person.token) }?.code == "alreadyProved")
            try await set("+33612345679", of: person, server)
            #expect(try await !server.call(IdentityEndpoints.phone, token: person.token).isProved)
            try await set(number, of: person, server)
            #expect(try await !server.call(IdentityEndpoints.phone, token: person.token).isProved)
        }
    }

    @Test func fiveWrongCodesEndIt() async throws {
        try await run { server, person, recorder in
            _ = try await server.call(IdentityEndpoints.textPhoneCode, token: person.token)
            let code = try recorder.code()
            let wrong = code == "000000" ? "000001" : "000000"
            for _ in 1...5 { #expect(await problem { try await confirm(wrong, person, server) }?.fields?.first?.code == .wrong) }
            #expect(await problem { try await confirm(code, person, server) }?.code == "triesUsedUp")
            #expect(try await !server.call(IdentityEndpoints.phone, token: person.token).isProved)
        }
    }

    @Test func aCodeIsGoodForTenMinutesAndForItsNumberAlone() async throws {
        try await run { server, person, recorder in
            _ = try await server.call(IdentityEndpoints.textPhoneCode, token: person.token)
            try await set("+33612345679", of: person, server)
            #expect(await problem { try await confirm(try recorder.code(), person, server) }?.code == "challengeOver")
            try await set(number, of: person, server)
            server.time.advance(seconds: 600)
            #expect(await problem { try await confirm(try recorder.code(), person, server) }?.code == "challengeOver")
        }
    }

    @Test func whatIsHeldIsToldAndKeepsTheCodeBefore() async throws {
        try await run { server, person, recorder in
            _ = try await server.call(IdentityEndpoints.textPhoneCode, token: person.token)
            recorder.hold(40)
            let held = await problem { try await server.call(IdentityEndpoints.textPhoneCode, token: person.token) }
            #expect(held?.code == "tooManyCodes" && held?.retryAfter == 40)
            #expect(try await confirm(try recorder.code(), person, server).isProved)
        }
    }

    @Test func noticesAreTextedToThoseWhoAskedInTheirLanguage() async throws {
        try await run { server, person, recorder in
            #expect(await problem { try await server.call(IdentityEndpoints.textNotices, token: person.token) }?.code == "phoneNotProved")
            _ = try await server.call(IdentityEndpoints.textPhoneCode, token: person.token)
            _ = try await confirm(try recorder.code(), person, server)
            let administration = AnnouncementAdministration(server.domain)
            let end = server.time.now().adding(seconds: 3600)
            let notice = try await administration.send(
                english: "Maintenance",
                russian: "Работы",
                french: "Entretien",
                startsAt: nil,
                endsAt: end,
                isTexted: true
            )
            #expect(try await administration.text(notice.id) == TextedNotice(id: notice.id, texted: 0, held: 0))
            _ = try await server.call(IdentityEndpoints.textNotices, token: person.token)
            #expect(try await administration.text(notice.id) == TextedNotice(id: notice.id, texted: 1, held: 0))
            let text = try #require(recorder.texts.last)
            #expect(text.text == "Maintenance" && text.purpose == .notice(notice.id) && text.expiresAt == end)
            // Not to a number that is another's by now.
            try await set("+33612345679", of: person, server)
            #expect(try await administration.text(notice.id).texted == 0)
        }
    }
}
