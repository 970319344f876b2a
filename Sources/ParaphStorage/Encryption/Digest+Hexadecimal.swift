import Crypto

extension Digest {
    /// The bytes in lower-case hexadecimal.
    var hexadecimal: String {
        Hexadecimal.encode(self)
    }
}
