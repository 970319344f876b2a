import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Recovery codes as people type them.
struct RecoveryCodeTests {
    @Test func aRecoveryCodeIsReadAsPeopleTypeIt() throws {
        let code = try #require(RecoveryCode(typed: "ABCD-EH01-KMPT-XY34-5678"))
        for typed in [
            "abcdeh01kmptxy345678", "“ABCD–EH01—KMPT−XY34‑5678”", "\u{A0}ABCD EH01\tKMPT\u{2009}XY34\n5678", "«abcd-ehoi-kmpt-xy34-5678».",
            "АВСD-ЕНOІ-КМРТ-ХУ34-5678", "ΑΒCD-ΕΗΟΙ-ΚΜΡΤ-ΧΥ34-5678", "ＡＢＣＤ-EHO1-KMPT-XY34-5678", "\u{202A}ABCD-EHOl-KMPT-XY34-5678\u{202C}",
            "'ABCD_EH01.KMPT,XY34;5678'",
        ] {
            #expect(RecoveryCode(typed: typed) == code, "\(typed)")
        }
        for typed in [
            "", "ABCD", "ABCD-EH01-KMPT-XY34-567", "ABCD-EH01-KMPT-XY34-5678-9", "ДBCD-EH01-KMPT-XY34-5678", "UBCD-EH01-KMPT-XY34-5678",
        ] {
            #expect(RecoveryCode(typed: typed) == nil, "\(typed)")
        }
    }

    @Test func whatCanBeNoRecoveryCodeCostsNoTry() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let codes = try #require(
                try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
            )
            func approve(_ code: String) async throws -> Problem? {
                let body = RecoveryApprovalRequest(purpose: .exportData, recoveryCode: code)
                return await problem { try await server.call(IdentityEndpoints.approveByRecoveryCode, body: body, token: person.token) }
            }
            for _ in 0..<12 { #expect(try await approve("ЖBCD-EH01-KMPT-XY34-5678")?.fields?.first?.code == "malformed") }
            #expect(try await approve("0000-0000-0000-0000-0000")?.fields?.first?.code == "wrong")
            #expect(try await approve("«\(codes[0].replacing("-", with: "—"))»") == nil)
            let device = SimulatedDevice()
            let key = try device.deviceKey(subject: person.email)
            let body = DeviceRequestRequest(identifier: person.email, device: key)
            let wanted = try await server.call(IdentityEndpoints.requestDevice, body: body)
            let secret = try #require(wanted.secret)
            func recover(_ code: String) async throws -> DeviceRequest {
                try await server.call(
                    IdentityEndpoints.recoverDevice,
                    wanted.id,
                    body: RecoveryCodeRequest(recoveryCode: code),
                    headers: ["Paraph-Request-Secret": secret]
                )
            }
            for _ in 0..<12 {
                let refused = await problem { try await recover("ABCD") }
                #expect(refused?.fields?.first?.code == "malformed")
            }
            #expect(try await recover(codes[1]).session?.token != nil)
        }
    }
}
