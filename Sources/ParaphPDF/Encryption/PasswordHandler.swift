/// Derives the key of a file from a password (ISO 32000-2, 7.6.4).
struct PasswordHandler {
    let revision: Int
    let keyLength: Int
    let owner: [UInt8]
    let user: [UInt8]
    let ownerKey: [UInt8]
    let userKey: [UInt8]
    let permissions: Int
    let identifier: [UInt8]
    let encryptsMetadata: Bool
    let ciphers: PDFCiphers

    /// What a password shorter than 32 bytes is filled up with (algorithm 2, a).
    private static let padding: [UInt8] = [
        0x28, 0xBF, 0x4E, 0x5E, 0x4E, 0x75, 0x8A, 0x41, 0x64, 0x00, 0x4E, 0x56, 0xFF, 0xFA, 0x01, 0x08,
        0x2E, 0x2E, 0x00, 0xB6, 0xD0, 0x68, 0x3E, 0x80, 0x2F, 0x0C, 0xA9, 0xFE, 0x64, 0x53, 0x69, 0x7A,
    ]

    /// The key, if the password is the user's or the owner's.
    func key(for password: [UInt8]) -> [UInt8]? {
        if revision >= 5 {
            guard user.count >= 48, owner.count >= 48 else { return nil }
            let password = Array(password.prefix(127))
            return modernKey(password, owner, ownerKey, isOwner: true) ?? modernKey(password, user, userKey, isOwner: false)
        }
        guard owner.count >= 32, user.count >= (revision == 2 ? 32 : 16) else { return nil }
        return userKey(for: Self.padded(password)) ?? userKey(for: userPassword(ofOwner: password))
    }

    private static func padded(_ password: [UInt8]) -> [UInt8] { Array((password + padding).prefix(32)) }

    /// Algorithms 2, 4, 5 and 6: the key of a padded user's password, if it fits /U.
    private func userKey(for padded: [UInt8]) -> [UInt8]? {
        let bits = UInt32(truncatingIfNeeded: permissions)
        var input = padded + owner.prefix(32)
        for shift in 0..<4 { input.append(UInt8(truncatingIfNeeded: bits >> UInt32(8 * shift))) }
        input += identifier
        if revision >= 4, !encryptsMetadata { input += [0xFF, 0xFF, 0xFF, 0xFF] }
        let length = min(revision == 2 ? 5 : keyLength, 16)
        var key = ciphers.md5(input)
        if revision >= 3 { for _ in 0..<50 { key = ciphers.md5(Array(key.prefix(length))) } }
        key = Array(key.prefix(length))
        if revision == 2 { return RC4.apply(key, to: Self.padding) == Array(user.prefix(32)) ? key : nil }
        let check = passes(ciphers.md5(Self.padding + identifier), key: key, backwards: false)
        return Array(check.prefix(16)) == Array(user.prefix(16)) ? key : nil
    }

    /// Algorithm 7: the padded user's password that an owner's password hides.
    private func userPassword(ofOwner password: [UInt8]) -> [UInt8] {
        let length = min(revision == 2 ? 5 : keyLength, 16)
        var key = ciphers.md5(Self.padded(password))
        if revision >= 3 { for _ in 0..<50 { key = ciphers.md5(key) } }
        key = Array(key.prefix(length))
        let hidden = Array(owner.prefix(32))
        return revision == 2 ? RC4.apply(key, to: hidden) : passes(hidden, key: key, backwards: true)
    }

    /// Twenty passes of RC4 with keys that differ by the number of the pass.
    private func passes(_ data: [UInt8], key: [UInt8], backwards: Bool) -> [UInt8] {
        var data = data
        for pass in 0..<20 {
            let number = UInt8(backwards ? 19 - pass : pass)
            data = RC4.apply(key.map { $0 ^ number }, to: data)
        }
        return data
    }

    /// Algorithms 2.A, 11 and 12: the key that a password unwraps, if it fits.
    private func modernKey(_ password: [UInt8], _ check: [UInt8], _ wrapped: [UInt8], isOwner: Bool) -> [UInt8]? {
        let extra = isOwner ? Array(user[..<48]) : []
        guard hash(password, salt: check[32..<40], extra) == Array(check[..<32]), wrapped.count >= 32 else { return nil }
        return ciphers.decryptAES(Array(wrapped[..<32]), hash(password, salt: check[40..<48], extra), [UInt8](repeating: 0, count: 16))
    }

    /// The digest of a password: plain SHA-256 in revision 5, algorithm 2.B in revision 6.
    private func hash(_ password: [UInt8], salt: ArraySlice<UInt8>, _ extra: [UInt8]) -> [UInt8] {
        var key = ciphers.sha256(password + salt + extra)
        guard revision >= 6 else { return key }
        var round = 0
        var last = 0
        // The last byte is at most 255, so that no more than 287 rounds are run.
        while round < 64 || last > round - 32 {
            let piece = password + key + extra
            var input: [UInt8] = []
            input.reserveCapacity(piece.count * 64)
            for _ in 0..<64 { input += piece }
            guard let encrypted = ciphers.encryptAES(input, Array(key[..<16]), Array(key[16..<32])), encrypted.count >= 16 else {
                return []
            }
            switch encrypted[..<16].reduce(0, { $0 + Int($1) }) % 3 {
            case 0: key = ciphers.sha256(encrypted)
            case 1: key = ciphers.sha384(encrypted)
            default: key = ciphers.sha512(encrypted)
            }
            last = Int(encrypted.last ?? 0)
            round += 1
            guard key.count >= 32 else { return [] }
        }
        return Array(key[..<32])
    }
}
