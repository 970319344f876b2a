import Foundation
import Testing

@testable import ParaphPDF

/// What is filled in after a signature with a font that this module embeds is judged by what it says; every other font can show anything.
@Suite struct KnownFontsTests {
    private typealias Change = (inout FilledUpdate) throws -> Void

    /// The verdict on a text field that was filled in with a font, after a test changed what the update writes.
    private func verdict(
        _ value: String = "AЖ",
        entries: String = "/FT/Tx/T(a)",
        knowing fonts: [TrueTypeFont]? = nil,
        _ change: Change = { _ in }
    ) throws -> PDFChanges {
        let font = try TestFont().open()
        var filled = try FilledUpdate(TestForm([entries]), "a", .text(value), font)
        try change(&filled)
        return try filled.changes(knowing: fonts ?? [font])
    }

    /// Expects that what was changed is not believed any more.
    private func expectSuspected(_ change: Change, _ location: SourceLocation = #_sourceLocation) throws {
        let changes = try verdict("AЖ", change)
        #expect(changes.verdict >= .suspicious, "\(changes.items)", sourceLocation: location)
    }

    @Test func aFontThatIsEmbeddedHereShowsWhatItSays() throws {
        #expect(try verdict().verdict == .allowed)
        #expect(try verdict("Ж A ЖA").verdict == .allowed)
        let unknown = try verdict(knowing: [])
        #expect(unknown.verdict == .suspicious && unknown.items.contains { $0.kind == .font })
        var other = TestFont()
        other.tables["glyf"]?[15] = 99
        #expect(try verdict(knowing: [other.open()]).verdict == .suspicious)
        #expect(try verdict(knowing: [other.open(), TestFont().open()]).verdict == .allowed)
    }

    @Test(arguments: ["/Ff 4096", "/Ff 16777216/MaxLen 4", "/Q 2", "/DA(/Helv 9 Tf 0 0 1 rg)", "/MK<</BG[.9]/BC[0]>>"])
    func fieldsOfAllKindsAreJudgedByIt(entries: String) throws {
        #expect(try verdict("ЖA", entries: "/FT/Tx/T(a)\(entries)").verdict == .allowed)
    }

    @Test func whatIsAskedAnewIsJudgedAnew() throws {
        let font = try TestFont().open()
        let history = try PDFHistory(FilledUpdate(TestForm(["/FT/Tx/T(a)"]), "a", .text("Ж"), font).open())
        #expect(try history.changes(since: history.revisions[0]).verdict == .suspicious)
        history.fonts = [font]
        #expect(try history.changes(since: history.revisions[0]).verdict == .allowed)
    }

    @Test func anotherOutlineIsNoLetterOfTheFont() throws {
        try expectSuspected {
            try $0.changeProgram { program in
                let glyf = try #require(TrueTypeTests.tables(of: program)["glyf"])
                let place = try #require(PDFBytes(program).first("glyf", from: 0).flatMap { PDFBytes(program).u32($0 + 8) })
                #expect(glyf.count > 20)
                program[place + 19] ^= 1
            }
        }
        // The outlines of two letters one for the other.
        try expectSuspected {
            let font = try TestFont().open()
            try $0.changeProgram { $0 = try font.subset([0, 2, 1]) }
        }
        try expectSuspected { try $0.changeProgram { $0.append(0) } }
    }

    @Test func aMapThatSaysOtherLettersIsNotBelieved() throws {
        // The letters one for the other, in the map and in what the field holds.
        try expectSuspected {
            try $0.change("ToUnicode") { map in
                let text = String(decoding: map, as: UTF8.self).replacing("<0041>", with: "<>").replacing("<0416>", with: "<0041>")
                map = Array(text.replacing("<>", with: "<0416>").utf8)
            }
            $0.set("V", "<FEFF04160041>")
        }
        // A word of the map that another reader takes for one of its letters.
        try expectSuspected {
            try $0.change("ToUnicode") {
                $0 = Array(
                    String(decoding: $0, as: UTF8.self).replacing("endcmap", with: "1 beginbfchar <0001> <0416> endbfchar endcmap").utf8
                )
            }
        }
    }

    /// Entries that replace or join those of the font (0), its descendant (1), its descriptor (2), its program (3) or its map (4).
    @Test(arguments: [
        (1, "/W[0[500 600 600]]"), (1, "/W[0[500 600]]"), (1, "/DW 500"), (1, "/DW2[880 -500]"), (1, "/W2[1[-500 0 0]]"),
        (1, "/CIDToGIDMap 5 0 R"), (1, "/Subtype/CIDFontType0"), (1, "/BaseFont/Other"),
        (1, "/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 0>>"),
        (0, "/Encoding/Identity-V"), (0, "/Encoding/UniGB-UCS2-H"), (0, "/Encoding 5 0 R"), (0, "/Subtype/TrueType"),
        (0, "/BaseFont/ABCDEF+Font"), (0, "/CharProcs<<>>"), (0, "/Widths[1]"), (0, "/Name/F1"),
        (2, "/FontFile3 5 0 R"), (2, "/FontFile 5 0 R"), (2, "/Flags 32"), (2, "/CIDSet 5 0 R"), (2, "/Ascent 1"),
        (2, "/FontBBox[0 0 1 1]"), (2, "/MissingWidth 0"),
        (3, "/Length1 10"), (3, "/Subtype/OpenType"), (3, "/F(other)"), (4, "/UseCMap/Identity-H"), (4, "/WMode 1"),
    ])
    func aFontWithOtherEntriesIsNotKnown(part: Int, entries: String) throws {
        let changes = try verdict { filled in try filled.setEntries(entries, ofPart: part) }
        #expect(changes.verdict >= .suspicious, "\(entries)")
    }

    @Test func aSecondDescendantOrOneWithinTheFontIsNotKnown() throws {
        try expectSuspected { filled in
            let below = try #require(filled.dictionary(0)["DescendantFonts"]?.array?.first)
            filled.set(.array([below, below]), "DescendantFonts", ofPart: 0)
        }
        try expectSuspected { filled in filled.set(.array([.dictionary(try filled.dictionary(1))]), "DescendantFonts", ofPart: 0) }
    }

    @Test func aProgramThatReadersDecodeInDifferentWaysIsNotKnown() throws {
        try expectSuspected { try $0.recode(3, cutting: 4) }
        try expectSuspected { try $0.setEntries("/DecodeParms<</Predictor 1>>", ofPart: 3) }
        try expectSuspected { try $0.setEntries("/Filter[/FlateDecode]", ofPart: 3) }
        try expectSuspected { try $0.recode(3, appending: [0]) }
    }

    @Test func whatIsShownMustBeWhatTheFieldHolds() throws {
        for value in ["<FEFF04160416>", "(A)", "()", "<FEFF004104160041>"] {
            try expectSuspected { $0.set("V", value) }
        }
        for content in ["<0001000200>", "<00010002> Tj <00>", "<0001> Tj <0000>", "<00010002> Tj <0003>", "<0002> Tj <0001>"] {
            try expectSuspected { try $0.changeContent { $0.replacing(/<[0-9A-F]+>/, with: content) } }
        }
        let same = try verdict { try $0.changeContent { $0.replacing(/<[0-9A-F]+> Tj/, with: "<00010002> Tj") } }
        #expect(same.verdict == .allowed, "\(same.items)")
    }

    /// The signed file may have been prepared: what it says of a font is read by each program in its own way.
    @Test func aFontThatWasThereWhenItWasSignedIsNotKnown() throws {
        let font = try TestFont().open()
        let prepared = try FilledUpdate(TestForm(["/FT/Tx/T(a)", "/FT/Tx/T(b)"]), "a", .text("AЖ"), font)
        let signed = try prepared.written()
        let file = try PDFFile(PDFBytes(signed))
        // The second field shows what the first one does, with the font that is there.
        var update = try PDFUpdate(file)
        let (first, second) = (try #require(try file.field("a")), try #require(file.field("b")?.widgets.first))
        var shown = try #require(file.object(second).dictionary)
        shown["AP"] = first["AP"]
        shown["V"] = first["V"]
        update.set(.dictionary(shown), for: second)
        let history = try PDFHistory(PDFFile(PDFBytes(signed + update.write().appended)), fonts: [font])
        #expect(try history.changes(since: history.revisions[1]).verdict == .suspicious)
    }

    @Test func aFontInThePlaceOfAnotherObjectIsForbidden() throws {
        let changes = try verdict { filled in
            // The form's own font, which the field was to be set in, becomes the one that came.
            var catalog = try #require(filled.update.object(PDFReference(1)).dictionary)
            #expect(catalog["AcroForm"] != nil)
            catalog["AcroForm"] = try SignedTestPDF.object(
                "<</Fields[10 0 R]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv \(filled.parts[0].number) 0 R/Cour<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>>>>>>>"
            )
            filled.update.set(.dictionary(catalog), for: PDFReference(1))
        }
        #expect(changes.verdict == .forbidden)
    }

    @Test func aFontThatIsChangedLaterIsForbidden() throws {
        let font = try TestFont().open()
        let filled = try FilledUpdate(TestForm(["/FT/Tx/T(a)"]), "a", .text("AЖ"), font)
        let bytes = try filled.written()
        for part in 0...4 {
            var later = try PDFUpdate(PDFFile(PDFBytes(bytes)))
            let object = try later.object(filled.parts[part])
            if let stream = object.stream {
                later.set(.stream(PDFStream(stream.dictionary, data: PDFBytes(Deflate.encode([1, 2, 3])))), for: filled.parts[part])
            } else {
                var dictionary = try #require(object.dictionary)
                dictionary["X"] = .integer(1)
                later.set(.dictionary(dictionary), for: filled.parts[part])
            }
            let history = try PDFHistory(PDFFile(PDFBytes(bytes + later.write().appended)), fonts: [font])
            #expect(try history.changes(since: history.revisions[0]).verdict == .forbidden, "\(part)")
        }
    }

    @Test func signsThatCouldHideOrTurnTextAreNotBelieved() throws {
        for (scalar, verdict) in [
            (0x41A, PDFChanges.Verdict.allowed), (0x2588, .suspicious), (0x202E, .suspicious), (0x336, .suspicious), (0x20DD, .suspicious),
        ] {
            var made = TestFont()
            made.tables["cmap"] = TestFont.segments([(0x41, 0x41, 1 - 0x41), (scalar, scalar, 2 - scalar), (0xFFFF, 0xFFFF, 1)])
            let font = try made.open()
            let text = try "A" + String(Character(#require(Unicode.Scalar(UInt32(scalar)))))
            guard let filled = try? FilledUpdate(TestForm(["/FT/Tx/T(a)"]), "a", .text(text), font) else {
                // The filler refuses it.
                #expect(scalar == 0x202E)
                continue
            }
            #expect(try filled.changes(knowing: [font]).verdict == verdict, "\(String(scalar, radix: 16))")
        }
    }

    /// Fonts of Debian, as they are where Paraph runs.
    private static let fonts =
        ["truetype/dejavu/DejaVuSans.ttf", "truetype/noto/NotoSans-Regular.ttf"].map { "/usr/share/fonts/\($0)" }
        + ["/usr/share/javascript/pdf/web/standard_fonts/LiberationSans-Regular.ttf"]

    @Test(arguments: fonts.filter(FileManager.default.isReadableFile)) func formsAreFilledInManyAlphabets(path: String) throws {
        let font = try TrueTypeFont(PDFBytes([UInt8](Data(contentsOf: URL(filePath: path)))))
        let others = try Self.fonts.filter(FileManager.default.isReadableFile).map {
            try TrueTypeFont(PDFBytes([UInt8](Data(contentsOf: URL(filePath: $0)))))
        }
        for text in [
            "Анна Петрова", "Зажульчик № 5, 1 200 ₽", "Zażółć gęślą jaźń", "Ελένη Παππά", "Жёлтый — «да»", "Győző Őry", "съезд 12.50",
        ] {
            guard text.unicodeScalars.allSatisfy({ font.glyph(of: $0) != nil }) else { continue }
            for kind in ["/FT/Tx", "/FT/Tx/Ff 4096", "/FT/Tx/Ff 16777216/MaxLen 30", "/FT/Ch/Ff 393216/Opt[[(a)<FEFF0416>](b)]"] {
                let filled = try FilledUpdate(TestForm(["\(kind)/T(a)"]), "a", .text(text), font)
                let changes = try filled.changes(knowing: others)
                #expect(changes.verdict == .allowed, "\(text) \(kind) \(changes.items)")
                #expect(try filled.changes(knowing: []).verdict == .suspicious)
            }
        }
    }
}

/// What filling in a field writes, before it is written, with the parts of the font that comes with it.
struct FilledUpdate {
    let before: [UInt8]
    var update: PDFUpdate
    /// The font, its descendant, its descriptor, its program and its map.
    let parts: [PDFReference]

    struct Refused: Error { let refusal: PDFFieldRefusal }

    init(_ form: TestForm, _ name: String, _ value: PDFFieldValue, _ font: TrueTypeFont) throws {
        before = form.bytes
        var filler = try PDFFormFiller(form.open(), fonts: [font])
        let refusal = try filler.fill(name, with: value)
        if let refusal { throw Refused(refusal: refusal) }
        update = try filler.finish()
        var found: [PDFReference] = []
        for number in 0..<200 {
            let dictionary = try update.object(PDFReference(number)).dictionary
            if dictionary?["Subtype"]?.name.map({ $0 == "Type0" }) ?? false { found = [PDFReference(number)] }
        }
        let font = try #require(found.first)
        let dictionary = try update.object(font).dictionary
        let below = try #require(dictionary?["DescendantFonts"]?.array?.first?.reference)
        let descriptor = try #require(update.object(below).dictionary?["FontDescriptor"]?.reference)
        let program = try #require(update.object(descriptor).dictionary?["FontFile2"]?.reference)
        let map = try #require(dictionary?["ToUnicode"]?.reference)
        parts = [font, below, descriptor, program, map]
    }

    func written() throws -> [UInt8] { before + (try update.write().appended) }

    func open() throws -> PDFFile { try PDFFile(PDFBytes(written())) }

    func changes(knowing fonts: [TrueTypeFont]) throws -> PDFChanges {
        let history = try PDFHistory(open(), fonts: fonts)
        return try history.changes(since: history.revisions[0])
    }

    func dictionary(_ part: Int) throws -> PDFDictionary { try #require(update.object(parts[part]).dictionary) }

    mutating func set(_ value: PDFObject, _ key: StaticString, ofPart part: Int) {
        guard var dictionary = try? dictionary(part) else { return }
        dictionary[key] = value
        update.set(.dictionary(dictionary), for: parts[part])
    }

    /// Sets entries of a part of the font.
    mutating func setEntries(_ entries: String, ofPart part: Int) throws {
        let object = try update.object(parts[part])
        var dictionary = try self.dictionary(part)
        for entry in try SignedTestPDF.object("<<\(entries)>>").dictionary?.entries ?? [] { dictionary[entry.key] = entry.value }
        update.set(object.stream.map { .stream(PDFStream(dictionary, data: $0.data)) } ?? .dictionary(dictionary), for: parts[part])
    }

    /// Sets an entry of the field.
    mutating func set(_ key: StaticString, _ value: String) {
        guard var field = try? update.object(PDFReference(10)).dictionary else { return }
        field[key] = try? SignedTestPDF.object(value)
        update.set(.dictionary(field), for: PDFReference(10))
    }

    mutating func changeProgram(_ change: (inout [UInt8]) throws -> Void) throws {
        try self.change(parts[3], change)
        try setEntries("/Length1 \(decoded(parts[3]).count)", ofPart: 3)
    }

    mutating func change(_ key: String, _ change: (inout [UInt8]) throws -> Void) throws { try self.change(parts[4], change) }

    private mutating func change(_ reference: PDFReference, _ change: (inout [UInt8]) throws -> Void) throws {
        var bytes = try decoded(reference)
        try change(&bytes)
        let stream = try #require(update.object(reference).stream)
        update.set(.stream(PDFStream(stream.dictionary, data: PDFBytes(Deflate.encode(bytes)))), for: reference)
    }

    /// Changes the coded bytes of a part.
    mutating func recode(_ part: Int, cutting count: Int = 0, appending more: [UInt8] = []) throws {
        let stream = try #require(update.object(parts[part]).stream)
        update.set(.stream(PDFStream(stream.dictionary, data: PDFBytes(stream.data.array.dropLast(count) + more))), for: parts[part])
    }

    /// Changes what draws the field.
    mutating func changeContent(_ change: (String) -> String) throws {
        let field = try #require(update.object(PDFReference(10)).dictionary)
        let reference = try #require(field["AP"]?.dictionary?["N"]?.reference)
        try self.change(reference) { $0 = Array(change(String(decoding: $0, as: UTF8.self)).utf8) }
    }

    private func decoded(_ reference: PDFReference) throws -> [UInt8] {
        let stream = try #require(update.object(reference).stream)
        return try #require(try Inflate.decodeExactly(stream.data, limit: 1 << 24, budget: PDFBudget())).array
    }
}
