import Crypto

/// The key of one blob's content; it is used for one blob only, and lies sealed in the row that names the blob.
public struct ContentKey: Sendable, CustomStringConvertible {
    private let key: SymmetricKey

    /// Makes a random key.
    init() {
        key = SymmetricKey(size: .bits256)
    }

    /// Reads a key.
    ///
    /// - Parameter bytes: 32 bytes, as ``bytes`` told them.
    /// - Throws: ``StorageError`` of code `invalidKey` where they are another number.
    public init(bytes: [UInt8]) throws {
        guard bytes.count == RootKey.length else { throw StorageError(.invalidKey, "a content key has \(RootKey.length) bytes") }
        key = SymmetricKey(data: bytes)
    }

    /// The key itself, to be sealed by the key ring.
    public var bytes: [UInt8] { key.withUnsafeBytes(Array.init) }

    public var description: String { "a content key" }

    /// Seals one piece of a content by AES-256-GCM (NIST SP 800-38D).
    ///
    /// Its number and whether it is the last are in the nonce, so that no piece stands for another and none is missing at the end (the STREAM
    /// construction: Hoang, Reyhanitabar, Rogaway and Vizár, CRYPTO 2015).
    func seal(_ piece: ArraySlice<UInt8>, number: Int, isLast: Bool) throws -> [UInt8] {
        let box = try AES.GCM.seal(piece, using: key, nonce: Self.nonce(number, isLast))
        return Array(box.ciphertext) + Array(box.tag)
    }

    /// Opens one piece; `nil` where it was changed, is another one, or was sealed by another key.
    func open(_ sealed: ArraySlice<UInt8>, number: Int, isLast: Bool) throws -> [UInt8]? {
        guard sealed.count >= SealedPieces.tagLength else { return nil }
        let (text, tag) = (sealed.dropLast(SealedPieces.tagLength), sealed.suffix(SealedPieces.tagLength))
        let box = try AES.GCM.SealedBox(nonce: Self.nonce(number, isLast), ciphertext: text, tag: tag)
        return (try? AES.GCM.open(box, using: key)).map(Array.init)
    }

    private static func nonce(_ number: Int, _ isLast: Bool) throws -> AES.GCM.Nonce {
        try AES.GCM.Nonce(data: [isLast ? 1 : 0, 0, 0, 0] + Envelope.bigEndian(UInt64(number)))
    }
}
