/// What a put returns.
public struct StoredBlob: Hashable, Sendable {
    /// Where the blob is found.
    public var address: BlobAddress
    /// How many bytes it holds.
    public var size: Int

    /// Makes a description of a blob; stores call it.
    public init(address: BlobAddress, size: Int) {
        self.address = address
        self.size = size
    }
}
