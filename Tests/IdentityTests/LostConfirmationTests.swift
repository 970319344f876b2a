import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// A confirmation of a registration whose answer was lost is told again, to the same device and nobody else.
@Suite struct LostConfirmationTests {
    private struct Pending {
        let id: String
        let code: String
        let device: SimulatedDevice

        func confirmation(_ other: SimulatedDevice? = nil, code: String? = nil) throws -> RegistrationConfirmation {
            RegistrationConfirmation(code: code ?? self.code, device: try (other ?? device).deviceKey(subject: id))
        }
    }

    private static func begin(_ server: IdentityServer) async throws -> Pending {
        let receipt = try await server.call(IdentityEndpoints.register, body: server.registrationRequest("anna@example.org"))
        return Pending(id: receipt.id, code: try #require(server.mails.lastCode(to: "anna@example.org")), device: SimulatedDevice())
    }

    private static func confirm(_ server: IdentityServer, _ pending: Pending, _ body: RegistrationConfirmation) async throws -> SessionGrant
    {
        try await server.call(IdentityEndpoints.confirmRegistration, pending.id, body: body)
    }

    @Test func theSameRequestGivesTheSameAccountDeviceAndSession() async throws {
        try await IdentityServer.run { (server) async throws in
            let pending = try await Self.begin(server)
            let lost = try await Self.confirm(server, pending, pending.confirmation())
            server.time.advance(seconds: 120)
            let again = try await Self.confirm(server, pending, pending.confirmation())
            #expect(again.personId == lost.personId && again.deviceId == lost.deviceId && again.token != lost.token)
            #expect(again.expiresAt == lost.expiresAt)
            let token = try #require(again.token)
            #expect(try await server.call(IdentityEndpoints.devices, token: token).items.count == 1)
            #expect(try await server.call(IdentityEndpoints.sessions, token: token).items.count == 1)
            await #expect(throws: Problem.self) { try await server.call(IdentityEndpoints.me, token: lost.token) }
        }
    }

    @Test func onceTheSessionIsUsedNothingIsToldAgain() async throws {
        try await IdentityServer.run { (server) async throws in
            let pending = try await Self.begin(server)
            let grant = try await Self.confirm(server, pending, pending.confirmation())
            _ = try await server.call(IdentityEndpoints.me, token: grant.token)
            await Self.expectGone { try await Self.confirm(server, pending, pending.confirmation()) }
            _ = try await server.call(IdentityEndpoints.me, token: grant.token)
        }
    }

    @Test func anotherKeyCodeOrRegistrationAndALaterTimeAreAnsweredAsBefore() async throws {
        try await IdentityServer.run { (server) async throws in
            let pending = try await Self.begin(server)
            _ = try await Self.confirm(server, pending, pending.confirmation())
            await Self.expectGone { try await Self.confirm(server, pending, pending.confirmation(SimulatedDevice())) }
            let wrong = pending.code == "000000" ? "000001" : "000000"
            await Self.expectGone { try await Self.confirm(server, pending, pending.confirmation(code: wrong)) }
            let other = Pending(id: "another", code: pending.code, device: pending.device)
            await Self.expectGone { try await Self.confirm(server, other, other.confirmation()) }
            server.time.advance(seconds: SessionStore.unheardLifetime)
            await Self.expectGone { try await Self.confirm(server, pending, pending.confirmation()) }
        }
    }

    @Test func aCopyOfWhatWasSentOpensAndEndsNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let pending = try await Self.begin(server)
            let (first, second) = (try pending.confirmation(), try pending.confirmation())
            _ = try await Self.confirm(server, pending, first)
            await Self.expectGone { try await Self.confirm(server, pending, first) }
            let grant = try await Self.confirm(server, pending, second)
            // Nor one of an earlier attempt, or one that was turned into another that is right too: (r, n - s) for (r, s).
            await Self.expectGone { try await Self.confirm(server, pending, first) }
            var turned = second
            turned.device.proof = Base64URL(Self.turned(second.device.proof.bytes))
            try turned.device.check(subject: pending.id)
            await Self.expectGone { try await Self.confirm(server, pending, turned) }
            _ = try await server.call(IdentityEndpoints.me, token: grant.token)
        }
    }

    @Test func anAnswerIsToldAFewTimesOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let pending = try await Self.begin(server)
            for _ in 0..<16 { _ = try await Self.confirm(server, pending, pending.confirmation()) }
            await Self.expectGone { try await Self.confirm(server, pending, pending.confirmation()) }
        }
    }

    /// The other signature that is right for the same message, of P-256.
    private static func turned(_ proof: [UInt8]) -> [UInt8] {
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E,
            0x84,
            0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        var (result, borrowed) = (proof, 0)
        for index in (0..<32).reversed() {
            let rest = Int(order[index]) - Int(proof[32 + index]) - borrowed
            borrowed = rest < 0 ? 1 : 0
            result[32 + index] = UInt8(rest + borrowed * 256)
        }
        return result
    }

    private static func expectGone(_ call: () async throws -> SessionGrant) async {
        let problem = await #expect(throws: Problem.self) { try await call() }
        #expect(problem?.code == .notFound)
    }
}
