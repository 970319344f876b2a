import Foundation

/// Puts every mail into a folder as `NUMBER-ID.eml`, for tests and for instances that have no mail server yet.
///
/// A file appears at once and whole. A mail that is sent twice is there once, as the receiver's program would show it.
public struct MailFolder: MailTransport {
    private let folder: URL

    /// Names the folder; it is made, readable by its owner only, with the first mail.
    public init(path: String) {
        folder = URL(filePath: path, directoryHint: .isDirectory)
    }

    public func send(_ message: MailMessage) async throws {
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let identifier = message.identifier.prefix { $0 != "@" }
        let names = try files.contentsOfDirectory(atPath: folder.path)
        if names.contains(where: { $0.hasSuffix("-\(identifier).eml") }) { return }
        let part = folder.appending(path: ".\(identifier).part")
        guard files.createFile(atPath: part.path, contents: Data(message.bytes), attributes: [.posixPermissions: 0o600]) else {
            throw MailError(.unreachable, "the mail folder cannot be written to; check its permissions and that the disk has room")
        }
        try files.moveItem(at: part, to: folder.appending(path: "\(Self.number())-\(identifier).eml"))
    }

    /// Microseconds of the machine's clock, so that names sort in the order of sending.
    private static func number() -> Int64 {
        Int64(Date().timeIntervalSince1970 * 1_000_000)
    }
}
