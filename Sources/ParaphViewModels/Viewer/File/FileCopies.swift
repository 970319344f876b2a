import Crypto
import Foundation
import ParaphClient
import ParaphEncoding
import ParaphWire

/// The versions of the server's files that were shown here, so that they are shown again without a connection.
actor FileCopies {
    private let folder: URL

    init(in folder: URL) { self.folder = folder }

    /// Brings a version, unless it is here; earlier ones go.
    ///
    /// - Throws: ``ClientError``, as downloading does.
    func bring(_ file: StoredFile, _ client: ParaphClient, progress: @escaping @Sendable (Int) -> Void) async throws -> URL {
        guard let hash = file.hash else { throw ClientError(.differs, "the file is not on the server whole yet") }
        let url = place(of: file, hash)
        if FileManager.default.fileExists(atPath: url.path) { return url }
        let version = url.deletingLastPathComponent()
        try making(version)
        try await client.files.download(file, to: url, progress: progress)
        let others =
            (try? FileManager.default.contentsOfDirectory(at: version.deletingLastPathComponent(), includingPropertiesForKeys: nil)) ?? []
        for other in others where other.lastPathComponent != version.lastPathComponent { try? FileManager.default.removeItem(at: other) }
        return url
    }

    /// Where a version is, if it is here.
    func find(_ file: StoredFile) -> URL? {
        guard let hash = file.hash else { return nil }
        let url = place(of: file, hash)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// The bytes of a version, with their hash.
    func content(of url: URL) throws -> (bytes: [UInt8], hash: String) {
        let source = try FileSource(url)
        let bytes = try source.read(0..<source.size)
        return (bytes, Hexadecimal.encode(SHA256.hash(data: bytes)))
    }

    /// A version lies under its file's name, for sharing.
    private func place(of file: StoredFile, _ hash: String) -> URL {
        let name = String(file.name.drop { $0 == "." }).replacing("/", with: "_")
        let shown = name.isEmpty ? "Document.pdf" : name.lowercased().hasSuffix(".pdf") ? name : "\(name).pdf"
        return folder.appending(path: file.id).appending(path: hash).appending(path: Self.short(shown))
    }

    /// File systems take 255 bytes, and a draft has more in its name.
    private static func short(_ name: String) -> String {
        var stem = name.dropLast(4)
        while stem.utf8.count > 150 { stem = stem.dropLast() }
        return "\(stem).pdf"
    }

    private func making(_ folder: URL) throws {
        do {
            let permissions: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: permissions)
        } catch {
            throw ClientError(.storage, "no folder can be made for copies", cause: error)
        }
    }
}
