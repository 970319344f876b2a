import ParaphStorage

/// A piece of a file, which lies sealed in a blob of its own and is never changed.
struct FilePart: Sendable {
    /// Its place among the file's parts, from 1.
    let number: Int
    /// Which bytes of the file it holds.
    let range: Range<Int>
    let address: BlobAddress
    /// What opens the blob, and the SHA-256 of what is in it.
    let secret: Secret

    /// What is sealed of a part.
    struct Secret: Sendable {
        let key: ContentKey
        let digest: [UInt8]
    }
}
