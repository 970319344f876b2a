import Crypto
import Foundation
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// S7: which keys a device can have at all.
@Suite struct DeviceKeyTests {
    /// What is no uncompressed point of P-256 (SEC 1, section 2.3.3), by what is wrong with it.
    private static func broken(_ key: [UInt8]) -> [(String, [UInt8])] {
        let compressed = 2 + key[64] & 1
        return [
            ("off the curve", key.dropLast() + [key[64] ^ 1]),
            ("0, 0", [4] + [UInt8](repeating: 0, count: 64)),
            ("beyond the field", [4] + [UInt8](repeating: 0xff, count: 64)),
            ("infinity", [0]),
            ("hybrid", [4 + compressed] + key.dropFirst()),
            ("compressed", [compressed] + key[1..<33]),
            ("without its first byte", Array(key.dropFirst())),
            ("too long", key + [0]),
            ("empty", []),
        ]
    }

    /// The key of a device with other bytes, for which the device's own signature stands.
    private static func key(_ bytes: [UInt8], of device: SimulatedDevice, subject: String) throws -> DeviceKey {
        var key = try device.deviceKey(subject: subject)
        key.publicKey = Base64URL(bytes)
        let message = DeviceKey.proofMessage(subject: subject, publicKey: bytes)
        key.proof = Base64URL(try device.key.signature(for: message).rawRepresentation)
        return key
    }

    @Test func whatIsNoPointOfTheCurveIsNoKeyOfADevice() async throws {
        try await IdentityServer.run { (server) async throws in
            let receipt = try await server.call(
                IdentityEndpoints.register,
                body: server.registrationRequest("anna@example.org")
            )
            let code = try #require(server.mails.lastCode(to: "anna@example.org"))
            let device = SimulatedDevice()
            for (fault, bytes) in Self.broken(device.publicKey) {
                let refusal = await problem {
                    try await server.call(
                        IdentityEndpoints.confirmRegistration,
                        receipt.id,
                        body: RegistrationConfirmation(code: code, device: try Self.key(bytes, of: device, subject: receipt.id))
                    )
                }
                #expect(refusal?.status == 400 && refusal?.fields?.map(\.name) == ["device.publicKey"], "\(fault)")
                #expect(refusal?.detail?.contains("P-256") == true, "\(fault)")
            }
            let (people, devices) = (try await server.count("person"), try await server.count("device"))
            #expect(people == 0 && devices == 0)
            // The same code takes the same device's key as it is.
            let good = RegistrationConfirmation(code: code, device: try Self.key(device.publicKey, of: device, subject: receipt.id))
            #expect(try await server.call(IdentityEndpoints.confirmRegistration, receipt.id, body: good).deviceId != nil)
        }
    }

    @Test func noDeviceAsksToBeLetInWithSuchAKey() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let device = SimulatedDevice()
            for (fault, bytes) in Self.broken(device.publicKey) {
                let wanted = DeviceRequestRequest(
                    identifier: person.email,
                    device: try Self.key(bytes, of: device, subject: person.email)
                )
                let refusal = await problem { try await server.call(IdentityEndpoints.requestDevice, body: wanted) }
                #expect(refusal?.status == 400 && refusal?.fields?.map(\.name) == ["device.publicKey"], "\(fault)")
            }
            #expect(try await server.count("deviceRequest") == 0)
        }
    }
}
