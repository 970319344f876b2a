/// How PKCS #12 makes keys of passwords (RFC 7292 appendix B).
struct PKCS12KDF {
    let digest: DigestAlgorithm
    let rounds: Int
    let salt: [UInt8]

    /// A password as it goes in: UTF-16, high byte first, with a terminator.
    static func spelled(_ password: String) -> [UInt8] {
        password.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] } + [0, 0]
    }

    /// Derives a key.
    ///
    /// - Parameters:
    ///   - password: as ``spelled(_:)`` gives it.
    ///   - purpose: 1 for a key, 2 for an initial vector, 3 for a MAC.
    ///   - size: the bytes that are needed.
    /// - Returns: as many bytes.
    func key(_ password: [UInt8], purpose: UInt8, size: Int) -> [UInt8] {
        let block = digest.size > 32 ? 128 : 64
        var input = filled(salt, block) + filled(password, block)
        let diversifier = [UInt8](repeating: purpose, count: block)
        var key: [UInt8] = []
        while key.count < size {
            var round = digest.digest(of: diversifier + input)
            for _ in 1..<max(rounds, 1) { round = digest.digest(of: round) }
            key += round
            let addend = filled(round, block).prefix(block)
            for start in stride(from: 0, to: input.count, by: block) {
                var carry = 1
                for offset in (0..<block).reversed() {
                    carry += Int(input[start + offset]) + Int(addend[offset])
                    input[start + offset] = UInt8(carry & 0xff)
                    carry >>= 8
                }
            }
        }
        return Array(key.prefix(size))
    }

    /// Some bytes again and again, up to whole blocks.
    private func filled(_ bytes: [UInt8], _ block: Int) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        let count = (bytes.count + block - 1) / block * block
        return (0..<count).map { bytes[$0 % bytes.count] }
    }
}
