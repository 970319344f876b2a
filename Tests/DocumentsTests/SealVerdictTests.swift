import ParaphPDF
import ParaphTrust
import ParaphWire
import ServerKit
import TestSupport
import Testing
import X509

@testable import Documents
@testable import DocumentsTestSupport

/// What the seals of documents are worth that the server never sees.
struct SealVerdictTests {
    private static let content = [UInt8]("what was signed".utf8)
    private static let digest = DigestAlgorithm.sha256.digest(of: content)

    /// What a service that trusts an authority says of a seal.
    private static func verdict(
        _ contents: [UInt8],
        over digest: [UInt8] = digest,
        by authority: Authority,
        _ fixture: AuthorityFixture
    ) async throws -> SealVerdict {
        let service = SealVerdictService(authority: authority, time: fixture.time)
        let seal = SealToJudge(contents: Base64URL(contents), sha256: Base64URL(digest))
        return try #require(try await service.judge(SealVerdictRequest(seals: [seal])).verdicts.first)
    }

    @Test func aGenuineSealIsValidAndNamesWhoSealed() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let made = fixture.time.now()
            let seal = try await authority.seal(digest: Self.digest)
            fixture.time.advance(seconds: 60)
            let padded = seal + [UInt8](repeating: 0, count: 500)
            for contents in [seal, padded] {
                let verdict = try await Self.verdict(contents, by: authority, fixture)
                #expect(verdict == SealVerdict(state: .valid, signerName: "North & Co", sealedAt: made))
            }
        }
    }

    @Test func anotherDigestIsAChangedDocument() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            var other = Self.digest
            other[31] ^= 1
            let verdict = try await Self.verdict(authority.seal(digest: Self.digest), over: other, by: authority, fixture)
            #expect(verdict.state == .invalid && verdict.reason == .contentChanged)
        }
    }

    @Test func noByteOfASealCanBeChangedWithoutNotice() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let seal = try await authority.seal(digest: Self.digest)
            let content = try #require(ContentDigest(Self.digest, algorithm: .sha256))
            let genuine = try #require(try SignedData(der: seal).signers.first)
            var passed = 0
            for index in stride(from: 0, to: seal.count, by: 7) {
                var changed = seal
                changed[index] ^= 0x10
                let verdict = try await Self.verdict(changed, by: authority, fixture)
                guard verdict.state == .valid else { continue }
                passed += 1
                // The root travels with the seal and is not taken from there, and a timestamp is not signed: changes in them are as good as
                // leaving them out.
                let signer = try #require(try SignedData(der: changed).signers.first)
                #expect(signer.signature == genuine.signature, "\(index)")
                #expect(signer.judge(.detached(content)).certificate == genuine.judge(.detached(content)).certificate, "\(index)")
                #expect(verdict.sealedAt == nil || verdict.sealedAt == fixture.time.now(), "\(index)")
            }
            #expect(passed < seal.count / 7)
        }
    }

    @Test func aSealOfSomebodyElseIsWholeButNotTrusted() async throws {
        try await AuthorityFixture.run { stranger in
            let theirs = try await stranger.authority("South & Co").seal(digest: Self.digest)
            try await AuthorityFixture.run { fixture in
                let authority = fixture.authority()
                // With no root of our own yet, and with one.
                for _ in 0..<2 {
                    let verdict = try await Self.verdict(theirs, by: authority, fixture)
                    #expect(verdict == SealVerdict(state: .untrusted, reason: .notTrusted, signerName: "South & Co"))
                    _ = try await authority.seal()
                }
                var other = Self.digest
                other[0] ^= 1
                #expect(try await Self.verdict(theirs, over: other, by: authority, fixture).state == .invalid)
            }
        }
    }

    @Test func aSealWhoseCertificateWasRevokedIsNeitherValidNorWrong() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let proven = try await authority.seal(digest: Self.digest)
            let seal = try await SignedData.sign(digest: Self.digest, algorithm: .sha256, by: try await authority.seal()).der
            fixture.time.advance(seconds: 60)
            _ = try await authority.revoke(try await authority.seal().certificate.serialText, reason: .keyCompromise)
            let verdict = try await Self.verdict(seal, by: authority, fixture)
            #expect(verdict.state == .unknown && verdict.reason == .revoked)
            // A timestamp proves that it was made before.
            #expect(try await Self.verdict(proven, by: authority, fixture).state == .valid)
        }
    }

    @Test func aSealOfARootBeforeStaysValidAsLongAsItsTimestamp() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let seal = try await authority.seal(digest: Self.digest)
            let unproven = try await SignedData.sign(digest: Self.digest, algorithm: .sha256, by: try await authority.seal()).der
            _ = try await authority.rotate(root: true)
            #expect(try await Self.verdict(seal, by: authority, fixture).state == .valid)
            #expect(try await Self.verdict(unproven, by: authority, fixture).state == .valid)
            fixture.time.advance(seconds: 11 * 365 * 86_400)
            #expect(try await Self.verdict(seal, by: authority, fixture).state == .valid)
            fixture.time.advance(seconds: 366 * 86_400)
            for seal in [seal, unproven] {
                let verdict = try await Self.verdict(seal, by: authority, fixture)
                #expect(verdict.state == .unknown && verdict.reason == .expired)
            }
        }
    }

    @Test func aTimestampProvesWhenACertificateWasMadeAndOutlivesTheKey() async throws {
        try await RegistryFixture.run { registry in
            let id = try await registry.save("draft", by: "anna").documentID
            let made = registry.time.now()
            let bytes = try await EvidenceService(environment: registry.environment).certificate(of: id, for: "anna", in: .en)
            let file = try PDFFile(PDFBytes(bytes))
            let signature = try #require(try file.signatures().first)
            let (first, second) = try #require(signature.signedParts(of: file))
            let digest = DigestAlgorithm.sha256.digest(of: first.array + second.array)
            let service = SealVerdictService(authority: registry.environment.authority, time: registry.time)
            let seal = SealToJudge(contents: Base64URL(signature.contents), sha256: Base64URL(digest))
            let verdict = try #require(try await service.judge(SealVerdictRequest(seals: [seal])).verdicts.first)
            #expect(verdict == SealVerdict(state: .valid, signerName: "sign.example.org", sealedAt: made))
        }
    }

    @Test func whatCannotBeJudgedIsUnknownAndWhatIsTooMuchIsRefused() async throws {
        try await AuthorityFixture.run { fixture in
            let authority = fixture.authority()
            let seal = try await authority.seal(digest: Self.digest)
            for garbage in [[], [0x30], [UInt8](repeating: 0x30, count: 60_000), [UInt8](seal.prefix(seal.count / 2))] {
                #expect(try await Self.verdict(garbage, by: authority, fixture) == SealVerdict(state: .unknown, reason: .unreadable))
            }
            let service = SealVerdictService(authority: authority, time: fixture.time)
            // Without the digest that the signature needs.
            let blind = SealToJudge(contents: Base64URL(seal), sha512: Base64URL([UInt8](repeating: 1, count: 64)))
            #expect(
                try await service.judge(SealVerdictRequest(seals: [blind])).verdicts == [SealVerdict(state: .unknown, reason: .unsupported)]
            )
            #expect(try await service.judge(SealVerdictRequest(seals: [])).verdicts.isEmpty)
            let refused = [
                [SealToJudge](repeating: blind, count: 17), [SealToJudge(contents: Base64URL([UInt8](repeating: 0, count: 65_537)))],
                [SealToJudge(contents: Base64URL(seal), sha256: Base64URL([1, 2, 3]))],
            ]
            for seals in refused {
                await #expect(throws: Problem.self) { try await service.judge(SealVerdictRequest(seals: seals)) }
            }
        }
    }
}
