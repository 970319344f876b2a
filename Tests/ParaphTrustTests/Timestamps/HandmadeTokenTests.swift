import Crypto
import Testing
import X509

@testable import ParaphTrust

/// A timestamp by hand, whose signer's certificate has some usage.
private func token(
    _ extended: (any CertificateExtensionConvertible)?,
    signers: Int = 1,
    names: Bool = true,
    more: [UInt8] = []
) async throws -> TimestampToken {
    let key = P256.Signing.PrivateKey()
    let leaf = try TestAuthority().issue("Stamps", Certificate.PublicKey(key.publicKey), extended: extended)
    var message = try HandmadeMessage(try SigningIdentity(certificate: leaf, key: try MemoryKey(pem: key.pemRepresentation)))
    let imprint = DER.sequence(AlgorithmIdentifier.der(.sha256), DER.octets(DigestAlgorithm.sha256.digest(of: [1])))
    let time = DER.element(Tag.generalizedTime, Array("20261121120000Z".utf8))
    let information = DER.sequence(DER.integer(1), OID.data.der, imprint, DER.integer(5), time, more)
    message.type = .timestampInfo
    message.enclosed = information
    message.attributes = [HandmadeMessage.type(.timestampInfo), HandmadeMessage.digest(of: information)] + (names ? [message.naming] : [])
    return try TimestampToken(der: try await message.data(signers: signers).der)
}

@Test func aTimestampByHandIsIntactAsItIs() async throws {
    let token = try await token(Critical(try ExtendedKeyUsage([.timeStamping])))
    #expect(token.judge().integrity == .intact)
    #expect(token.imprintMatches([1] as [UInt8]))
    #expect(token.nonce == nil)
}

@Test func aTimestampNeedsASignerForTimestamps() async throws {
    for usage in [nil, try ExtendedKeyUsage([.timeStamping])] as [(any CertificateExtensionConvertible)?] {
        let judgement = try await token(usage).judge()
        #expect(judgement.integrity == .broken)
        #expect(judgement.problems.map(\.code) == [.usage])
    }
}

@Test func aTimestampHasOneSignerWhoIsNamed() async throws {
    let usage = Critical(try ExtendedKeyUsage([.timeStamping]))
    #expect(try await token(usage, signers: 2).judge().integrity == .broken)
    #expect(try await token(usage, names: false).judge().integrity == .broken)
}

@Test func aCriticalExtensionOfATimestampMakesItUncertain() async throws {
    let usage = Critical(try ExtendedKeyUsage([.timeStamping]))
    let critical = DER.sequence(([1, 2, 3] as OID).der, DER.yes, DER.octets([]))
    let harmless = DER.sequence(([1, 2, 3] as OID).der, DER.octets([]))
    #expect(try await token(usage, more: DER.element(Tag.constructed(1), critical)).judge().integrity == .indeterminate)
    #expect(try await token(usage, more: DER.element(Tag.constructed(1), harmless)).judge().integrity == .intact)
}
