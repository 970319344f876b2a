import ParaphStorage
import ServerKit

/// Finds what mails with files carry, when those leave.
struct FileAttachments: AttachmentSource {
    static let name = "files"

    var name: String { Self.name }
    private let database: any Database
    private let store: FileStore
    private let contents: FileContents

    /// Reads from where files are kept.
    init(environment: FilesEnvironment) {
        database = environment.database
        store = environment.store
        contents = environment.contents
    }

    /// The bytes of the version that a mail was sent with; `nil` where the file was deleted since.
    func bytes(of reference: String) async throws -> [UInt8]? {
        let parts = try await database.read { [store] tx -> [FilePart]? in
            let (id, number) = Self.parts(of: reference)
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
