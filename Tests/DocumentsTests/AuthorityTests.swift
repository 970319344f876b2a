import Foundation
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import TestSupport
import Testing
import X509

@testable import Documents

/// The instance's own roots and the organisation's seal.
struct AuthorityTests {
    @Test func theFirstSealMakesARootAndLaterOnesUseIt() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            #expect(try await authority.overview() == AuthorityOverview(roots: [], seal: nil))
            let first = try await authority.seal()
            #expect(first.certificate.organisation == "North & Co")
            #expect(first.certificate.listAddresses == ["https://sign.example.org/pki/1/root.crl"])
            #expect(try await authority.seal().certificate == first.certificate)
            let overview = try await authority.overview()
            #expect(overview.roots.map(\.number) == [1])
            #expect(overview.seal?.serial == first.certificate.serialText)
        }
    }

    @Test func aSealOfADigestIsJudgedIntactAndLeadsToTheRoot() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let content = Array("All of a document but the place of its signature".utf8)
            let message = try await authority.seal(digest: DigestAlgorithm.sha256.digest(of: content))
            #expect(message.count <= (try await authority.sealSize()))
            var digester = Digester(.sha256)
            content.withUnsafeBytes { digester.update($0) }
            let signer = try #require(try SignedData(der: message).signers.first)
            let judgement = signer.judge(.detached(digester.contentDigest()))
            #expect(judgement.integrity == .intact)
            let leaf = try #require(judgement.certificate)
            let roots = try [Certificate](pem: try await authority.exportedRoots())
            let now = fixture.time.now().date
            let path = await PathValidator(anchors: roots).validate(leaf, intermediates: [], at: now, purpose: .documentSigning)
            #expect(path.trust == .trusted)
            await #expect(throws: TrustError.self) { try await authority.seal(digest: [1, 2, 3]) }
        }
    }

    @Test func rotationMakesANewKeyAndDestroysTheOldOne() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let first = try await authority.seal().certificate
            let overview = try await authority.rotate(root: false)
            let second = try await authority.seal().certificate
            #expect(second.publicKey != first.publicKey)
            #expect(overview.seal?.serial == second.serialText)
            #expect(overview.roots.count == 1)
            #expect(try await fixture.count("SELECT COUNT(*) AS count FROM authorityCertificate") == 2)
            #expect(try await fixture.count("SELECT COUNT(*) AS count FROM authorityCertificate WHERE sealedScalar IS NOT NULL") == 1)
        }
    }

    @Test func theKeyForTimestampsIsReplacedEveryYearAndItsCertificateLastsTwelve() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let first = try await authority.identity(for: .timestamps, named: nil).certificate
            #expect(first.end >= fixture.time.now().adding(seconds: 12 * 365 * 86_400).milliseconds)
            fixture.time.advance(seconds: 364 * 86_400)
            #expect(try await authority.identity(for: .timestamps, named: nil).certificate == first)
            fixture.time.advance(seconds: 2 * 86_400)
            #expect(try await authority.identity(for: .timestamps, named: nil).certificate.publicKey != first.publicKey)
            #expect(try await fixture.count("SELECT COUNT(*) AS count FROM authorityCertificate WHERE sealedScalar IS NOT NULL") == 1)
        }
    }

    @Test func aNewRootIssuesTheSealAndTheEarlierOneStays() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            _ = try await authority.seal()
            let overview = try await authority.rotate(root: true)
            #expect(overview.roots.map(\.number) == [2, 1])
            #expect(Set(overview.roots.map(\.subject)).count == 2)
            #expect(overview.seal?.root == 2)
            #expect(overview.seal?.revocationList == "https://sign.example.org/pki/2/root.crl")
            #expect(try [Certificate](pem: try await authority.exportedRoots()).count == 2)
        }
    }

    @Test func theSealIsRenewedWhereItsNameAddressOrTimeIsOver() async throws {
        try await AuthorityFixture.run { fixture in
            let first = try await fixture.authority().seal().certificate
            let renamed = try await fixture.authority("South & Co").seal().certificate
            #expect(renamed.organisation == "South & Co")
            #expect(renamed.publicKey != first.publicKey)
            let moved = try await fixture.authority("South & Co", "https://new.example.org").seal().certificate
            #expect(moved.listAddresses == ["https://new.example.org/pki/1/root.crl"])
            // Whoever says neither leaves both.
            #expect(try await fixture.authority(nil, nil).seal().certificate == moved)
            let rotated = try await fixture.authority(nil, nil).rotate(root: true)
            #expect(rotated.seal?.revocationList == "https://new.example.org/pki/2/root.crl")
            #expect(rotated.seal?.subject.contains("South & Co") == true)
            let before = try await fixture.authority(nil, nil).seal().certificate
            fixture.time.advance(seconds: 3 * 365 * 86_400 - 20 * 86_400)
            let renewed = try await fixture.authority(nil, nil).seal().certificate
            #expect(renewed.publicKey != before.publicKey)
            #expect(renewed.notValidAfter > before.notValidAfter)
        }
    }

    @Test func aRootNearItsEndIssuesNothingMore() async throws {
        try await AuthorityFixture.run { fixture in
            _ = try await fixture.authority().seal()
            fixture.time.advance(seconds: 8 * 365 * 86_400 + 86_400)
            _ = try await fixture.authority().seal()
            #expect(try await fixture.authority().overview().roots.map(\.number) == [2, 1])
        }
    }

    @Test func twoWhoNeedItFirstAtOnceGetTheSame() async throws {
        try await AuthorityFixture.run { fixture in
            let serials = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<6 { group.addTask { try await fixture.authority().seal().certificate.serialText } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(serials.count == 1)
            #expect(try await fixture.count("SELECT COUNT(*) AS count FROM authorityRoot") == 1)
        }
    }

    @Test func noKeyLiesInTheClear() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            _ = try await authority.seal()
            let (root, issued) = try await fixture.database.read { tx in
                (try authority.store.newestRoot(in: tx), try authority.store.inUse(.seal, in: tx))
            }
            let secrets = [try #require(root?.issuer.keyScalar), try #require(issued?.key.p256Scalar)]
            let blobs: [[UInt8]] = try await fixture.database.read { tx in
                try tx.rows("SELECT sealedKey FROM authorityRoot").map { try $0.get("sealedKey") }
                    + tx.rows("SELECT sealedScalar FROM authorityCertificate").map { try $0.get("sealedScalar") }
            }
            for secret in secrets { #expect(!blobs.contains { Data($0).range(of: Data(secret)) != nil }) }
        }
    }

    /// The row of a certificate.
    private static func row(_ serial: String, _ database: any Database) async throws -> Row {
        try await database.read { try #require(try $0.first("SELECT * FROM authorityCertificate WHERE serial = \(serial)")) }
    }

    /// Puts a whole row back that was in use once, in the place of what is in use now.
    private static func putBack(_ row: Row, _ database: any Database) async throws {
        try await database.write { tx in
            let (serial, holder): (String, String) = (try row.get("serial"), try row.get("holder"))
            let (root, purpose): (Int, String) = (try row.get("root"), try row.get("purpose"))
            let (certificate, scalar): ([UInt8], [UInt8]) = (try row.get("sealedCertificate"), try row.get("sealedScalar"))
            let (notAfter, createdAt): (Int64, Int64) = (try row.get("notAfter"), try row.get("createdAt"))
            try tx.execute("DELETE FROM authorityCertificate WHERE holder = \(holder) AND purpose = \(purpose)")
            try tx.execute(
                """
                INSERT INTO authorityCertificate (serial, root, purpose, holder, sealedCertificate, sealedScalar, notAfter, createdAt)
                VALUES (\(serial), \(root), \(purpose), \(holder), \(certificate), \(scalar), \(notAfter), \(createdAt))
                """
            )
        }
    }

    @Test func aKeyThatWasDestroyedStaysSoWhereTheWholeOldRowIsPutBack() async throws {
        try await AuthorityFixture.run { fixture in
            let (authority, database) = (fixture.authority(), fixture.database)
            let first = try await authority.signer("anna", name: "Anna").certificate
            let revoked = try await Self.row(first.serialText, database)
            _ = try await authority.revoke(first.serialText, reason: .keyCompromise)
            #expect(try await fixture.count("SELECT COUNT(*) AS count FROM objectKey") == 0)
            try await Self.putBack(revoked, database)
            await #expect(throws: StorageError(.undecryptable, "")) { _ = try await authority.signer("anna", name: "Anna") }
            // An administrator sees what is there, and gives another.
            #expect(try await authority.certificates(of: "anna").map(\.serial) == [first.serialText])
            let second = try await authority.issue(to: "anna", name: "Anna")
            #expect(second.publicKey != first.publicKey)
            #expect(try await authority.signer("anna", name: "Anna").certificate == second)

            let seal = try await authority.seal().certificate
            let replaced = try await Self.row(seal.serialText, database)
            _ = try await authority.rotate(root: false)
            try await Self.putBack(replaced, database)
            await #expect(throws: StorageError(.undecryptable, "")) { _ = try await authority.seal() }
            #expect(try await authority.overview().seal?.serial == seal.serialText)
            #expect(try await authority.rotate(root: false).seal?.serial == authority.seal().certificate.serialText)
        }
    }
}
