import Foundation
import ParaphPDF
import ParaphPDFCrypto

/// A PDF file that a command reads.
enum PDFInput {
    /// The longest file that is read, in bytes.
    private static let longest = 2 << 30
    /// How long reading may take: four seconds, and a second more for each 100 MB.
    private static func patience(_ count: Int) -> Duration { .seconds(4 + count / 100_000_000) }

    /// The bytes of a file.
    ///
    /// They are read, not mapped: a mapped file that another program shortens would end this one.
    static func bytes(at path: String) throws -> PDFBytes {
        let unreadable = Refusal("\(path) cannot be read; check that it exists and that you may read it.")
        guard let handle = try? FileHandle(forReadingFrom: URL(filePath: path)) else { throw unreadable }
        defer { try? handle.close() }
        guard let size = try? handle.seekToEnd(), (try? handle.seek(toOffset: 0)) != nil else { throw unreadable }
        guard size <= UInt64(longest) else { throw Refusal("\(path) is longer than \(longest) bytes; it is not what this command reads.") }
        // In pieces, so that the file is not in memory twice.
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, Int(size)), alignment: 16)
        var count = 0
        do {
            while count < Int(size), let piece = try handle.read(upToCount: min(1 << 20, Int(size) - count)), !piece.isEmpty {
                piece.copyBytes(to: UnsafeMutableRawBufferPointer(rebasing: memory[count...]))
                count += piece.count
            }
        } catch {
            memory.deallocate()
            throw unreadable
        }
        return PDFBytes(borrowing: UnsafeRawBufferPointer(rebasing: memory[..<count]), release: { memory.deallocate() })
    }

    /// Opens a file with a password, and says in a sentence what is wrong with one that cannot be opened.
    static func file(at path: String, password: String?) throws -> PDFFile {
        let bytes = try bytes(at: path)
        guard bytes.count > 0 else { throw Refusal("\(path) is empty: there is no PDF in it.") }
        let end = ContinuousClock.now + patience(bytes.count)
        do throws(PDFError) {
            return try PDFFile(bytes, password: Array((password ?? "").utf8), ciphers: .crypto, isOutOfTime: { ContinuousClock.now > end })
        } catch  where error.code == .notPDF {
            throw Refusal(
                "\(path) is not a PDF: it begins \(FileBeginning((0..<min(bytes.count, FileBeginning.length)).map { bytes[$0] }))."
            )
        } catch {
            throw Refusal("\(path): \(error)")
        }
    }

    /// Runs work on a file, and tells of what is wrong with the file in a sentence.
    static func explaining<Value>(_ path: String, _ work: () throws(PDFError) -> Value) throws -> Value {
        do throws(PDFError) {
            return try work()
        } catch {
            throw Refusal("\(path): \(error)\(advice(on: error))")
        }
    }

    /// What to do about an error of a file that is to be changed, behind its own sentence.
    static func advice(on error: (any Error)?) -> String {
        guard let error = error as? PDFError, error.code == .ambiguous else { return "" }
        return " Write it anew by `paraph pdf clean`, look at the copy, and use that."
    }
}
