extension String {
    /// The text of bytes that are valid UTF-8; nil for others.
    ///
    /// The standard library's own needs iOS 18.
    init?(wellFormed bytes: some Collection<UInt8>) {
        let text = String(decoding: bytes, as: UTF8.self)
        // Wrong bytes have become replacement characters, which are other bytes.
        guard text.utf8.elementsEqual(bytes) else { return nil }
        self = text
    }
}
