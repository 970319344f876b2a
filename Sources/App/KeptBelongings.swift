import Documents
import Identity
import ParaphStorage
import ParaphWire

/// What Identity tells of and deletes with people: the documents that they keep, from Documents.
struct KeptBelongings: Belongings {
    private let keeper: KeptDocumentKeeper

    init(keys: KeyRing) {
        keeper = KeptDocumentKeeper(keys: keys, loose: IdentityLooseBlobs())
    }

    func documents(of personID: String, in tx: any ReadTransaction) throws -> [KeptBelonging] {
        try keeper.documents(of: personID, in: tx).map { item in
            KeptBelonging(
                id: item.id,
                name: item.name,
                size: item.size,
                hash: item.hash,
                version: item.version,
                createdAt: item.createdAt,
                changedAt: item.changedAt
            )
        }
    }

    func delete(of personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try keeper.deleteAll(of: personID, at: now, in: tx)
    }
}
