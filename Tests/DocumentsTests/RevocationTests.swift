import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphTrust
import TestSupport
import Testing
import X509

@testable import Documents

/// What the authority tells of its certificates: the list of revoked ones, and OCSP.
struct RevocationTests {
    /// What our own judgement makes of a certificate by what the authority says of it.
    private static func status(of leaf: Certificate, _ authority: Authority, at now: Date, by list: Bool) async throws -> RevocationStatus {
        let roots = try [Certificate](pem: try await authority.exportedRoots())
        var material = RevocationMaterial()
        if list {
            material.crls = [try #require(try await authority.revocationList(ofRoot: 1))]
        } else {
            let request = try OCSPRequest(certificate: leaf, issuer: roots[0], nonce: [1, 2, 3])
            let answer = try await authority.answer(ocsp: request.der)
            #expect(answer.isAnswer)
            #expect(try OCSPResponse(der: answer.der).nonce == [1, 2, 3])
            material.ocspResponses = [answer.der]
        }
        let result = await PathValidator(anchors: roots).validate(
            leaf,
            intermediates: [],
            at: now,
            revocation: material,
            purpose: .documentSigning
        )
        return try #require(result.revocation.first)
    }

    @Test(arguments: [true, false])
    func aCertificateIsGoodUntilItIsRevoked(list: Bool) async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let leaf = try await authority.signer("anna", name: "Anna").certificate
            let other = try await authority.seal().certificate
            let now = fixture.time.now().date
            #expect(try await Self.status(of: leaf, authority, at: now, by: list) == .good)
            let revoked = try await authority.revoke(leaf.serialText.uppercased(), reason: .keyCompromise)
            #expect(revoked.reason == "keyCompromise")
            #expect(revoked.personId == "anna")
            #expect(try await Self.status(of: leaf, authority, at: now, by: list) == .revoked(at: now, reason: .keyCompromise))
            #expect(try await Self.status(of: other, authority, at: now, by: list) == .good)
        }
    }

    @Test func whatIsTrustedIsMadeAnewOnlyWhereItChangedOrIsOld() async throws {
        try await AuthorityFixture.run { fixture in
            let (node, other) = (fixture.authority(), fixture.authority())
            let leaf = try await node.signer("anna", name: "Anna").certificate
            let first = try await node.trust()
            #expect(first.roots.count == 1 && first.lists.count == 1)
            fixture.time.advance(seconds: 3 * 86_400)
            #expect(try await node.trust().lists == first.lists)
            _ = try await other.revoke(leaf.serialText, reason: .keyCompromise)
            let second = try await node.trust()
            #expect(second.lists != first.lists, "another node revoked")
            let verdicts = await PathValidator(anchors: second.roots).validate(
                leaf,
                intermediates: [],
                at: fixture.time.now().date,
                revocation: RevocationMaterial(crls: second.lists),
                purpose: .documentSigning
            )
            #expect(verdicts.revocation.first == .revoked(at: fixture.time.now().date, reason: .keyCompromise))
            fixture.time.advance(seconds: 4 * 86_400)
            let third = try await node.trust()
            #expect(third.lists != second.lists, "it was made days ago")
            fixture.time.advance(seconds: -5 * 86_400)
            #expect(try await node.trust().lists != third.lists, "a clock that was set back")
            _ = try await node.rotate(root: true)
            let last = try await node.trust()
            #expect(last.roots.count == 2 && last.lists.count == 2)
        }
    }

    @Test func whoeverWasRevokedSignsNoMoreUntilAnAdministratorIssuesAnew() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let first = try await authority.signer("anna", name: "Anna").certificate
            #expect(try await authority.signer("anna", name: "Anna").certificate == first)
            #expect(first.subjectName == "Anna")
            let renamed = try await authority.signer("anna", name: "Anna Kern").certificate
            #expect(renamed.subjectName == "Anna Kern")
            _ = try await authority.revoke(renamed.serialText, reason: .privilegeWithdrawn)
            await #expect(throws: AuthorityRefusal.revoked) { try await authority.signer("anna", name: "Anna Kern") }
            await #expect(throws: AuthorityRefusal.revokedBefore) { try await authority.revoke(renamed.serialText, reason: .superseded) }
            await #expect(throws: AuthorityRefusal.unknownSerial) { try await authority.revoke("00ff", reason: .superseded) }
            let issued = try await authority.issue(to: "anna", name: "Anna Kern")
            #expect(try await authority.signer("anna", name: "Anna Kern").certificate == issued)
            #expect(try await authority.certificates(of: "anna").count == 3)
        }
    }

    @Test func aRevokedSealIsReplaced() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let first = try await authority.seal().certificate
            _ = try await authority.revoke(first.serialText, reason: .keyCompromise)
            #expect(try await authority.seal().certificate != first)
        }
    }

    @Test func aPersonsKeyGoesWithThePerson() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let leaf = try await authority.signer("anna", name: "Anna").certificate
            try await fixture.database.write { [keys = fixture.keys] tx in try keys.destroy(holder: "anna", in: tx) }
            await #expect(throws: StorageError.self) { try await authority.signer("anna", name: "Anna") }
            // What was issued is still told of.
            let now = fixture.time.now().date
            #expect(try await Self.status(of: leaf, authority, at: now, by: false) == .good)
        }
    }

    @Test func strangersCertificatesAndBadRequestsAreAnsweredAsTheStandardSays() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let leaf = try await authority.seal().certificate
            let roots = try [Certificate](pem: try await authority.exportedRoots())
            // The certificate of another authority: not ours to tell of.
            let foreign = try await authority.answer(ocsp: OCSPRequest(certificate: leaf, issuer: leaf).der)
            #expect(foreign.der == OCSPFailure.unauthorized.der)
            // One that this root never issued, the root itself: unknown.
            let never = try await authority.answer(ocsp: OCSPRequest(certificate: roots[0], issuer: roots[0]).der)
            #expect(never.isAnswer)
            for bad in [[], [0x30], [0x30, 0x03, 1, 2, 3], [UInt8](repeating: 0x30, count: 9_000)] as [[UInt8]] {
                #expect(try await authority.answer(ocsp: bad).der == OCSPFailure.malformedRequest.der)
            }
        }
    }
}
