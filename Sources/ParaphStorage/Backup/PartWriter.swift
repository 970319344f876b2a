import Crypto
import Foundation
import ParaphEncoding

/// Writes one file of a backup, and its hash with it.
final class PartWriter {
    private let file: File
    private let name: String
    private let fileName: String
    private var hash = SHA256()
    private var buffer: [UInt8] = []
    private var bytes = 0
    private var count = 0
    private static let bufferLength = 1 << 20

    init(name: String, fileName: String, folder: String) throws {
        self.name = name
        self.fileName = fileName
        file = try File("\(folder)/\(fileName)", O_WRONLY | O_CREAT | O_TRUNC)
    }

    func write(row: [DatabaseValue]) throws {
        RowCodec.append(row, to: &buffer)
        count += 1
        if buffer.count >= Self.bufferLength { try flush() }
    }

    func write(line: String) throws {
        buffer += Array(line.utf8) + [0x0A]
        count += 1
        if buffer.count >= Self.bufferLength { try flush() }
    }

    /// Ends the file, and waits until it is on the disk.
    func finish(_ end: [UInt8] = []) throws -> BackupManifest.Part {
        buffer += end
        try flush()
        try file.sync()
        return .init(name: name, file: fileName, count: count, bytes: bytes, sha256: Hexadecimal.encode(hash.finalize()))
    }

    private func flush() throws {
        try file.write(buffer)
        hash.update(data: buffer)
        bytes += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}

extension BackupManifest.Part {
    /// Compares the file with what the manifest says.
    ///
    /// - Throws: ``StorageError`` of code `corrupt`.
    func check(in folder: String) throws {
        let damaged = StorageError(.corrupt, "the backup's \(file) is missing, cut short or damaged; take another backup")
        guard !file.contains("/"), file != "..", let opened = try? File("\(folder)/\(file)", O_RDONLY) else { throw damaged }
        guard try Int(opened.status().st_size) == bytes else { throw damaged }
        var hash = SHA256()
        var offset = 0
        while offset < bytes {
            let piece = try opened.read(at: offset, count: min(1 << 20, bytes - offset))
            guard !piece.isEmpty else { throw damaged }
            hash.update(data: piece)
            offset += piece.count
        }
        guard Hexadecimal.encode(hash.finalize()) == sha256 else { throw damaged }
    }

    /// The rows of the part.
    func rows(kinds: [DatabaseValue.Kind], in folder: String) throws -> RowCodec.Reader {
        let opened = try File("\(folder)/\(file)", O_RDONLY)
        var offset = 0
        return RowCodec.Reader(kinds: kinds) { count in
            let piece = try opened.read(at: offset, count: count)
            offset += piece.count
            return piece
        }
    }
}
