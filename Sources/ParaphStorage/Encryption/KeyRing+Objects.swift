import Crypto
import Foundation

/// Keys of objects: each of its holders has the object's key, wrapped by their own.
///
/// Several may share an object. One that a single holder has can be destroyed, or given another key, while the rest that is the holder's stays.
extension KeyRing {
    /// Gives an object a key of its own, wrapped for its first holders.
    ///
    /// - Parameters:
    ///   - object: The object's name, unique in the database, such as `file/ID`.
    ///   - holders: Who can open it; each has a key.
    ///   - tx: Where the keys are kept.
    /// - Throws: ``StorageError`` of code `conflict` where the object has a key, `notFound` where a holder has none.
    public func create(object: String, holders: [String], in tx: any WriteTransaction) throws {
        try create(object: object, key: Identifier.randomBytes(RootKey.length), holders: holders, in: tx)
    }

    /// The key of a blob's content that is kept as an object's.
    ///
    /// - Throws: ``StorageError`` of code `notFound` where the holder does not hold the object, `undecryptable` where the row was changed.
    public func contentKey(of object: String, holder: String, in tx: any ReadTransaction) throws -> ContentKey {
        try ContentKey(bytes: try key(of: object, for: holder, in: tx))
    }

    /// Whether a holder holds an object.
    public func holds(_ object: String, as holder: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT object FROM objectKey WHERE object = \(object) AND holder = \(holder)") != nil
    }

    /// Gives an object a new key, wrapped for its holders, in place of the one that it had: what that one sealed can never be opened again.
    ///
    /// - Throws: ``StorageError`` of code `notFound` where a holder has no key.
    public func renew(object: String, holders: [String], in tx: any WriteTransaction) throws {
        try destroy(object: object, in: tx)
        try create(object: object, holders: holders, in: tx)
    }

    /// Keeps the key of a blob's content as the key of an object, wrapped for its holders, in place of the one that it had, if any: what that one
    /// sealed can never be opened again.
    ///
    /// - Throws: ``StorageError`` of code `notFound` where a holder has no key.
    public func renew(object: String, key: ContentKey, holders: [String], in tx: any WriteTransaction) throws {
        try destroy(object: object, in: tx)
        try create(object: object, key: key.bytes, holders: holders, in: tx)
    }

    /// Lets another holder open an object that one holds.
    ///
    /// - Throws: ``StorageError`` of code `notFound` where either has no key.
    public func share(object: String, of holder: String, with other: String, in tx: any WriteTransaction) throws {
        try wrap(try key(of: object, for: holder, in: tx), object: object, for: other, in: tx)
    }

    /// Takes an object's key from a holder; what they read already they know.
    public func withdraw(object: String, from holder: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM objectKey WHERE object = \(object) AND holder = \(holder)")
    }

    /// Destroys an object's key for everybody: what it sealed can never be opened again.
    public func destroy(object: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM objectKey WHERE object = \(object)")
    }

    /// Destroys the keys of all objects that a holder holds, for this holder.
    public func destroyObjects(of holder: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM objectKey WHERE holder = \(holder)")
    }

    /// Seals bytes by an object's key for one version of one row; any holder opens them.
    ///
    /// - Throws: ``StorageError`` of code `notFound` where the holder does not hold the object.
    public func seal(
        _ plaintext: [UInt8],
        object: String,
        holder: String,
        table: String,
        row: String,
        version: Int,
        in tx: any ReadTransaction
    ) throws -> [UInt8] {
        let key = SymmetricKey(data: try key(of: object, for: holder, in: tx))
        return try Envelope.seal(plaintext, keyNumber: Self.objectKeyNumber, key: key, context: Self.context(object, table, row, version))
    }

    /// Opens bytes that any holder sealed for the same object, table, row and version.
    ///
    /// - Throws: ``StorageError`` of code `undecryptable` where anything differs, `notFound` where the holder does not hold the object.
    public func open(
        _ sealed: [UInt8],
        object: String,
        holder: String,
        table: String,
        row: String,
        version: Int,
        in tx: any ReadTransaction
    ) throws -> [UInt8] {
        guard Envelope.keyNumber(of: sealed) == Self.objectKeyNumber else {
            throw StorageError(.undecryptable, "the sealed bytes of \(table) are cut short, or no object's key sealed them")
        }
        let key = SymmetricKey(data: try key(of: object, for: holder, in: tx))
        return try Envelope.open(sealed, key: key, context: Self.context(object, table, row, version))
    }

    /// The number in what objects' keys sealed; those of holders begin at 1.
    static let objectKeyNumber: UInt32 = 0

    private func create(object: String, key: [UInt8], holders: [String], in tx: any WriteTransaction) throws {
        guard try tx.first("SELECT holder FROM objectKey WHERE object = \(object) LIMIT 1") == nil else {
            throw StorageError(.conflict, "the object has a key already")
        }
        for holder in Set(holders).sorted() { try wrap(key, object: object, for: holder, in: tx) }
    }

    private func wrap(_ key: [UInt8], object: String, for holder: String, in tx: any WriteTransaction) throws {
        let wrapped = try seal(key, holder: holder, table: "objectKey", row: object, version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO objectKey (object, holder, wrapped) VALUES (\(object), \(holder), \(wrapped))
            ON CONFLICT (object, holder) DO NOTHING
            """
        )
    }

    private func key(of object: String, for holder: String, in tx: any ReadTransaction) throws -> [UInt8] {
        guard let row = try tx.first("SELECT wrapped FROM objectKey WHERE object = \(object) AND holder = \(holder)") else {
            throw StorageError(.notFound, "the holder does not hold this object, or its key was destroyed")
        }
        return try open(try row.get("wrapped"), holder: holder, table: "objectKey", row: object, version: 1, in: tx)
    }
}
