package import Crypto
import ParaphEncoding

extension Digest {
    /// The bytes in lower-case hexadecimal.
    package var hexadecimal: String {
        Hexadecimal.encode(self)
    }
}
