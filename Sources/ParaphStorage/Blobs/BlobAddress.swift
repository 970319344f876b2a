import Crypto
import ParaphEncoding

/// Where a blob is found: the SHA-256 of its bytes as they are stored, in 64 lower-case hexadecimal digits.
public struct BlobAddress: Hashable, Sendable, CustomStringConvertible, DatabaseConvertible {
    public let description: String

    /// Reads an address; `nil` where the text is none.
    public init?(_ text: String) {
        guard Hexadecimal.isLower(text, count: 64) else { return nil }
        description = text
    }

    /// Where bytes will be found once they are stored.
    public init(of bytes: [UInt8]) {
        self.init(digest: SHA256.hash(data: bytes))
    }

    init(digest: some Sequence<UInt8>) {
        description = Hexadecimal.encode(digest)
    }

    public static var databaseKind: DatabaseValue.Kind { .text }
    public var databaseValue: DatabaseValue { .text(description) }
    public init?(databaseValue: DatabaseValue) {
        guard case .text(let text) = databaseValue else { return nil }
        self.init(text)
    }
}
