import Foundation
import ParaphPAdES
import ParaphPDF

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Where a command writes a PDF.
enum PDFOutput {
    /// Writes a signed document whole or not at all, and so that a power cut does not take it away again; to standard output for `-`.
    static func write(_ document: SignedDocument, to path: String) throws {
        let refusal = Refusal("\(path) cannot be written; check that its folder exists, that you may write there and that there is room.")
        if path == "-" {
            guard write(document, to: STDOUT_FILENO) else { throw refusal }
            return
        }
        let folder = (path as NSString).deletingLastPathComponent
        let temporary = path + ".\(UInt64.random(in: .min ... .max)).part"
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode(of: path))
        guard file >= 0 else { throw refusal }
        let isWritten = write(document, to: file) && fsync(file) == 0
        guard close(file) == 0, isWritten, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw refusal
        }
        // The name lasts once the folder does; where a file system cannot say so, the file itself is safe.
        let names = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        if names >= 0 {
            fsync(names)
            close(names)
        }
    }

    /// The permissions of the file that is replaced, else what the user's mask leaves.
    private static func mode(of path: String) -> mode_t {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return mode_t(truncatingIfNeeded: (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0o666) & 0o777
    }

    private static func write(_ document: SignedDocument, to file: Int32) -> Bool {
        document.original.withBytes { write(UnsafeRawBufferPointer($0), to: file) }
            && document.appended.withUnsafeBytes { write($0, to: file) }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Bool {
        var place = 0
        while place < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
            #if canImport(Glibc)
            let written = Glibc.write(file, rest.baseAddress, rest.count)
            #else
            let written = Darwin.write(file, rest.baseAddress, rest.count)
            #endif
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            place += written
        }
        return true
    }
}
