import Foundation
import ParaphPDFCrypto
import ProcessTestSupport
import Testing

@testable import ParaphPDF

/// Real and hostile files of many makers, which are not part of the project.
///
/// They lie in `corpora/pdf` of the shared folder (`PARAPH_SHARED`, else `../shared`). A tenth of them is read, always the same, unless
/// `PARAPH_FULL` is 1.
@Suite(.enabled(if: Corpus.exists, "there is no corpora/pdf in the shared folder; set PARAPH_SHARED to where it is"))
struct CorpusTests {
    /// No file may take longer, in seconds; the budget of steps ends most attacks long before.
    private static let patience = 5

    @Test(arguments: Corpus.files)
    func aFileIsReadWithoutHarm(path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let end = ContinuousClock.now + .seconds(Self.patience)
        let file: PDFFile
        do {
            file = try PDFFile(PDFBytes(bytes), ciphers: .crypto, isOutOfTime: { ContinuousClock.now > end })
        } catch {
            #expect(error.code != .outOfTime)
            return
        }
        _ = try? file.pages()
        _ = try? file.fields()
        _ = try? file.signatures()
        var isOutOfTime = false
        for number in file.sections.first?.numbers ?? [] {
            do throws(PDFError) {
                if let stream = try file.object(PDFReference(number)).stream { _ = try file.decoded(stream) }
            } catch {
                isOutOfTime = isOutOfTime || error.code == .outOfTime
            }
        }
        #expect(!isOutOfTime)
        let revisions = (try? file.revisions()) ?? []
        for revision in revisions { #expect(file.bytes(of: revision).count == revision.length) }
    }

    @Test(arguments: Corpus.files)
    func whatIsAppendedIsReadBack(path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        guard let file = try? PDFFile(PDFBytes(bytes), ciphers: .crypto), !file.isLocked, let pages = try? file.pageCount() else { return }
        var update = (try? PDFUpdate(file)) ?? PDFUpdate(unwritten: file)
        let reference = update.add(.string(PDFString(Array("appended".utf8))))
        let whole = try bytes + update.write().appended
        #expect(whole.starts(with: bytes))
        let again = try PDFFile(PDFBytes(whole), ciphers: .crypto)
        #expect(try again.object(reference).string?.bytes == Array("appended".utf8))
        #expect(try again.pageCount() == pages)
        // A file that has no pages is damaged whatever is appended.
        if pages > 0 { #expect(again.sections.first?.kind != .repaired) }
    }

    @Test(.enabled(if: Judges.exist, "qpdf and pdfinfo are not installed")) func pagesCountAsTheJudgesSay() throws {
        var agreed = 0
        for path in Corpus.files {
            guard let wanted = try Judges.pages(of: path) else { continue }
            agreed += 1
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let pages = try? PDFFile(PDFBytes(bytes), ciphers: .crypto).pageCount()
            #expect(pages == wanted, "\(path)")
        }
        #expect(agreed * 10 >= Corpus.files.count * 8)
    }
}

/// The files.
enum Corpus {
    static let folder: URL = {
        let shared = ProcessInfo.processInfo.environment["PARAPH_SHARED"].map { URL(fileURLWithPath: $0) }
        let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardizedFileURL
        return (shared ?? root.appendingPathComponent("../shared").standardizedFileURL).appendingPathComponent("corpora/pdf")
    }()
    static let exists = FileManager.default.fileExists(atPath: folder.path)
    static let files: [String] = {
        let isFull = ProcessInfo.processInfo.environment["PARAPH_FULL"] == "1"
        let names = (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []).filter {
            $0.hasSuffix(".pdf")
        }.sorted()
        return names.enumerated().filter { isFull || $0.offset % 10 == 3 }.map { folder.appendingPathComponent($0.element).path }
    }()
}

/// Programs whose page counts decide where they agree.
enum Judges {
    static let exist =
        FileManager.default.isExecutableFile(atPath: "/usr/bin/qpdf") && FileManager.default.isExecutableFile(atPath: "/usr/bin/pdfinfo")

    static func pages(of path: String) throws -> Int? {
        let first = Int(try run("/usr/bin/qpdf", ["--show-npages", path]).trimmingCharacters(in: .whitespacesAndNewlines))
        let line = try run("/usr/bin/pdfinfo", [path]).split(separator: "\n").first { $0.hasPrefix("Pages:") }
        let second = line.flatMap { Int($0.dropFirst(6).trimmingCharacters(in: .whitespaces)) }
        return first == second ? first : nil
    }

    static func run(_ program: String, _ arguments: [String]) throws -> String {
        try ChildProcess.run(program, arguments).output
    }
}
