import ParaphStorage
import ServerKit

extension PhotoStore {
    /// Gives the pictures keys of their own that people's keys sealed, once for a database; each is copied, one at a time.
    ///
    /// Broken off, it goes on with those that are left; several nodes may do it at once. What turns up later without a key stays unreadable.
    /// - Parameter note: Called in the last transaction, unless there are no pictures, with the number of those that this call gave keys.
    /// - Returns: What became of the pictures; `nil` where it was done before.
    /// - Throws: `StorageError`.
    func reseal(note: @escaping @Sendable (_ count: Int, any WriteTransaction) throws -> Void) async throws -> Resealing.Report? {
        if try await database.read({ try Resealing.isDone(Self.resealed, in: $0) }) { return nil }
        var (report, isAny) = (Resealing.Report(), false)
        for table in EarlierPhoto.Table.allCases {
            var last: String? = ""
            while let after = last {
                let photos = try await database.read { try EarlierPhoto.page(of: table, after: after, limit: Self.batchLength, in: $0) }
                isAny = isAny || !photos.isEmpty
                for photo in photos { try await reseal(photo, into: &report) }
                last = photos.count == Self.batchLength ? photos.last?.row : nil
            }
        }
        return try await database.write { [report, isAny] tx in
            // Another node was faster.
            if try Resealing.isDone(Self.resealed, in: tx) { return report }
            try Resealing.finish(Self.resealed, in: tx)
            if isAny { try note(report.resealed, tx) }
            return report
        }
    }

    private static let resealed = "photo"
    private static let batchLength = 200

    private func reseal(_ photo: EarlierPhoto, into report: inout Resealing.Report) async throws {
        let bytes: [UInt8]
        do {
            guard let opened = try await open(photo) else { return }
            bytes = opened
        } catch let error as StorageError where [.undecryptable, .notFound, .corrupt].contains(error.code) {
            report.unreadable += 1
            return
        }
        let loose = try await store(bytes)
        let isReplaced = try await database.write { [keys, now = time.now()] tx in
            guard try photo.replace(with: loose.address, in: tx) else { return false }
            try Self.claim(loose, of: photo.personID, keys: keys, in: tx)
            try LooseBlobStore.doom([photo.address], at: now, in: tx)
            return true
        }
        if isReplaced { report.resealed += 1 }
        // What a row stopped naming is doomed, and what none came to name is loose: the sweep finds either where this does not succeed.
        _ = try? await blobs.delete(isReplaced ? photo.address : loose.address)
    }

    /// The bytes of a picture that its person's key sealed; `nil` where it has a key of its own.
    private func open(_ photo: EarlierPhoto) async throws -> [UInt8]? {
        let hasKey = try await database.read { [keys] in try keys.holds(Self.object(photo.address), as: photo.personID, in: $0) }
        if hasKey { return nil }
        let sealed = try await blobs.get(photo.address).collect()
        return try await database.read { [keys] tx in
            let table = photo.table.rawValue
            return try keys.open(sealed, holder: photo.personID, table: table, row: photo.row, version: photo.table.version, in: tx)
        }
    }
}

/// A picture that may be of the time when its person's key sealed it, for its row.
private struct EarlierPhoto: Sendable {
    enum Table: String, CaseIterable, Sendable {
        case person, capture

        /// The version that its pictures were sealed for.
        var version: Int { self == .person ? 1 : 2 }
    }

    let table: Table
    let row: String
    let personID: String
    let address: BlobAddress

    static func page(of table: Table, after row: String, limit: Int, in tx: any ReadTransaction) throws -> [EarlierPhoto] {
        let rows =
            switch table {
            case .person:
                try tx.rows(
                    """
                    SELECT id, id AS personId, photoBlob FROM person WHERE id > \(row) AND photoBlob IS NOT NULL
                    ORDER BY id LIMIT \(limit)
                    """
                )
            case .capture:
                try tx.rows(
                    "SELECT id, personId, photoBlob FROM capture WHERE id > \(row) AND photoBlob IS NOT NULL ORDER BY id LIMIT \(limit)"
                )
            }
        return try rows.map {
            EarlierPhoto(table: table, row: try $0.get("id"), personID: try $0.get("personId"), address: try $0.get("photoBlob"))
        }
    }

    /// Names another blob in the row; says whether it named this one still.
    func replace(with new: BlobAddress, in tx: any WriteTransaction) throws -> Bool {
        switch table {
        case .person: try tx.execute("UPDATE person SET photoBlob = \(new) WHERE id = \(row) AND photoBlob = \(address)") == 1
        case .capture: try tx.execute("UPDATE capture SET photoBlob = \(new) WHERE id = \(row) AND photoBlob = \(address)") == 1
        }
    }
}
