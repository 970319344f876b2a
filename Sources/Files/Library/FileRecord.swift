import ParaphStorage
import ParaphWire
import ServerKit

/// A file that is kept here, as the table `file` has it, with its name opened.
struct FileRecord: Hashable, Sendable {
    /// 128 random bits in hexadecimal; not the id of the registry.
    let id: String
    let ownerID: String
    let name: String
    /// How often it was named: what the sealed name hangs on.
    let nameNumber: Int
    /// The bytes of the newest version, or of the file that is on its way.
    let size: Int
    /// How many of them are here.
    let received: Int
    let partCount: Int
    /// The number of the newest version; 0 while the file is on its way.
    let version: Int
    /// The registry's id of the document that the file is; `nil` until it was signed.
    let documentID: String?
    let createdAt: Timestamp
    let changedAt: Timestamp

    /// Whether all of it is here.
    var isComplete: Bool { version > 0 }

    /// What a file of it is called: the name, with `.pdf` behind it where it ends in something else; at most 255 bytes.
    var fileName: String {
        if name.lowercased().hasSuffix(".pdf") { return name }
        var stem = name
        while stem.utf8.count > 251 { stem.removeLast() }
        return stem + ".pdf"
    }

    /// A file that is announced, and of which nothing is here.
    init(ownerID: String, name: String, size: Int, at now: Timestamp) {
        id = Identifier.random()
        self.ownerID = ownerID
        self.name = name
        nameNumber = 1
        self.size = size
        received = 0
        partCount = 0
        version = 0
        documentID = nil
        createdAt = now
        changedAt = now
    }

    init(row: Row, seals: FileSeals, in tx: any ReadTransaction) throws {
        id = try row.get("id")
        ownerID = try row.get("ownerId")
        nameNumber = try row.get("nameNumber")
        name = try seals.openName(try row.get("sealedFileName"), number: nameNumber, fileID: id, in: tx)
        size = try row.get("size")
        received = try row.get("received")
        partCount = try row.get("partCount")
        version = try row.get("version")
        documentID = try row.find("documentId")
        createdAt = try row.timestamp("createdAt")
        changedAt = try row.timestamp("changedAt")
    }
}
