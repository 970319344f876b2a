import Foundation
import ParaphPDFCrypto
import Testing

@testable import ParaphPDF

/// What the fuzzers found once is read here each time; see Fuzz/README.md.
@Suite struct FindingsTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fuzz/Findings").standardizedFileURL

    private func findings(_ target: String) throws -> [[UInt8]] {
        let place = Self.folder.appendingPathComponent(target)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place.path) else { return [] }
        return try names.sorted().map { [UInt8](try Data(contentsOf: place.appendingPathComponent($0))) }
    }

    @Test func findingsOfFilesAreHarmless() throws {
        for bytes in try findings("PDFFile") + findings("PDFSyntax") {
            guard let file = try? PDFFile(PDFBytes(bytes), ciphers: .crypto) else { continue }
            _ = try? file.pages()
            _ = try? file.signatures()
            _ = try? file.revisions()
            for number in file.sections.first?.numbers ?? [] {
                if let stream = (try? file.object(PDFReference(number)))?.stream { _ = try? file.decoded(stream) }
            }
            var update = PDFUpdate(file)
            let reference = update.add(.integer(7))
            guard !file.isLocked else { continue }
            let whole = PDFBytes(bytes + (try update.write().appended))
            #expect(try PDFFile(whole, ciphers: .crypto).object(reference) == .integer(7))
        }
    }

    @Test func findingsOfFiltersAreHarmless() throws {
        let filters: [StaticString] = ["FlateDecode", "LZWDecode", "ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode"]
        for bytes in try findings("PDFFilters") {
            for name in filters {
                let decoded = try? FilterParameters(PDFName(name), nil).decode(
                    PDFBytes(bytes),
                    limit: 1 << 20,
                    budget: PDFBudget(steps: 1 << 22)
                )
                #expect((decoded?.bytes.count ?? 0) <= 1 << 20)
            }
        }
    }
}
