import Foundation
import HummingbirdTesting
import NIOCore
import ParaphInk
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// A person's computer, which is the device that they registered on, and other devices of theirs.
struct HandOverFixture {
    static let document = String(repeating: "4e", count: 32)
    static let digest = [UInt8](repeating: 7, count: 32)

    /// A device with a session of its own.
    struct Party {
        var device: SimulatedDevice
        var token: String
    }

    let server: IdentityServer
    let person: TestPerson
    let others: [Party]
    var phone: Party { others[0] }

    func ask(_ name: String = "Lease.pdf", hash: String = Self.document) async throws -> HandOver {
        try await server.call(IdentityEndpoints.handOver, body: HandOverRequest(hash: hash, name: name), token: person.token)
    }

    func show(_ id: String, to token: String) async throws -> HandOver {
        try await server.call(IdentityEndpoints.handedOver, id, token: token)
    }

    func challenge(_ handed: HandOver, on party: Party, subject: String? = nil) async throws -> Challenge {
        try await server.call(
            IdentityEndpoints.createChallenge,
            body: ChallengeRequest(
                purpose: .signDocument,
                deviceId: party.device.id,
                subject: subject ?? handed.hash,
                handOver: handed.id
            ),
            token: party.token
        )
    }

    /// Draws on the phone; `edit` changes what the phone says.
    func draw(_ handed: HandOver, sample: Int = 1, edit: @Sendable (inout AnswerClaims) -> Void = { _ in }) async throws
        -> ChallengeResult
    {
        let challenge = try await challenge(handed, on: phone)
        return try await server.answer(challenge, by: person, person.genuine(sample), device: phone.device) {
            $0.doc = handed.hash
            $0.for = handed.deviceId
            edit(&$0)
        }
    }

    /// How a seal is refused that a device asks for.
    func refusal(_ device: SimulatedDevice, _ signatureID: String, of document: String = Self.document) async throws
        -> ProblemCode?
    {
        let request = try device.sealRequest(signatureID, document: document, digest: Self.digest, now: server.time.now())
        return await problem { try await server.domain.directory.authorize(request, personID: person.id) }?.code
    }

    static func run(devices: Int = 1, _ body: @Sendable (HandOverFixture) async throws -> Void) async throws {
        try await IdentityServer.run { server in
            let person = try await server.enrolledPerson()
            let codes = try #require(
                try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
            )
            var others: [Party] = []
            for number in 0..<devices {
                var device = SimulatedDevice(name: "Anna’s device \(number)")
                let wanted = try await server.call(
                    IdentityEndpoints.requestDevice,
                    body: DeviceRequestRequest(identifier: person.email, device: try device.deviceKey(subject: person.email))
                )
                let admitted = try await server.call(
                    IdentityEndpoints.recoverDevice,
                    wanted.id,
                    body: RecoveryCodeRequest(recoveryCode: codes[number]),
                    headers: ["Paraph-Request-Secret": try #require(wanted.secret)]
                )
                device.id = try #require(admitted.deviceId)
                others.append(Party(device: device, token: try #require(admitted.session?.token)))
            }
            try await body(HandOverFixture(server: server, person: person, others: others))
        }
    }
}
