import Crypto
public import Foundation
import ParaphStorage
public import ParaphWire

/// What a person has on the server, as this device last saw it, and what waits to be sent: sealed, in one folder.
///
/// Names, addresses and everything else that is told of things are sealed by a key of the person that signed in; kinds, ids and times of change
/// are not. The key hangs on one among the secrets, so that the folder alone opens nothing. A store holds one person's things: those of another
/// who signs in take their place.
public final class OfflineStore: Sendable {
    private static let secretName = "store/root"

    let database: any Database
    let keys: KeyRing
    /// Where files lie that wait to be sent.
    let outgoing: URL
    private let changed = Listeners<[Change]>()
    let sent = Listeners<Outgoing.Progress>()

    /// Opens the store in a folder, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - folder: A folder of its own that no backup takes up, such as one in Application Support.
    ///   - secrets: Where the key is kept that opens it.
    /// - Returns: the store; one that cannot be opened any more is made anew, for the server has what was in it.
    /// - Throws: ``ClientError`` of code `storage`.
    public static func open(in folder: URL, secrets: any SecretStore) async throws -> OfflineStore {
        do {
            return try await opened(in: folder, secrets: secrets)
        } catch let error as StorageError where [.corrupt, .newerSchema, .editedMigration, .undecryptable].contains(error.code) {
            try? FileManager.default.removeItem(at: folder.appending(path: "store"))
            return try await storing { try await opened(in: folder, secrets: secrets) }
        } catch {
            throw ClientError(.storage, "the store cannot be opened", cause: error)
        }
    }

    private static func opened(in folder: URL, secrets: any SecretStore) async throws -> OfflineStore {
        let place = folder.appending(path: "store")
        let outgoing = place.appending(path: "outgoing")
        let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
        try FileManager.default.createDirectory(at: outgoing, withIntermediateDirectories: true, attributes: permissions)
        let root = try root(in: secrets)
        let database = try SQLiteDatabase.open(at: place.appending(path: "store.db").path)
        do {
            try await database.migrate(KeyRing.migrations + migrations)
            let used = try await database.read { tx in
                try tx.first("SELECT rootKeyId FROM rootKeyUse WHERE id = 1")?.get("rootKeyId", as: String.self)
            }
            guard used == nil || used == root.id else { throw StorageError(.undecryptable, "the store hangs on another key") }
            return OfflineStore(database: database, keys: KeyRing(root: root), outgoing: outgoing)
        } catch {
            await database.close()
            throw error
        }
    }

    private static func root(in secrets: any SecretStore) throws -> RootKey {
        if let bytes = try secrets.read(secretName) { return try RootKey(secret: bytes) }
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
        try secrets.write(bytes, as: secretName)
        return try RootKey(secret: bytes)
    }

    private init(database: any Database, keys: KeyRing, outgoing: URL) {
        self.database = database
        self.keys = keys
        self.outgoing = outgoing
    }

    /// Closes the store; nothing else is done with it then.
    public func close() async {
        changed.end()
        sent.end()
        await database.close()
    }

    /// Forgets everything, what waits to be sent too: its key is destroyed.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func erase() async throws {
        try await storing { [self] in
            try await database.write { [keys] tx in try Self.erase(keys, in: tx) }
            try clearOutgoing()
        }
        tell([])
    }

    /// Tells what changed here: kinds and ids, none of them where everything may have.
    public func changes() -> AsyncStream<[Change]> { changed.stream() }

    /// Tells how far files are that are being sent.
    public func progress() -> AsyncStream<Outgoing.Progress> { sent.stream(.bufferingNewest(16)) }

    func tell(_ changes: [Change]) { changed.tell(changes) }

    func clearOutgoing() throws {
        for file in try FileManager.default.contentsOfDirectory(at: outgoing, includingPropertiesForKeys: nil) {
            try FileManager.default.removeItem(at: file)
        }
    }
}

/// Does something with a store; what fails is a ``ClientError``.
func storing<Value>(_ work: () async throws -> Value) async throws -> Value {
    do {
        return try await work()
    } catch let error as ClientError {
        throw error
    } catch is CancellationError {
        throw CancellationError()
    } catch {
        throw ClientError(.storage, "the store on this device failed", cause: error)
    }
}
