public import Logging
public import ParaphStorage

extension BlobStore {
    /// Deletes blobs that no row names any more, one after the other; what cannot be deleted now is told of in the log and swept later.
    ///
    /// - Returns: those that are gone.
    @discardableResult
    public func discard(_ addresses: [BlobAddress], logger: Logger) async -> [BlobAddress] {
        var deleted: [BlobAddress] = []
        for address in addresses {
            do {
                try await delete(address)
                deleted.append(address)
            } catch {
                logger.warning("a blob could not be deleted", metadata: ["address": "\(address)"])
            }
        }
        return deleted
    }
}
