public import Foundation
import ParaphStorage

extension OfflineStore {
    /// What waits to be sent, in its order, and what was given up.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func outgoing() async throws -> [Outgoing] {
        try await storing { try await database.read { [keys] tx in try Self.waiting(keys, in: tx) } }
    }

    /// Notes that a file is to be kept on the server; a copy is taken now.
    ///
    /// - Throws: ``ClientError`` of code `storage`, or `notSignedIn` before the first ``SyncEngine/catchUp()``.
    @discardableResult
    public func noteUpload(of file: URL, named name: String) async throws -> Outgoing {
        let source = try FileSource(file)
        let action = Outgoing(id: UUID().uuidString, action: .upload(name: name, size: source.size, begun: nil))
        try await storing {
            let copy = copy(of: action.id)
            try FileManager.default.copyItem(at: file, to: copy)
            do {
                try await add(action)
            } catch {
                try? FileManager.default.removeItem(at: copy)
                throw error
            }
        }
        return action
    }

    /// Notes something else that is to be done.
    ///
    /// - Throws: ``ClientError`` of code `storage`, or `notSignedIn` before the first ``SyncEngine/catchUp()``.
    @discardableResult
    public func note(_ action: Outgoing.Action) async throws -> Outgoing {
        let outgoing = Outgoing(id: UUID().uuidString, action: action)
        try await storing { try await add(outgoing) }
        tell([])
        return outgoing
    }

    /// Takes back what waits or was given up; what the server was told already stays done.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func withdraw(_ outgoing: Outgoing) async throws {
        try await remove(outgoing)
        tell([])
    }

    /// Has what was given up wait again.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func tryAgain(_ outgoing: Outgoing) async throws {
        var outgoing = outgoing
        outgoing.failure = nil
        try await update(outgoing)
        tell([])
    }

    func copy(of id: String) -> URL { outgoing.appending(path: id) }

    func remove(_ outgoing: Outgoing) async throws {
        try await storing {
            try await database.write { tx in
                _ = try tx.execute("DELETE FROM outgoing WHERE id = \(outgoing.id)")
            }
            try? FileManager.default.removeItem(at: copy(of: outgoing.id))
        }
    }

    func update(_ outgoing: Outgoing) async throws {
        try await storing {
            try await database.write { [keys] tx in
                guard let person = try Self.person(in: tx) else { return }
                let sealed = try Self.seal(outgoing, keys, person, in: tx)
                try tx.execute("UPDATE outgoing SET failure = \(outgoing.failure), sealed = \(sealed) WHERE id = \(outgoing.id)")
            }
        }
    }

    private func add(_ outgoing: Outgoing) async throws {
        try await database.write { [keys] tx in
            guard let person = try Self.person(in: tx) else { throw ClientError(.notSignedIn, "the store holds no person's things yet") }
            let last: Int? = try tx.first("SELECT MAX(number) AS last FROM outgoing")?.find("last")
            let sealed = try Self.seal(outgoing, keys, person, in: tx)
            try tx.execute(
                """
                INSERT INTO outgoing (number, id, failure, sealed)
                VALUES (\((last ?? 0) + 1), \(outgoing.id), \(outgoing.failure), \(sealed))
                """
            )
        }
    }

    static func waiting(_ keys: KeyRing, in tx: any ReadTransaction) throws -> [Outgoing] {
        guard let person = try person(in: tx) else { return [] }
        let rows = try tx.rows("SELECT id, sealed FROM outgoing ORDER BY number")
        let sealed = try rows.map { KeyRing.SealedBytes(row: try $0.get("id"), version: 1, bytes: try $0.get("sealed")) }
        return try keys.open(sealed, holder: person, table: "outgoing", in: tx).map {
            try JSONDecoder().decode(Outgoing.self, from: Data($0))
        }
    }

    private static func seal(_ outgoing: Outgoing, _ keys: KeyRing, _ person: String, in tx: any ReadTransaction) throws -> [UInt8] {
        let plain = Array(try JSONEncoder().encode(outgoing))
        return try keys.seal(plain, holder: person, table: "outgoing", row: outgoing.id, version: 1, in: tx)
    }
}
