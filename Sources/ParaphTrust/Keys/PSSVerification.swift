/// Judges RSA-PSS signatures whose salt or mask is not the usual one, such as OpenSSL makes unless told otherwise (RFC 8017 §9.1.2).
struct PSSVerification {
    let parameters: PSSParameters

    /// Judges a signature.
    ///
    /// - Parameters:
    ///   - signature: as long as the modulus.
    ///   - digest: the message's digest, by the parameters' hash.
    ///   - modulus: the key's modulus, the highest byte first.
    ///   - exponent: the key's exponent, the highest byte first.
    /// - Returns: whether it is good.
    func isGood(_ signature: ArraySlice<UInt8>, digest: [UInt8], modulus: [UInt8], exponent: [UInt8]) -> Bool {
        let modulus = modulus.drop { $0 == 0 }
        guard let first = modulus.first, signature.count == modulus.count, digest.count == parameters.hash.size,
            let opened = ModularPower(modulus)?.raise(signature, to: exponent)
        else { return false }
        let bits = modulus.count * 8 - first.leadingZeroBitCount - 1
        let length = (bits + 7) / 8
        // Where the bits fill whole octets the encoded message is one octet shorter than the modulus.
        guard opened.count >= length, opened.dropLast(length).allSatisfy({ $0 == 0 }) else { return false }
        return holds(Array(opened.suffix(length)), digest: digest, spare: UInt8(8 * length - bits))
    }

    private func holds(_ message: [UInt8], digest: [UInt8], spare: UInt8) -> Bool {
        let size = parameters.hash.size
        let salt = parameters.salt
        guard salt <= message.count, message.count >= size + salt + 2, message.last == 0xbc, message[0] >> (8 - spare) == 0
        else { return false }
        let border = message.count - size - 1
        let hash = Array(message[border..<border + size])
        var block = zip(message[..<border], mask(hash, border)).map { $0 ^ $1 }
        block[0] &= 0xff >> spare
        let begin = border - salt
        guard block[..<(begin - 1)].allSatisfy({ $0 == 0 }), block[begin - 1] == 1 else { return false }
        return parameters.hash.digest(of: [UInt8](repeating: 0, count: 8) + digest + block[begin...]) == hash
    }

    /// MGF1 (RFC 8017 appendix B.2.1).
    private func mask(_ seed: [UInt8], _ count: Int) -> [UInt8] {
        var mask: [UInt8] = []
        var counter: UInt32 = 0
        while mask.count < count {
            mask += parameters.mask.digest(of: seed + withUnsafeBytes(of: counter.bigEndian, Array.init))
            counter += 1
        }
        return Array(mask.prefix(count))
    }
}
