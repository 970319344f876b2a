import Foundation
import ParaphPDFCrypto
import ProcessTestSupport
import Testing

@testable import ParaphPDF

/// The forms among the real and hostile files that ``CorpusTests`` tells of: every field that takes a value is filled.
@Suite(.enabled(if: Corpus.exists, "there is no corpora/pdf in the shared folder; set PARAPH_SHARED to where it is"))
struct FormCorpusTests {
    private static let font = ["dejavu/DejaVuSans.ttf", "noto/NotoSans-Regular.ttf"].lazy
        .compactMap { try? Data(contentsOf: URL(fileURLWithPath: "/usr/share/fonts/truetype/" + $0)) }
        .compactMap { try? TrueTypeFont(PDFBytes([UInt8]($0))) }.first

    /// A file with every field filled.
    private struct Filled {
        var before: [UInt8]
        var after: PDFFile
        /// What is to be in each field, and whether it is shown on a page in one line.
        var values: [(name: String, value: String, isSeen: Bool)] = []
        var refused: [PDFFieldRefusal] = []
    }

    private func fill(_ path: String) throws -> Filled? {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let end = ContinuousClock.now + .seconds(600)
        guard let file = try? PDFFile(PDFBytes(bytes), ciphers: .crypto, isOutOfTime: { ContinuousClock.now > end }), !file.isLocked else {
            return nil
        }
        // Where fields cannot even be listed, nothing is filled; that reading ends is tested elsewhere.
        guard (try? file.fields().isEmpty) == false, var filler = try? PDFFormFiller(file, fonts: Self.font.map { [$0] } ?? []) else {
            return nil
        }
        var values: [(name: String, value: String, isSeen: Bool)] = []
        var refused: [PDFFieldRefusal] = []
        var seen: Set<String> = []
        for field in filler.fields where seen.insert(field.name).inserted {
            guard let (value, text) = try value(for: field, in: file) else { continue }
            if let refusal = try filler.fill(field.name, with: value) {
                refused.append(refusal)
            } else {
                values.append((field.name, text, try field.kind == .text && isSeen(field, in: file)))
            }
        }
        let update = try filler.finish()
        guard !update.isEmpty else { return Filled(before: bytes, after: file, values: values, refused: refused) }
        let whole = try bytes + update.write().appended
        #expect(whole.starts(with: bytes))
        return Filled(before: bytes, after: try PDFFile(PDFBytes(whole), ciphers: .crypto), values: values, refused: refused)
    }

    private func value(for field: PDFField, in file: PDFFile) throws -> (PDFFieldValue, String)? {
        switch field.kind {
        case .text:
            let text = String("Пример".prefix(try file.longestText(of: field) ?? 6))
            return (.text(text), text)
        case .checkbox, .radio: return try file.states(of: field).first.map { (.text($0), $0) }
        case .choice: return try file.options(of: field).first.map { (.text($0.export), $0.export) }
        default: return nil
        }
    }

    private func isSeen(_ field: PDFField, in file: PDFFile) throws -> Bool {
        guard try file.flags(of: field).isDisjoint(with: [.password, .comb, .multiline]), field.widgets.count == 1,
            let widget = try file.object(field.widgets[0]).dictionary, try file.resolve(widget["F"]).integer ?? 4 == 4,
            let box = try file.rectangle(widget["Rect"]), box.width > 60, box.height > 8, let page = widget["P"]?.reference,
            try file.resolve(file.object(page).dictionary?["Annots"]).array?.contains(.reference(field.widgets[0])) ?? false
        else { return false }
        return true
    }

    @Test(arguments: Corpus.files)
    func everyFieldIsFilledAndReadsBack(path: String) throws {
        guard let filled = try fill(path) else { return }
        for refusal in filled.refused {
            let isExpected: Bool =
                switch refusal.reason {
                case .readOnly, .locked, .xfa, .damaged, .unknown, .noGlyph, .notFillable, .needsShaping: true
                // Two fields of one name are filled together, and need not take the same.
                case .noOption, .wrongType, .tooLong, .mustBeOn, .oneLine, .signed:
                    try filled.after.fields().filter { $0.name == refusal.field }.count > 1
                }
            #expect(isExpected, "\(refusal)")
        }
        for (name, value, _) in filled.values {
            guard let field = try filled.after.fields().first(where: { $0.name == name }) else { continue }
            let text = try filled.after.valueText(of: field)
            let exports = try filled.after.buttons(of: field).first { $0.state.bytes == Array((text ?? "").utf8) }?.export
            #expect(text == value || exports == value || field.kind == .radio || field.kind == .checkbox, "\(name)")
        }
        #expect(try filled.after.pageCount() == PDFFile(PDFBytes(filled.before), ciphers: .crypto).pageCount())
    }

    @Test(.enabled(if: Judges.exist, "qpdf and pdftotext are not installed")) func judgesReadWhatWasFilled() throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).pdf")
        defer { try? FileManager.default.removeItem(at: place) }
        var (looked, found) = (0, 0)
        for path in Corpus.files {
            guard let filled = try? fill(path), !filled.values.isEmpty, filled.after.encryption == nil else { continue }
            try Data(filled.after.bytes.array).write(to: place)
            let before = try Judges.severity(of: path)
            #expect(try Judges.severity(of: place.path) <= before, "\(path)")
            guard Self.font != nil, before < 2, let sample = filled.values.first(where: { $0.isSeen && $0.value == "Пример" }) else {
                continue
            }
            looked += 1
            if try Judges.run("/usr/bin/pdftotext", [place.path, "-"]).contains(sample.value) { found += 1 }
        }
        #expect(looked > 0 || Self.font == nil)
        // Some files hide their pages or layers.
        #expect(found * 10 >= looked * 9, "\(found) of \(looked)")
    }
}

extension Judges {
    /// What qpdf says of a file: 0 for sound, 1 for warnings, 2 for errors.
    static func severity(of path: String) throws -> Int {
        [0: 0, 3: 1][try ChildProcess.run("/usr/bin/qpdf", ["--check", path]).status] ?? 2
    }
}
