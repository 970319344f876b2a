import Testing

@testable import ParaphTrust

/// Encodes a digest by hand (RFC 8017 §9.1.1); with the exponent 1 the encoded message is its own signature.
private struct Encoding {
    var bits = 1023
    var salt = [UInt8](repeating: 0x5a, count: 7)
    var trailer: UInt8 = 0xbc
    var mark: UInt8 = 1
    var padding: UInt8 = 0
    var spare: UInt8 = 0
    let digest = DigestAlgorithm.sha256.digest(of: [1, 2, 3])

    var message: [UInt8] {
        let length = (bits + 7) / 8
        let hash = DigestAlgorithm.sha256.digest(of: [UInt8](repeating: 0, count: 8) + digest + salt)
        let border = length - hash.count - 1
        var block = [UInt8](repeating: padding, count: border - salt.count - 1) + [mark] + salt
        var mask: [UInt8] = []
        for counter in 0..<UInt8(8) { mask += DigestAlgorithm.sha256.digest(of: hash + [0, 0, 0, counter]) }
        for index in block.indices { block[index] ^= mask[index] }
        block[0] &= 0xff >> UInt8(8 * length - bits)
        block[0] |= spare
        return block + hash + [trailer]
    }

    func isGood(salt size: Int? = nil, _ other: [UInt8]? = nil) -> Bool {
        var parameters = PSSParameters(.sha256)
        parameters.salt = size ?? salt.count
        // The top bit of the modulus is above all messages.
        let modulus = bits % 8 == 0 ? [1] + [UInt8](repeating: 0xff, count: bits / 8) : [UInt8](repeating: 0xff, count: (bits + 7) / 8)
        let signature = [UInt8](repeating: 0, count: modulus.count - message.count) + message
        return PSSVerification(parameters: parameters).isGood(signature[...], digest: other ?? digest, modulus: modulus, exponent: [1])
    }
}

@Test func aMessageEncodedByTheRulesIsGood() {
    #expect(Encoding().isGood())
    #expect(Encoding(bits: 1024).isGood())
    #expect(Encoding(salt: []).isGood())
    #expect(Encoding(salt: [UInt8](repeating: 9, count: 1023 / 8 - 33)).isGood())
}

@Test func aMessageThatBreaksARuleIsBad() {
    #expect(!Encoding(trailer: 0xbd).isGood())
    #expect(!Encoding(mark: 2).isGood())
    #expect(!Encoding(mark: 0).isGood())
    #expect(!Encoding(padding: 1).isGood())
    #expect(!Encoding(spare: 0x80).isGood())
    #expect(!Encoding().isGood(salt: 6))
    #expect(!Encoding().isGood(salt: 8))
    #expect(!Encoding().isGood(salt: 1 << 40))
    #expect(!Encoding().isGood(DigestAlgorithm.sha256.digest(of: [])))
    #expect(!Encoding().isGood([]))
}
