import Foundation
import ParaphStorage
import ParaphWire
import StorageTestSupport
import TestSupport
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport

/// What an app does by the SDK alone, from the first start on.
@Suite struct StoryTests {
    @Test func aPersonRegistersEnrolsSignsInAgainSignsAndKeepsAFile() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try fixture.phone()
            #expect(await phone.client.signIn.current == nil)
            try await fixture.register(phone)
            let first = try #require(await phone.client.signIn.current)
            #expect(!first.isEnrolled && first.deviceId != nil)
            #expect(try await phone.client.account.person().email == "anna@example.org")

            let check = try await phone.client.enrolment.check(phone.drawing(0))
            #expect(check.isUsable)
            #expect(try await phone.enrol().status == .created)
            #expect(await phone.client.signIn.current?.isEnrolled == true)

            try await phone.client.signIn.end()
            let again = try phone.restarted(fixture)
            #expect(await again.client.signIn.current == nil)
            #expect(try await again.client.signIn.knownIdentifiers() == ["anna@example.org"])
            let signing = try await again.client.signIn.begin(as: " Anna@Example.org ")
            #expect(await signing.bindingMessage == "Sign in to localhost:8080")
            let outcome = try await signing.answer(again.drawing(1))
            #expect(outcome.accepted?.session?.personId == first.personId && (outcome.accepted?.similarity ?? 0) > 0.5)
            #expect(await again.client.signIn.current?.personId == first.personId)

            let hash = String(repeating: "ab", count: 32)
            let document = try await again.client.documents.beginSigning(hash: hash)
            let signature = try #require(try await document.answer(again.drawing(2)).accepted)
            #expect(signature.signatureId != nil)

            let bytes = FilesFixture.file(5_000_000)
            let kept = try await again.client.files.upload(MemorySource(bytes), named: "Lease.pdf")
            #expect(kept.size == bytes.count && kept.version == 1)
            #expect(try await again.client.files.list().items.map(\.id) == [kept.id])
            let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: place) }
            try await again.client.files.download(kept, to: place)
            #expect(try Data(contentsOf: place) == Data(bytes))

            let begun = try await again.client.sync.changes(after: nil)
            #expect(begun.isReset)
            _ = try await again.client.files.rename(kept.id, to: "Rent.pdf")
            let changed = try await again.client.sync.changes(after: begun.cursor)
            #expect(changed.changes.map(\.id) == [kept.id] && !changed.isReset)
        }
    }

    @Test func aWrongCodeIsToldByItsField() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try fixture.phone()
            let version = try await phone.client.account.consentText().version
            let request = RegistrationRequest(
                email: "anna@example.org",
                profile: Profile(userName: "Anna"),
                language: "en",
                consentVersion: version
            )
            let pending = try await phone.client.account.register(request)
            let code = try await fixture.code(to: "anna@example.org")
            let wrong = code == "123456" ? "123457" : "123456"
            let error = await #expect(throws: ClientError.self) { try await phone.client.account.confirm(pending, code: wrong) }
            #expect(error?.problem?.code == .malformed && error?.problem?.fields?.first?.name == "code")
            #expect(error?.status == 400 && error?.isTransient == false)
            _ = try await phone.client.account.confirm(pending, code: code)
            #expect(await phone.client.signIn.current != nil)
        }
    }

    @Test func aSessionThatTheServerEndedEndsHere() async throws {
        try await ClientFixture.run { fixture async throws in
            let phone = try await fixture.enrolledPhone()
            let sessions = await phone.client.signIn.changes
            let ended = Task { () -> Bool in
                for await session in sessions where session == nil { return true }
                return false
            }
            let token = try #require(await phone.client.caller.vault.token)
            try await fixture.database.makeUpRows { tx in _ = try tx.execute("DELETE FROM session") }
            let error = await #expect(throws: ClientError.self) { try await phone.client.account.person() }
            #expect(error?.problem?.code == .unauthenticated && !token.isEmpty)
            #expect(await ended.value)
            await #expect(throws: ClientError(.notSignedIn, "")) { try await phone.client.account.person() }
        }
    }

    @Test func onlyAnAddressThatNobodyListensToIsTaken() throws {
        let device = DeviceDescription(name: "Phone")
        for (text, isTaken) in [
            ("https://sign.example.org/", true), ("http://localhost:8080", true), ("http://127.0.0.1:1", true),
            ("http://sign.example.org", false), ("ftp://localhost", false),
        ] {
            let url = try #require(URL(string: text))
            let made = try? ParaphClient(
                server: url,
                apiKey: "key",
                device: device,
                secrets: MemorySecrets(),
                transport: URLSessionTransport()
            )
            #expect((made != nil) == isTaken, "\(text)")
            #expect(made?.caller.server.hasSuffix("/") != true)
        }
    }
}
