import ParaphStorage
import ParaphWire
import ServerKit

/// What this domain ends that no restore may bring back: a reader's place in a file, which the owner or the reader ended.
extension ErasureKind {
    static let fileReader = ErasureKind("fileReader", memory: whileBackupsAreUsed)
    static let fileLeaver = ErasureKind("fileLeaver", memory: whileBackupsAreUsed)

    static let files: [ErasureKind] = [.fileReader, .fileLeaver]

    /// How lists of erasures name a reader of a file.
    static func reader(_ personID: String, of fileID: String) -> String { "\(fileID)/\(personID)" }
}

extension FileStore {
    /// Takes those readers out again whose place ended since a backup.
    ///
    /// - Returns: how many there were.
    func endReaders(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> Int {
        try restore.erasures.count { erasure in
            let (at, parts) = (Timestamp(milliseconds: erasure.at), erasure.id.split(separator: "/").map(String.init))
            guard at >= restore.backupAt, parts.count == 2 else { return false }
            switch erasure.kind {
            case ErasureKind.fileReader.rawValue: return try removeReader(parts[1], from: parts[0], at: at, in: tx)
            case ErasureKind.fileLeaver.rawValue: return try leave(parts[0], by: parts[1], at: at, in: tx)
            default: return false
            }
        }
    }
}
