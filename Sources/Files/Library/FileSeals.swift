import ParaphStorage
import ParaphWire

/// What is sealed of a file by its own key: the people of its versions and the keys of its parts; its name by a key that goes with it.
///
/// The key goes with the file, so that neither a blob that is still to be swept nor an old backup tells anything of it.
struct FileSeals: Sendable {
    let keys: KeyRing

    /// Gives a new file its key.
    func create(_ fileID: String, in tx: any WriteTransaction) throws {
        try keys.create(holder: Self.holder(fileID), in: tx)
    }

    /// Destroys a file's key.
    func destroy(_ fileID: String, in tx: any WriteTransaction) throws {
        try keys.destroy(holder: Self.holder(fileID), in: tx)
    }

    /// Whether a file has its key still: a backup may bring rows back whose key was destroyed since.
    func isThere(_ fileID: String, in tx: any ReadTransaction) throws -> Bool {
        try keys.holds(Self.holder(fileID), in: tx)
    }

    /// Seals a name by a key of its own, and shreds the name before.
    func sealName(_ name: String, number: Int, fileID: String, in tx: any WriteTransaction) throws -> [UInt8] {
        let (object, holder) = (Self.nameObject(fileID), Self.holder(fileID))
        try keys.renew(object: object, holders: [holder], in: tx)
        return try keys.seal(Array(name.utf8), object: object, holder: holder, table: Self.files, row: fileID, version: number, in: tx)
    }

    func openName(_ sealed: [UInt8], number: Int, fileID: String, in tx: any ReadTransaction) throws -> String {
        let (object, holder) = (Self.nameObject(fileID), Self.holder(fileID))
        let bytes = try keys.open(sealed, object: object, holder: holder, table: Self.files, row: fileID, version: number, in: tx)
        return String(decoding: bytes, as: UTF8.self)
    }

    func sealPerson(_ name: String, number: Int, fileID: String, in tx: any ReadTransaction) throws -> [UInt8] {
        let row = "\(fileID)/\(number)"
        return try keys.seal(Array(name.utf8), holder: Self.holder(fileID), table: "fileVersion", row: row, version: 1, in: tx)
    }

    func openPerson(_ sealed: [UInt8], number: Int, fileID: String, in tx: any ReadTransaction) throws -> String {
        let row = "\(fileID)/\(number)"
        let bytes = try keys.open(sealed, holder: Self.holder(fileID), table: "fileVersion", row: row, version: 1, in: tx)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Seals a part's key and digest for one part of one file.
    func sealSecret(_ secret: FilePart.Secret, number: Int, fileID: String, in tx: any ReadTransaction) throws -> [UInt8] {
        let bytes = secret.key.bytes + secret.digest
        return try keys.seal(bytes, holder: Self.holder(fileID), table: "filePart", row: "\(fileID)/\(number)", version: 1, in: tx)
    }

    /// Opens the secrets of some parts by their numbers; the file's key is looked up once.
    func openSecrets(_ sealed: [(number: Int, bytes: [UInt8])], fileID: String, in tx: any ReadTransaction) throws -> [FilePart.Secret] {
        let rows = sealed.map { (row: "\(fileID)/\($0.number)", version: 1, bytes: $0.bytes) }
        return try keys.open(rows, holder: Self.holder(fileID), table: "filePart", in: tx).map { bytes in
            FilePart.Secret(key: try ContentKey(bytes: Array(bytes.prefix(32))), digest: Array(bytes.dropFirst(32)))
        }
    }

    /// Seals who may send a file's pieces, and until when.
    func sealUpload(by personID: String, until end: Timestamp, fileID: String, in tx: any ReadTransaction) throws -> [UInt8] {
        let text = "\(end.milliseconds) \(personID)"
        return try keys.seal(Array(text.utf8), holder: Self.holder(fileID), table: Self.uploads, row: fileID, version: 1, in: tx)
    }

    /// Who may send a file's pieces, and until when; `nil` for what was sealed for none of them.
    func openUpload(_ sealed: [UInt8], fileID: String, in tx: any ReadTransaction) throws -> (personID: String, end: Timestamp)? {
        guard try isThere(fileID, in: tx),
            let bytes = try? keys.open(sealed, holder: Self.holder(fileID), table: Self.uploads, row: fileID, version: 1, in: tx)
        else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let end = Int64(parts[0]) else { return nil }
        return (String(parts[1]), Timestamp(milliseconds: end))
    }

    private static let files = "file"
    /// No table: what is sealed by this name is kept by who uploads.
    private static let uploads = "fileUpload"

    /// The key ring's name for a file's name.
    private static func nameObject(_ fileID: String) -> String { "fileName/\(fileID)" }

    private static func holder(_ fileID: String) -> String { "file/\(fileID)" }
}
