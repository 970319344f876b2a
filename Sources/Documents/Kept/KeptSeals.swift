import ParaphStorage

/// What is sealed of a kept document by its own key: the people of its versions and the keys of its parts; its name by a key that goes with it.
///
/// The key goes with the document, so that neither a blob that is still to be swept nor an old backup tells anything of it.
struct KeptSeals: Sendable {
    let keys: KeyRing

    /// Gives a new document its key.
    func create(_ keptID: String, in tx: any WriteTransaction) throws {
        try keys.create(holder: Self.holder(keptID), in: tx)
    }

    /// Destroys a document's key.
    func destroy(_ keptID: String, in tx: any WriteTransaction) throws {
        try keys.destroy(holder: Self.holder(keptID), in: tx)
    }

    /// Whether a document has its key still: a backup may bring rows back whose key was destroyed since.
    func isThere(_ keptID: String, in tx: any ReadTransaction) throws -> Bool {
        try keys.holds(Self.holder(keptID), in: tx)
    }

    /// Seals a name by a key of its own, and shreds the name before.
    func sealName(_ name: String, number: Int, keptID: String, in tx: any WriteTransaction) throws -> [UInt8] {
        let (object, holder) = (Self.nameObject(keptID), Self.holder(keptID))
        try keys.renew(object: object, holders: [holder], in: tx)
        return try keys.seal(Array(name.utf8), object: object, holder: holder, table: Self.documents, row: keptID, version: number, in: tx)
    }

    func openName(_ sealed: [UInt8], number: Int, keptID: String, in tx: any ReadTransaction) throws -> String {
        let (object, holder) = (Self.nameObject(keptID), Self.holder(keptID))
        let bytes = try keys.open(sealed, object: object, holder: holder, table: Self.documents, row: keptID, version: number, in: tx)
        return String(decoding: bytes, as: UTF8.self)
    }

    func sealPerson(_ name: String, number: Int, keptID: String, in tx: any ReadTransaction) throws -> [UInt8] {
        let row = "\(keptID)/\(number)"
        return try keys.seal(Array(name.utf8), holder: Self.holder(keptID), table: "keptVersion", row: row, version: 1, in: tx)
    }

    func openPerson(_ sealed: [UInt8], number: Int, keptID: String, in tx: any ReadTransaction) throws -> String {
        let row = "\(keptID)/\(number)"
        let bytes = try keys.open(sealed, holder: Self.holder(keptID), table: "keptVersion", row: row, version: 1, in: tx)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Seals a part's key and digest for one part of one document.
    func sealSecret(_ secret: KeptPart.Secret, number: Int, keptID: String, in tx: any ReadTransaction) throws -> [UInt8] {
        let bytes = secret.key.bytes + secret.digest
        return try keys.seal(bytes, holder: Self.holder(keptID), table: "keptPart", row: "\(keptID)/\(number)", version: 1, in: tx)
    }

    /// Opens the secrets of some parts by their numbers; the document's key is looked up once.
    func openSecrets(_ sealed: [(number: Int, bytes: [UInt8])], keptID: String, in tx: any ReadTransaction) throws -> [KeptPart.Secret] {
        let rows = sealed.map { (row: "\(keptID)/\($0.number)", version: 1, bytes: $0.bytes) }
        return try keys.open(rows, holder: Self.holder(keptID), table: "keptPart", in: tx).map { bytes in
            KeptPart.Secret(key: try ContentKey(bytes: Array(bytes.prefix(32))), digest: Array(bytes.dropFirst(32)))
        }
    }

    private static let documents = "keptDocument"

    /// The key ring's name for a document's name.
    private static func nameObject(_ keptID: String) -> String { "keptName/\(keptID)" }

    private static func holder(_ keptID: String) -> String { "kept/\(keptID)" }
}
