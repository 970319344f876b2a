public import Logging
public import ParaphStorage
public import ServerKit

/// Finds what mails with files carry, when those leave.
public struct FileAttachments: Sendable {
    private let database: any Database
    private let store: FileStore
    private let contents: FileContents

    /// Reads from where files are kept.
    public init(
        database: any Database,
        keys: KeyRing,
        blobs: any BlobStore,
        time: any TimeSource,
        logger: Logger
    ) {
        self.database = database
        store = FileStore(seals: FileSeals(keys: keys))
        contents = FileContents(database: database, blobs: blobs, time: time, logger: logger)
    }

    /// The bytes of the version that a mail was sent with; `nil` where the file was deleted since, be it in the trash.
    public func bytes(of reference: String) async throws -> [UInt8]? {
        let parts = try await database.read { [store] tx -> [FilePart]? in
            let (id, number) = Self.parts(of: reference)
            guard try store.find(id, in: tx) != nil else { return nil }
            return try store.version(number, of: id, in: tx).map { try store.parts(of: $0, in: tx) }
        }
        guard let parts else { return nil }
        return try await contents.bytes(of: parts)
    }

    /// What a version of a file is found by.
    static func reference(_ version: FileVersion) -> String { "\(version.fileID)/\(version.number)" }

    private static func parts(of reference: String) -> (id: String, number: Int) {
        let parts = reference.split(separator: "/", maxSplits: 1)
        return (parts.first.map(String.init) ?? "", parts.last.flatMap { Int($0) } ?? 0)
    }
}
