import Crypto
import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing
import X509

@testable import Documents
@testable import DocumentsTestSupport
@testable import ParaphTrust

/// Remote signing: what a program has signed by a person's key, and what it has not.
struct CSCTests {
    private static let anna = program("anna", "first")

    private static func program(_ person: String, _ token: String) -> Principal {
        Principal(personID: person, credential: .token(id: token), scopes: [TokenScope("csc")], clientID: token)
    }

    private static func digest(_ number: UInt8) -> [UInt8] { [UInt8](repeating: number, count: 32) }

    private static func parameters(_ members: [String: Any]) throws -> CSCParameters {
        try CSCParameters(Array(JSONSerialization.data(withJSONObject: members)))
    }

    private static func hashes(_ numbers: [UInt8]) -> [String] { numbers.map { Data(digest($0)).base64EncodedString() } }

    /// Asks for some digests; gives the handle.
    private static func ask(_ service: CSCService, _ numbers: [UInt8], as program: Principal = anna) async throws -> String {
        let credential = try #require(try await service.list(parameters([:]), program).credentialIDs.first)
        let wanted: [String: Any] = ["credentialID": credential, "numSignatures": numbers.count, "hashes": hashes(numbers)]
        guard case .pending(let handle) = try await service.authorize(try parameters(wanted), program) else { throw Missing() }
        return handle
    }

    private static func secret(_ service: CSCService, _ handle: String, as program: Principal = anna) async throws -> String {
        guard case .granted(let secret, _) = try await service.check(try parameters(["handle": handle]), program) else { throw Missing() }
        return secret
    }

    /// Why a call is refused; `nil` where it is not.
    private static func refusal(_ call: () async throws -> some Sendable) async throws -> String? {
        do {
            _ = try await call()
            return nil
        } catch let error as OAuthError {
            return error.description
        }
    }

    private static func sign(
        _ service: CSCService,
        _ secret: String,
        _ numbers: [UInt8],
        as program: Principal = anna,
        _ more: [String: String] = [:]
    ) async throws -> [String] {
        let credential = try #require(try await service.list(parameters([:]), program).credentialIDs.first)
        var wanted: [String: Any] = [
            "SAD": secret, "credentialID": credential, "hashes": hashes(numbers), "signAlgo": CSCAlgorithm.ecdsaWithSHA256,
        ]
        wanted.merge(more) { $1 }
        return try #require(try await service.sign(try parameters(wanted), program)["signatures"])
    }

    private struct Missing: Error {}

    @Test func whatTheDeviceAuthorisedIsSignedByThePersonsKeyOnce() async throws {
        try await RegistryFixture.run { registry in
            let service = CSCService(environment: registry.environment)
            let handle = try await Self.ask(service, [1, 2])
            let waiting = try await service.check(try Self.parameters(["handle": handle]), Self.anna)
            guard case .pending(handle) = waiting else { throw Missing() }
            registry.requests.approve(handle, at: registry.time.now())
            let secret = try await Self.secret(service, handle)
            let signatures = try await Self.sign(service, secret, [2])
            let identity = try await registry.environment.authority.signer("anna", name: "Anna")
            let key = try #require(P256.Signing.PublicKey(identity.certificate.publicKey))
            let der = try #require(Data(base64Encoded: signatures[0]))
            let signature = try P256.Signing.ECDSASignature(derRepresentation: der)
            #expect(key.isValidSignature(signature, for: try #require(GivenDigest(Self.digest(2)))))
            #expect(try await Self.sign(service, secret, [2]) == signatures, "an answer that was lost is given again")
            #expect(try await Self.sign(service, secret, [1, 2]).last == signatures[0])
            #expect(try await Self.refusal { try await Self.sign(service, secret, [3]) } == "Hash is not authorized by the SAD")
            let signed = try await registry.environment.database.read { tx in
                try tx.first("SELECT COUNT(*) AS count FROM auditLedger WHERE action = 'digestSigned' AND actor = 'anna'")?
                    .get("count", as: Int.self)
            }
            #expect(signed == 2)
        }
    }

    @Test func twoAtOnceGetOneSignature() async throws {
        try await RegistryFixture.run { registry in
            let service = CSCService(environment: registry.environment)
            let handle = try await Self.ask(service, [1])
            registry.requests.approve(handle, at: registry.time.now())
            let secret = try await Self.secret(service, handle)
            let signatures = await withTaskGroup(of: [String]?.self) { group in
                for _ in 0..<10 { group.addTask { try? await Self.sign(service, secret, [1]) } }
                return await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(signatures.count == 1 && signatures.first??.count == 1)
        }
    }

    @Test func whatThePersonTookBackIsSignedNoMore() async throws {
        try await RegistryFixture.run { registry in
            let service = CSCService(environment: registry.environment)
            let handle = try await Self.ask(service, [1, 2])
            registry.requests.approve(handle, at: registry.time.now())
            let secret = try await Self.secret(service, handle)
            registry.requests.end(handle, .declined)
            #expect(try await Self.refusal { try await Self.sign(service, secret, [1]) } == "The person took the authorisation back")
            #expect(try await Self.refusal { try await Self.secret(service, handle) } == "The person declined")
        }
    }

    @Test func aRestoreForgetsWhatWasAuthorised() async throws {
        try await RegistryFixture.run { registry in
            let service = CSCService(environment: registry.environment)
            let handle = try await Self.ask(service, [1])
            registry.requests.approve(handle, at: registry.time.now())
            let secret = try await Self.secret(service, handle)
            try await registry.environment.database.makeUpRows { [environment = registry.environment] tx in
                _ = try DocumentsDomain.finish(.test(backupAt: environment.time.now(), keys: environment.keys), in: tx)
            }
            #expect(try await Self.refusal { try await Self.sign(service, secret, [1]) } == "Invalid parameter SAD")
            #expect(try await registry.count("activatedDigest") == 0)
        }
    }

    @Test func nothingIsSignedBeforeThePersonAnsweredNorAfterTheySaidNo() async throws {
        try await RegistryFixture.run { registry in
            let service = CSCService(environment: registry.environment)
            let ends: [(SigningOutcome, String)] = [
                (.declined, "The person declined"), (.denied, "The signatures that were drawn are not the person's"),
                (.expired, "The person did not answer in time"),
            ]
            for (outcome, words) in ends {
                let handle = try await Self.ask(service, [1])
                #expect(try await Self.refusal { try await Self.sign(service, handle, [1]) } == "Invalid parameter SAD")
                registry.requests.end(handle, outcome)
                #expect(try await Self.refusal { try await Self.secret(service, handle) } == words)
            }
            #expect(try await registry.count("signatureActivation") == 0)
        }
    }

    @Test func anAuthorisationIsItsProgramsAndItsPersonsAlone() async throws {
        try await RegistryFixture.run { registry in
            let service = CSCService(environment: registry.environment)
            let handle = try await Self.ask(service, [1])
            registry.requests.approve(handle, at: registry.time.now())
            let (second, boris) = (Self.program("anna", "second"), Self.program("boris", "first"))
            #expect(try await Self.refusal { try await Self.secret(service, handle, as: second) } == "Invalid parameter handle")
            let secret = try await Self.secret(service, handle)
            #expect(try await Self.refusal { try await Self.sign(service, secret, [1], as: second) } == "Invalid parameter SAD")
            #expect(try await Self.refusal { try await Self.sign(service, secret, [1], as: boris) } == "Invalid parameter SAD")
            let elsewhere = try #require(try await service.list(Self.parameters([:]), boris).credentialIDs.first)
            let wrongKey = try await Self.refusal { try await Self.sign(service, secret, [1], ["credentialID": elsewhere]) }
            #expect(wrongKey == "Invalid parameter credentialID")
            let renewed = try await Self.secret(service, handle)
            #expect(try await Self.refusal { try await Self.sign(service, secret, [1]) } == "Invalid parameter SAD", "it was told anew")
            #expect(try await Self.refusal { try await Self.sign(service, renewed, [1]) } == nil)
        }
    }

    @Test func anAuthorisationLastsFiveMinutes() async throws {
        try await RegistryFixture.run { registry in
            let service = CSCService(environment: registry.environment)
            let handle = try await Self.ask(service, [1, 2])
            registry.requests.approve(handle, at: registry.time.now())
            let secret = try await Self.secret(service, handle)
            registry.time.advance(seconds: 299)
            #expect(try await Self.refusal { try await Self.sign(service, secret, [1]) } == nil)
            registry.time.advance(seconds: 1)
            #expect(try await Self.refusal { try await Self.sign(service, secret, [2]) } == "SAD expired")
            #expect(try await Self.refusal { try await Self.secret(service, handle) } == "SAD expired")
        }
    }

    @Test func aRevokedKeySignsNothingMore() async throws {
        try await RegistryFixture.run { registry in
            let service = CSCService(environment: registry.environment)
            let handle = try await Self.ask(service, [1])
            registry.requests.approve(handle, at: registry.time.now())
            let secret = try await Self.secret(service, handle)
            let authority = registry.environment.authority
            let serial = try #require(try await authority.certificates(of: "anna").first?.serial)
            _ = try await authority.revoke(serial, reason: .keyCompromise)
            #expect(try await service.list(Self.parameters(["onlyValid": true]), Self.anna).credentialIDs.isEmpty)
            let listed = try await service.list(Self.parameters(["credentialInfo": true, "certificates": "chain"]), Self.anna)
            let info = try await service.info(Self.parameters(["credentialID": serial]), Self.anna)
            #expect(listed.credentialIDs == [serial] && listed.credentialInfos?.first?.cert.certificates?.count == 2)
            for told in [try #require(listed.credentialInfos?.first), info] {
                #expect(told.key.status == "disabled" && told.cert.status == "revoked")
            }
            let stranger = Self.program("boris", "first")
            let others = try Self.parameters(["credentialID": serial])
            #expect(try await Self.refusal { try await service.info(others, stranger) } == "Invalid parameter credentialID")
            let asked: [String: Any] = ["credentialID": serial, "numSignatures": 1, "hashes": Self.hashes([2])]
            let question = try Self.parameters(asked)
            #expect(try await Self.refusal { try await service.authorize(question, Self.anna) } == "Invalid parameter credentialID")
            let wanted: [String: Any] = [
                "SAD": secret, "credentialID": serial, "hashes": Self.hashes([1]), "signAlgo": CSCAlgorithm.ecdsaWithSHA256,
            ]
            let parameters = try Self.parameters(wanted)
            #expect(try await Self.refusal { try await service.sign(parameters, Self.anna) } == "Invalid parameter credentialID")
            _ = try await authority.issue(to: "anna", name: "Anna")
            #expect(
                try await Self.refusal { try await Self.sign(service, secret, [1]) } == "Invalid parameter SAD",
                "it was for the old key"
            )
            let both = try await service.list(Self.parameters(["credentialInfo": true]), Self.anna)
            #expect(both.credentialInfos?.map(\.key.status) == ["enabled", "disabled"] && both.credentialIDs.last == serial)
            registry.time.advance(seconds: 4 * 365 * 86_400)
            #expect(try await service.list(Self.parameters([:]), Self.anna).credentialIDs.count == 1, "what ended is not told of")
        }
    }

    @Test func askingTakesEveryDigestAndReachesNobodyOtherwise() async throws {
        try await RegistryFixture.run { registry in
            let service = CSCService(environment: registry.environment)
            let credential = try #require(try await service.list(Self.parameters([:]), Self.anna).credentialIDs.first)
            let many = (0..<101).map { Self.hashes([UInt8($0)])[0] }
            let wrong: [[String: Any]] = [
                ["numSignatures": 2], ["numSignatures": 0], ["numSignatures": 1.5], ["numSignatures": "1"], ["hashes": []], ["hashes": [1]],
                ["hashes": ["AAAA"]], ["hashes": "AAAA"], ["hash": Self.hashes([2])], ["hashAlgorithmOID": "1.3.14.3.2.26"],
                ["hashes": many, "numSignatures": 101], ["hashes": Self.hashes([1, 1]), "numSignatures": 2], ["credentialID": ""],
            ]
            for change in wrong {
                let good: [String: Any] = ["credentialID": credential, "numSignatures": 1, "hashes": Self.hashes([1])]
                let parameters = try Self.parameters(good.merging(change) { $1 })
                #expect(try await Self.refusal { try await service.authorize(parameters, Self.anna) } != nil, "\(change)")
            }
            #expect(registry.requests.count == 0)
            let old: [String: Any] = ["credentialID": credential, "numSignatures": 1, "hash": Self.hashes([1]), "PIN": "1234"]
            let parameters = try Self.parameters(old)
            #expect(try await Self.refusal { try await service.authorize(parameters, Self.anna) } == nil, "by version 1's names")
        }
    }
}
