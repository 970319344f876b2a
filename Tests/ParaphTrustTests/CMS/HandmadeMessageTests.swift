import Testing
import X509

@testable import ParaphTrust

private let content = Array("content".utf8)

@Test func aMessageByHandIsIntactAsItIs() async throws {
    let judgement = try await HandmadeMessage().judged()
    #expect(judgement.integrity == .intact)
    #expect(judgement.problems.isEmpty)
}

@Test func attributesThatSayTooLittleOrTooMuchBreakASignature() async throws {
    let digest = HandmadeMessage.digest
    let type = HandmadeMessage.type(.data)
    let naming = try HandmadeMessage().naming
    let twice = HandmadeMessage.attribute(.messageDigest, DER.octets([1]), DER.octets(DigestAlgorithm.sha256.digest(of: content)))
    for attributes in [[digest, naming], [type, naming], [type, type, digest], [type, digest, digest], [type, twice]] {
        var message = try HandmadeMessage()
        message.attributes = attributes
        let judgement = try await message.judged()
        #expect(judgement.integrity == .broken)
        #expect(judgement.problems.contains { $0.code == .attributesWrong })
    }
    var message = try HandmadeMessage()
    message.attributes = [type, digest, naming, naming]
    #expect(try await message.judged().integrity == .broken)
}

@Test func anotherContentTypeBreaksASignature() async throws {
    var message = try HandmadeMessage()
    message.attributes = [HandmadeMessage.type(.timestampInfo), HandmadeMessage.digest, message.naming]
    #expect(try await message.judged().integrity == .broken)
    message.type = .timestampInfo
    #expect(try await message.judged().integrity == .intact)
}

@Test func withoutAttributesOnlyPlainDataCount() async throws {
    var message = try HandmadeMessage()
    message.attributes = nil
    #expect(try await message.judged().integrity == .intact)
    message.type = .timestampInfo
    #expect(try await message.judged().integrity == .broken)
}

@Test func attributesAreTakenAsTheyStandOrInTheOrderOfDER() async throws {
    var message = try HandmadeMessage()
    message.attributes = message.attributes?.reversed()
    #expect(try await message.judged(sorted: false).integrity == .intact)
    // Signed in the right order, written in another.
    message.written = message.attributes
    #expect(try await message.judged(sorted: true).integrity == .intact)
    // Signed in a wrong order, written in yet another.
    message.written = DER.sorted(message.attributes ?? []).isEmpty ? nil : message.attributes?.reversed()
    #expect(try await message.judged(sorted: false).integrity == .broken)
}

@Test func aDigestNamedByItsSignatureIsUnderstood() async throws {
    var message = try HandmadeMessage()
    message.digestAlgorithm = .sha256WithRSA
    #expect(try await message.judged().integrity == .intact)
    message.digestAlgorithm = .md5
    let judgement = try await message.judged()
    #expect(judgement.integrity == .indeterminate)
    #expect(judgement.problems.contains { $0.code == .weakAlgorithm && $0.detail.contains("MD5") })
}

@Test func aNameOfTheCertificateThatIsUnknownIsNoProof() async throws {
    var message = try HandmadeMessage()
    // By SHA-512/256, which is unknown here.
    let identifier = DER.sequence(AlgorithmIdentifier.der([2, 16, 840, 1, 101, 3, 4, 2, 6]), DER.octets([1, 2, 3]))
    let named = HandmadeMessage.attribute(.signingCertificateV2, DER.sequence(DER.sequence(identifier)))
    message.attributes = [HandmadeMessage.type(.data), HandmadeMessage.digest, named]
    #expect(try await message.judged().integrity == .indeterminate)
    let unreadable = HandmadeMessage.attribute(.signingCertificateV2, DER.null)
    message.attributes = [HandmadeMessage.type(.data), HandmadeMessage.digest, unreadable]
    #expect(try await message.judged().integrity == .broken)
}

@Test func theNumberInTheNameOfTheCertificateCounts() async throws {
    var message = try HandmadeMessage()
    let fields = message.signer.fields
    for (serial, integrity) in [([UInt8](fields.serial), SignatureJudgement.Integrity.intact), ([1, 1], .broken)] {
        let names = DER.sequence(DER.element(Tag.constructed(4), fields.issuer))
        let number = DER.sequence(names, DER.element(Tag.integer, serial))
        let identifier = DER.sequence(DER.octets(DigestAlgorithm.sha256.digest(of: fields.der)), number)
        let named = HandmadeMessage.attribute(.signingCertificateV2, DER.sequence(DER.sequence(identifier)))
        message.attributes = [HandmadeMessage.type(.data), HandmadeMessage.digest, named]
        #expect(try await message.judged().integrity == integrity)
    }
}

@Test func ourAttributesAndCertificatesStandInTheOrderOfDER() async throws {
    let signer = try TestAuthority().signer(.p256)
    let digest = DigestAlgorithm.sha256.digest(of: content)
    let data = try await SignedData.sign(digest: digest, algorithm: .sha256, by: signer)
    let attributes = try #require(data.signers.first?.signed)
    #expect(attributes.sortedSignedBytes == nil)
    #expect(attributes.count(.contentType) == 1 && attributes.count(.messageDigest) == 1 && !attributes.contains(.signingTime))
    let certificates = try data.certificates.map { try $0.der() }
    #expect(certificates.count == 2 && certificates[0].lexicographicallyPrecedes(certificates[1]))
}
