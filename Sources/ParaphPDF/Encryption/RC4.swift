/// The stream cipher of old encrypted files; encrypting and decrypting are the same.
enum RC4 {
    static func apply(_ key: [UInt8], to data: [UInt8]) -> [UInt8] {
        guard !key.isEmpty else { return data }
        var state = (0...255).map { UInt8($0) }
        var j = 0
        for i in 0..<256 {
            j = (j + Int(state[i]) + Int(key[i % key.count])) & 255
            state.swapAt(i, j)
        }
        var result = data
        var i = 0
        j = 0
        for index in result.indices {
            i = (i + 1) & 255
            j = (j + Int(state[i])) & 255
            state.swapAt(i, j)
            result[index] ^= state[(Int(state[i]) + Int(state[j])) & 255]
        }
        return result
    }
}
