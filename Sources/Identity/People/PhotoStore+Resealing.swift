import ParaphStorage
import ServerKit

extension PhotoStore {
    /// Gives the pictures keys of their own that people's keys sealed, once for a database; each is copied, one at a time.
    ///
    /// Broken off, it goes on with those that are left; several nodes may do it at once. Where a blob cannot be read now it is tried again at
    /// the next start; once all were, what turns up without a key stays unreadable.
    /// - Parameter note: Called in the last transaction, unless there is nothing to tell, with the number of those that this call gave keys.
    /// - Returns: What became of the pictures; `nil` where it was done before.
    /// - Throws: `StorageError` where the database refuses.
    func reseal(note: @escaping @Sendable (_ count: Int, any WriteTransaction) throws -> Void) async throws -> Resealing.Report? {
        if try await database.read({ try Resealing.isDone(Self.resealed, in: $0) }) { return nil }
        var (report, isAny) = (Resealing.Report(), false)
        for table in EarlierPhoto.Table.allCases {
            var last: String? = ""
            while let after = last {
                let rows = try await database.read { try EarlierPhoto.page(of: table, after: after, limit: Self.batchLength, in: $0) }
                isAny = isAny || !rows.isEmpty
                for row in rows { try await reseal(row, into: &report) }
                last = rows.count == Self.batchLength ? rows.last?.id : nil
            }
        }
        return try await database.write { [report, isAny] tx in
            // Another node was faster.
            if try Resealing.isDone(Self.resealed, in: tx) { return report }
            let isWhole = report.missing == 0
            if isWhole { try Resealing.finish(Self.resealed, in: tx) }
            if report.resealed > 0 || isWhole && isAny { try note(report.resealed, tx) }
            return report
        }
    }

    private static let resealed = "photo"
    private static let batchLength = 200

    private func reseal(_ row: EarlierPhoto, into report: inout Resealing.Report) async throws {
        // Whatever has a key was stored with it, or another node was here.
        if try await database.read({ [keys] in try keys.holds(row.place.object, as: row.personID, in: $0) }) { return }
        guard let address = row.address else {
            report.unreadable += 1
            return
        }
        let sealed: [UInt8]
        do {
            sealed = try await blobs.get(address).collect()
        } catch is StorageError {
            // Another node may have replaced it since the row was read.
            if try await database.read({ try row.isNamed(in: $0) }) { report.missing += 1 }
            return
        }
        let bytes: [UInt8]
        do {
            bytes = try await database.read { [keys] tx in
                let table = row.table.rawValue
                return try keys.open(sealed, holder: row.personID, table: table, row: row.id, version: row.table.version, in: tx)
            }
        } catch let error as StorageError where error.code == .undecryptable || error.code == .notFound {
            report.unreadable += 1
            return
        }
        let loose = try await store(bytes)
        let isReplaced = try await database.write { [keys, now = time.now()] tx in
            guard try row.replace(with: loose.address, in: tx) else { return false }
            try Self.claim(loose, for: row.place, of: row.personID, keys: keys, in: tx)
            try OrphanedBlobStore.release([address], at: now, in: tx)
            return true
        }
        if isReplaced { report.resealed += 1 }
        // What a row stopped naming, and what none came to name, is orphaned: the sweep finds either where this does not succeed.
        _ = try? await blobs.delete(isReplaced ? address : loose.address)
    }
}

/// The row of a picture that may be of the time when its person's key sealed it.
private struct EarlierPhoto: Sendable {
    enum Table: String, CaseIterable, Sendable {
        case person, capture

        /// The version that its pictures were sealed for.
        var version: Int { self == .person ? 1 : 2 }
    }

    let table: Table
    let id: String
    let personID: String
    /// What the row names; ``address`` is `nil` where that is no address.
    private let blob: String

    var address: BlobAddress? { BlobAddress(blob) }

    var place: PhotoStore.Place { table == .person ? .profile(id) : .signature(id) }

    static func page(of table: Table, after id: String, limit: Int, in tx: any ReadTransaction) throws -> [EarlierPhoto] {
        let rows =
            switch table {
            case .person:
                try tx.rows(
                    "SELECT id, id AS personId, photoBlob FROM person WHERE id > \(id) AND photoBlob IS NOT NULL ORDER BY id LIMIT \(limit)"
                )
            case .capture:
                try tx.rows(
                    "SELECT id, personId, photoBlob FROM capture WHERE id > \(id) AND photoBlob IS NOT NULL ORDER BY id LIMIT \(limit)"
                )
            }
        return try rows.map {
            EarlierPhoto(table: table, id: try $0.get("id"), personID: try $0.get("personId"), blob: try $0.get("photoBlob"))
        }
    }

    /// Whether the row names this blob still.
    func isNamed(in tx: any ReadTransaction) throws -> Bool {
        switch table {
        case .person: try tx.first("SELECT id FROM person WHERE id = \(id) AND photoBlob = \(blob)") != nil
        case .capture: try tx.first("SELECT id FROM capture WHERE id = \(id) AND photoBlob = \(blob)") != nil
        }
    }

    /// Names another blob in the row; says whether it named this one still.
    func replace(with new: BlobAddress, in tx: any WriteTransaction) throws -> Bool {
        switch table {
        case .person: try tx.execute("UPDATE person SET photoBlob = \(new) WHERE id = \(id) AND photoBlob = \(blob)") == 1
        case .capture: try tx.execute("UPDATE capture SET photoBlob = \(new) WHERE id = \(id) AND photoBlob = \(blob)") == 1
        }
    }
}
