import Crypto
import Foundation

/// One data key for each holder, wrapped by the root key: who destroys a holder's key makes everything sealed by it unreadable.
///
/// ```swift
/// let sealed = try keys.seal(template, holder: person, table: "template", row: id, version: 1, in: tx)
/// ```
/// Sealed bytes open only for the holder, table, row and version that they were sealed for; bytes that are put into another row, or under
/// another version, do not. A whole old row does: what must not come back is sealed by the key of an object, which is renewed with the row.
public struct KeyRing: Sendable {
    /// What the key ring keeps in the database; belongs at the head of the list that is migrated.
    public static let migrations = [baseline]

    let files: RootKeyFiles
    /// The root key as the program started with it; the database says which one is in use.
    private let root: RootKey

    /// Makes a key ring of the root key that its keys are wrapped by.
    public init(root: RootKey) {
        self.root = root
        files = RootKeyFiles([root])
    }

    /// Makes the key ring of a database, once its schema is up to date.
    ///
    /// - Parameters:
    ///   - files: Where the root key lies; it is made where no key of the database hangs on one yet.
    ///   - database: The database.
    /// - Returns: The key ring.
    /// - Throws: ``StorageError`` of code `notFound` or `invalidKey` where the root key that the database hangs on is not there.
    public static func open(files: RootKeyFiles, database: any Database) async throws -> KeyRing {
        let used = try await database.read { tx -> String? in
            if let id: String = try tx.first("SELECT rootKeyId FROM rootKeyUse WHERE id = 1")?.get("rootKeyId") { return id }
            return try tx.first("SELECT rootKeyId FROM holderKey LIMIT 1")?.get("rootKeyId")
        }
        let file: RootKey
        do {
            file = try files.load(creating: used == nil)
        } catch let error as StorageError where error.code == .notFound {
            throw StorageError(
                .notFound,
                "the root key \(files.path) is not there\(used.map { "; the data hang on the key \($0): restore it" } ?? "")"
            )
        }
        let keys = KeyRing(root: try used.map { try files.key($0) } ?? file, files: files)
        try await keys.finishExchange(in: database)
        return keys
    }

    private init(root: RootKey, files: RootKeyFiles) {
        self.root = root
        self.files = files
    }

    /// Gives a holder a key, unless there is one.
    public func create(holder: String, in tx: any WriteTransaction) throws {
        if try tx.first("SELECT number FROM holderKey WHERE holder = \(holder)") != nil { return }
        let root = try rootInUse(in: tx)
        let wrapped = try wrap(Identifier.randomBytes(RootKey.length), number: 1, holder: holder, root: root)
        try tx.execute(
            """
            INSERT INTO holderKey (holder, number, rootKeyId, wrapped)
            VALUES (\(holder), 1, \(root.id), \(wrapped)) ON CONFLICT (holder, number) DO NOTHING
            """
        )
    }

    /// Whether a holder has a key.
    public func holds(_ holder: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT number FROM holderKey WHERE holder = \(holder) LIMIT 1") != nil
    }

    /// Destroys a holder's key: what it sealed can never be opened again, nor the objects that were shared with this holder alone.
    ///
    /// SQLite overwrites the row at once; copies in the write-ahead log go with the next checkpoint. Backups keep keys apart and drop them
    /// when they next run.
    public func destroy(holder: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM holderKey WHERE holder = \(holder)")
        try tx.execute("DELETE FROM objectKey WHERE holder = \(holder)")
    }

    /// Destroys the keys of all holders whose names begin alike, as those whose rows no backup holds.
    public func destroy(holdersBeginningWith beginning: String, in tx: any WriteTransaction) throws {
        // The engine measures the text: PostgreSQL's substr takes no number as wide as those that are bound.
        try tx.execute("DELETE FROM holderKey WHERE substr(holder, 1, length(\(beginning))) = \(beginning)")
        try tx.execute("DELETE FROM objectKey WHERE substr(holder, 1, length(\(beginning))) = \(beginning)")
    }

    /// Seals bytes for one version of one row.
    ///
    /// - Parameters:
    ///   - plaintext: What to seal; the result is 33 bytes longer.
    ///   - holder: Whose key seals.
    ///   - table: The table that will hold the sealed bytes.
    ///   - row: The row's identifier in it.
    ///   - version: The row's version, rising where the row changes.
    ///   - tx: Where the key is looked up.
    /// - Returns: The sealed bytes; sealing the same twice gives different ones.
    /// - Throws: ``StorageError`` of code `notFound` where the holder has no key, `invalidKey` where another root key wrapped it.
    public func seal(
        _ plaintext: [UInt8],
        holder: String,
        table: String,
        row: String,
        version: Int,
        in tx: any ReadTransaction
    ) throws -> [UInt8] {
        let found = try tx.first("SELECT * FROM holderKey WHERE holder = \(holder) ORDER BY number DESC LIMIT 1")
        let (number, key) = try unwrap(found, holder: holder)
        return try Envelope.seal(plaintext, keyNumber: number, key: key, context: Self.context(holder, table, row, version))
    }

    /// Opens bytes that were sealed for the same holder, table, row and version.
    ///
    /// - Parameters:
    ///   - sealed: What ``seal(_:holder:table:row:version:in:)`` returned.
    ///   - holder: Whose key sealed.
    ///   - table: The table that holds the sealed bytes.
    ///   - row: The row's identifier in it.
    ///   - version: The row's version.
    ///   - tx: Where the key is looked up.
    /// - Returns: The bytes as they were.
    /// - Throws: ``StorageError`` of code `undecryptable` where anything differs, `notFound` where the holder's key was destroyed.
    public func open(
        _ sealed: [UInt8],
        holder: String,
        table: String,
        row: String,
        version: Int,
        in tx: any ReadTransaction
    ) throws -> [UInt8] {
        let key = try key(of: sealed, holder: holder, table: table, in: tx)
        return try Envelope.open(sealed, key: key, context: Self.context(holder, table, row, version))
    }

    /// Bytes as a row of a table holds them.
    public typealias SealedBytes = (row: String, version: Int, bytes: [UInt8])

    /// Opens bytes of several rows, or versions of rows, of one holder and table, in their order; each key is looked up once.
    ///
    /// - Throws: what ``open(_:holder:table:row:version:in:)`` throws, where one of them does not open.
    public func open(_ sealed: [SealedBytes], holder: String, table: String, in tx: any ReadTransaction) throws -> [[UInt8]] {
        var known: [UInt32: SymmetricKey] = [:]
        return try sealed.map { row, version, bytes in
            let number = Envelope.keyNumber(of: bytes)
            let key = try number.flatMap { known[$0] } ?? key(of: bytes, holder: holder, table: table, in: tx)
            if let number { known[number] = key }
            return try Envelope.open(bytes, key: key, context: Self.context(holder, table, row, version))
        }
    }

    /// The key that bytes say they are sealed by.
    private func key(of sealed: [UInt8], holder: String, table: String, in tx: any ReadTransaction) throws -> SymmetricKey {
        guard let number = Envelope.keyNumber(of: sealed) else {
            throw StorageError(.undecryptable, "the sealed bytes of \(table) are cut short or of an unknown format")
        }
        let found = try tx.first("SELECT * FROM holderKey WHERE holder = \(holder) AND number = \(Int(number))")
        if found == nil, try tx.first("SELECT number FROM holderKey WHERE holder = \(holder)") != nil {
            throw StorageError(.undecryptable, "the sealed bytes of \(table) name a key that their holder does not have")
        }
        return try unwrap(found, holder: holder).1
    }

    static func context(_ holder: String, _ table: String, _ row: String, _ version: Int) -> [[UInt8]] {
        [Array(table.utf8), Array(row.utf8), Envelope.bigEndian(Int64(version)), Array(holder.utf8)]
    }
}

// MARK: - Wrapping

extension KeyRing {
    /// The root key that new keys are wrapped by: what the database says, in the same transaction, so that an exchange misses none.
    func rootInUse(in tx: any WriteTransaction) throws -> RootKey {
        if let row = try tx.first("SELECT rootKeyId FROM rootKeyUse WHERE id = 1") { return try files.key(try row.get("rootKeyId")) }
        try tx.execute("INSERT INTO rootKeyUse (id, rootKeyId) VALUES (1, \(root.id))")
        return root
    }

    func wrap(_ bytes: [UInt8], number: UInt32, holder: String, root: RootKey) throws -> [UInt8] {
        try Self.wrap(bytes, number: number, holder: holder, root: root)
    }

    static func wrap(_ bytes: [UInt8], number: UInt32, holder: String, root: RootKey) throws -> [UInt8] {
        try Envelope.seal(bytes, keyNumber: number, key: root.key, context: wrappingContext(holder: holder))
    }

    private func unwrap(_ row: Row?, holder: String) throws -> (UInt32, SymmetricKey) {
        guard let row else { throw StorageError(.notFound, "the holder has no key, or it was destroyed") }
        let (number, bytes) = try unwrapBytes(row, holder: holder)
        return (number, SymmetricKey(data: bytes))
    }

    /// A holder's key in the clear.
    func unwrapBytes(_ row: Row, holder: String) throws -> (UInt32, [UInt8]) {
        try Self.unwrap(
            try row.get("wrapped"),
            number: try row.get("number"),
            holder: holder,
            root: try files.key(try row.get("rootKeyId"))
        )
    }

    static func unwrap(_ wrapped: [UInt8], number: Int, holder: String, root: RootKey) throws -> (UInt32, [UInt8]) {
        guard let number = UInt32(exactly: number), Envelope.keyNumber(of: wrapped) == number else {
            throw StorageError(.undecryptable, "a wrapped key is damaged; restore a backup")
        }
        return (number, try Envelope.open(wrapped, key: root.key, context: wrappingContext(holder: holder)))
    }

    private static func wrappingContext(holder: String) -> [[UInt8]] {
        [Array("holderKey".utf8), Array(holder.utf8)]
    }
}
