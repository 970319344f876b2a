import Foundation
import ParaphStorage
public import ParaphWire

extension OfflineStore {
    /// The files on the server as this device last saw them, newest first; what waits to be sent is done to them already.
    ///
    /// - Parameters:
    ///   - start: How many are passed over.
    ///   - count: How many there are at most; `nil` for all.
    /// - Returns: the files.
    /// - Throws: ``ClientError`` of code `storage`.
    public func files(from start: Int = 0, count: Int? = nil) async throws -> [StoredFile] {
        try await files { [keys] tx in try Self.things(StoredFile.self, from: start, count: count, keys, in: tx) }
    }

    /// Some of the files, such as those of which ``changes()`` tells; those that are not here are left out.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func files(_ ids: [String]) async throws -> [StoredFile] {
        try await files { [keys] tx in try Self.things(StoredFile.self, ids, keys, in: tx) }
    }

    private func files(_ read: @escaping @Sendable (any ReadTransaction) throws -> [StoredFile]) async throws -> [StoredFile] {
        let (files, actions) = try await storing {
            try await database.read { [keys] tx in (try read(tx), try Self.waiting(keys, in: tx)) }
        }
        let deleted = Set(actions.compactMap { if case .delete(let id) = $0.action, $0.failure == nil { id } else { nil } })
        let names = actions.reduce(into: [String: String]()) { names, waiting in
            if case .rename(let id, let name) = waiting.action, waiting.failure == nil { names[id] = name }
        }
        return files.filter { !deleted.contains($0.id) }.map { file in
            var file = file
            file.name = names[file.id] ?? file.name
            return file
        }
    }

    /// What programs ask of the person.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func requests() async throws -> [ClientRequest] { try await all() }

    /// The devices that wait to be added.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func deviceRequests() async throws -> [DeviceRequest] { try await all() }

    /// The person's sessions.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func sessions() async throws -> [Session] { try await all() }

    private func all<Thing: Mirrored>() async throws -> [Thing] {
        try await storing {
            try await database.read { [keys] tx in try Self.things(Thing.self, from: 0, count: nil, keys, in: tx) }
        }
    }

    private static func things<Thing: Mirrored>(
        _ type: Thing.Type,
        from start: Int,
        count: Int?,
        _ keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> [Thing] {
        let rows = try tx.rows(
            """
            SELECT id, sealed FROM thing WHERE kind = \(Thing.kind.rawValue)
            ORDER BY changedAt DESC, id DESC LIMIT \(count ?? .max) OFFSET \(start)
            """
        )
        return try open(rows, keys, in: tx)
    }

    private static func things<Thing: Mirrored>(
        _ type: Thing.Type,
        _ ids: [String],
        _ keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> [Thing] {
        let rows = try ids.compactMap { id in
            try tx.first("SELECT id, sealed FROM thing WHERE kind = \(Thing.kind.rawValue) AND id = \(id)")
        }
        return try open(rows, keys, in: tx)
    }

    private static func open<Thing: Mirrored>(_ rows: [Row], _ keys: KeyRing, in tx: any ReadTransaction) throws -> [Thing] {
        guard let person = try person(in: tx) else { return [] }
        let sealed = try rows.map { KeyRing.SealedBytes(row: try $0.get("id"), version: 1, bytes: try $0.get("sealed")) }
        let decoder = JSONDecoder()
        return try keys.open(sealed, holder: person, table: "thing/\(Thing.kind.rawValue)", in: tx).map {
            try decoder.decode(Thing.self, from: Data($0))
        }
    }
}

// MARK: - What the engine writes

extension OfflineStore {
    /// What is to be written of an answer about changes.
    struct Difference: Sendable {
        /// Things as they are now.
        var things: [any Mirrored] = []
        /// Kinds of which all things are here, in place of what was.
        var whole: Set<Change.Kind> = []
        /// What is there no more.
        var removed: [(kind: Change.Kind, id: String)] = []
        /// Whether everything that was here goes first.
        var isWhole = false
    }

    /// Writes a difference and the cursor that it leads to: both or neither.
    func write(_ difference: Difference, cursor: String, of personID: String) async throws {
        try await storing {
            try await database.write { [keys] tx in
                // Another person's things have taken their place meanwhile.
                guard try Self.person(in: tx) == personID else { return }
                if difference.isWhole { try tx.execute("DELETE FROM thing") }
                for kind in difference.whole { try tx.execute("DELETE FROM thing WHERE kind = \(kind.rawValue)") }
                for removed in difference.removed {
                    try tx.execute("DELETE FROM thing WHERE kind = \(removed.kind.rawValue) AND id = \(removed.id)")
                }
                let encoder = JSONEncoder()
                for thing in difference.things { try Self.put(thing, encoder, keys, personID, in: tx) }
                try tx.execute("UPDATE followed SET cursor = \(cursor), kinds = \(Self.kinds) WHERE id = 1")
            }
        }
    }

    private static func put<Thing: Mirrored>(
        _ thing: Thing,
        _ encoder: JSONEncoder,
        _ keys: KeyRing,
        _ person: String,
        in tx: any WriteTransaction
    ) throws {
        let kind = Thing.kind.rawValue
        let plain = Array(try encoder.encode(thing))
        let sealed = try keys.seal(plain, holder: person, table: "thing/\(kind)", row: thing.id, version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO thing (kind, id, changedAt, sealed) VALUES (\(kind), \(thing.id), \(thing.changedAt.milliseconds), \(sealed))
            ON CONFLICT (kind, id) DO UPDATE SET changedAt = excluded.changedAt, sealed = excluded.sealed
            """
        )
    }
}
