import Testing

@testable import ParaphPDF

/// Fields for signatures that come after a signature, or that become fields then, on a page that says "I owe you 100 euros" at 100, 700.
@Suite struct SignatureFieldTests {
    private static let list = "11 0 R 13 0 R 16 0 R 17 0 R 18 0 R"
    private static let widget = "/Type/Annot/Subtype/Widget/P 3 0 R/F 4"
    private static let value = "<</Type/Sig/SubFilter/adbe.pkcs7.detached/Contents<00>/ByteRange[0 1 2 3]>>"
    private static let aside = "/Rect[300 300 400 340]"
    private static let line = "/Rect[90 690 320 720]"

    /// A document whose stamp does not lie over the text, signed; `level` certifies it.
    private func signed(level: Int? = nil, page: String = "", _ more: (inout TestPDF) -> Void = { _ in }) throws -> SignedTestPDF {
        var pdf = SignedTestPDF(page: page, more: more)
        try pdf.update([21: "[\(Self.list)]"])
        if let level { try pdf.certify(level: level) } else { try pdf.sign(16) }
        return pdf
    }

    /// What is found where field 80 and the place 81 come; 82 is an appearance, 83 a signature.
    private func added(
        _ field: String,
        place: String? = nil,
        more: [Int: String] = [:],
        look: String = "0 0 100 40 re S",
        level: Int? = nil
    ) throws -> PDFChanges {
        var pdf = try signed(level: level)
        var objects = more
        objects[10] = try pdf.text(10, with: "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 80 0 R]/SigFlags 3")
        objects[21] = "[\(Self.list) 80 0 R\(place == nil ? "" : " 81 0 R")]"
        objects[80] = "<<\(field)>>"
        if let place { objects[81] = "<<\(place)>>" }
        if field.contains("83 0 R") { objects[83] = Self.value }
        let isDrawn = (field + (place ?? "")).contains("82 0 R")
        try pdf.update(objects, streams: isDrawn ? [82: ("/Type/XObject/Subtype/Form/BBox[0 0 100 40]", look)] : [:])
        return try pdf.changes()
    }

    @Test(arguments: [
        "\(widget)/FT/Sig/T(new)\(line)/MK<</BG[1 1 1]>>", "\(widget)/FT/Sig/T(new)\(aside)/MK<</BG[1 1 1]>>",
        "\(widget)/FT/Sig/T(new)\(aside)/MK<</BC[0]>>", "\(widget)/FT/Sig/T(new)\(line)", "\(widget)/FT/Sig/T(new)\(aside)/AP<</N 82 0 R>>",
        "\(widget)/FT/Sig/T(new)\(line)/V 83 0 R/MK<</BG[1 1 1]>>",
    ]) func aFieldThatReadersDrawIsSuspicious(_ field: String) throws {
        let changes = try added(field)
        #expect(changes.verdict == .suspicious, "\(changes.items)")
    }

    @Test(arguments: [
        "/FT/Tx/V(The amount is 900000 euros)/MK<</BG[1 1 1]>>", "/FT/Btn/Ff 65536/MK<</BG[1 1 1]/CA(900000 euros)>>", "/T(x)", "/Kids[]",
        "/V(900000)", "/Parent 11 0 R", "/Subtype/FreeText/Contents(900000)",
    ]) func aPlaceThatIsSomethingElseIsForbidden(_ more: String) throws {
        for value in ["", "/V 83 0 R"] {
            var place = "\(Self.widget)\(Self.aside)\(more)"
            if !more.contains("Parent") { place += "/Parent 80 0 R" }
            if more.contains("Subtype") { place = place.replacing("/Subtype/Widget", with: "") }
            let changes = try added("/FT/Sig/T(new)/Kids[81 0 R]\(value)", place: place)
            #expect(changes.verdict == .forbidden, "\(changes.items)")
        }
    }

    @Test(arguments: [
        "/Type/Annot/Subtype/FreeText/P 3 0 R/F 4/Contents(900000)\(aside)/FT/Sig/T(new)", "\(widget)\(aside)/FT/Sig/T(new)/Parent 11 0 R",
        "\(widget)\(line)/FT/Sig/T(new)/V 83 0 R/AP<</N 82 0 R>>/Kids[81 0 R]",
        "\(widget)\(line)/FT/Sig/T(new)/V(x)/AP<</N 82 0 R>>/Kids[]",
    ]) func aFieldThatIsSomethingElseIsForbidden(_ field: String) throws {
        let place = field.contains("81 0 R") ? "\(Self.widget)/Rect[0 0 0 0]/Parent 80 0 R" : nil
        let changes = try added(field, place: place)
        #expect(changes.verdict == .forbidden, "\(changes.items)")
    }

    @Test(arguments: [
        "\(widget)/FT/Sig/T(new)\(aside)", "\(widget)/FT/Sig/T(new)/Rect[0 0 0 0]", "\(widget)/FT/Sig/T(new)/Rect[0 0 0 0]/MK<</BG[1]>>",
        "\(widget)/FT/Sig/T(new)\(aside)/V 83 0 R/AP<</N 82 0 R>>", "\(widget)/FT/Sig/T(new)/Rect[0 0 0 0]/V 83 0 R",
        "/FT/Sig/T(new)/V 83 0 R",
        "\(widget)/FT/Sig/T(new)\(line)/F 2/V 83 0 R/AP<</N 82 0 R>>",
        "\(widget)/FT/Sig/T(new)\(aside)/V 83 0 R/AP<</N 82 0 R>>/MK<<>>/Kids[]",
    ]) func whatSignersAddIsAllowed(_ field: String) throws {
        let changes = try added(field)
        #expect(changes.verdict == .allowed, "\(changes.items)")
    }

    @Test(arguments: ["", "/V 83 0 R"]) func aFieldMayHaveItsPlaceBelowIt(_ value: String) throws {
        let look = value.isEmpty ? "" : "/AP<</N 82 0 R>>"
        let changes = try added("/FT/Sig/T(new)/Kids[81 0 R]\(value)", place: "\(Self.widget)\(Self.aside)/Parent 80 0 R\(look)")
        #expect(changes.verdict == .allowed, "\(changes.items)")
    }

    /// A timestamp, which anybody may add, but not one that paints the page white.
    @Test(arguments: [1, 2, 3]) func aTimestampThatIsSeenIsOne(level: Int) throws {
        let stamp = Self.value.replacing("adbe.pkcs7.detached", with: "ETSI.RFC3161")
        func changes(_ place: String) throws -> PDFChanges {
            try added("\(Self.widget)/FT/Sig/T(new)\(place)/V 84 0 R", more: [84: stamp], level: level)
        }
        #expect(try changes("/Rect[0 0 0 0]").verdict == .allowed)
        #expect(try changes("\(Self.aside)").verdict == .allowed)
        #expect(try changes("\(Self.line)/MK<</BG[1 1 1]>>").verdict == (level == 1 ? .forbidden : .suspicious))
    }

    /// A place below the field that is signed already.
    @Test func aSignatureStaysWhereItIs() throws {
        for look in ["", "/MK<</BG[1 1 1]>>", "/AP<</N 22 0 R>>"] {
            var pdf = try signed()
            try pdf.update([
                16: pdf.text(16, with: "/Kids[80 0 R]"), 21: "[\(Self.list) 80 0 R]",
                80: "<<\(Self.widget)/Parent 16 0 R\(Self.aside)\(look)>>",
            ])
            #expect(try pdf.changes().verdict == .forbidden)
        }
    }

    /// What was drawn already may not go, nor be drawn otherwise, because it is called a field now.
    @Test(arguments: [
        ("Widget", "/F 4/AP<</N 41 0 R>>", "/F 2/AP<</N 41 0 R>>"), ("Widget", "/F 4/AP<</N 41 0 R>>", "/F 4"),
        ("FreeText", "/F 4/AP<</N 41 0 R>>", "/F 4/AP<</N 41 0 R>>"), ("Widget", "/F 4", "/F 4/AP<</N 41 0 R>>"),
        ("Widget", "/F 4/AP<</N 41 0 R>>", "/F 4/AP<</N 42 0 R>>/V 83 0 R"),
    ]) func whatBecomesAFieldIsShownAsBefore(kind: String, before: String, after: String) throws {
        let annotation = "/Type/Annot/Subtype/\(kind)/P 3 0 R/FT/Sig/T(x)\(Self.aside)"
        func changes(_ after: String) throws -> PDFChanges {
            var pdf = SignedTestPDF { pdf in
                pdf.add(40, "<<\(annotation)\(before)>>")
                for number in [41, 42] {
                    pdf.add(number, dictionary: SignedTestPDF.form, stream: Array("BT /Helv 12 Tf (DRAFT \(number)) Tj ET".utf8))
                }
            }
            try pdf.update([21: "[\(Self.list) 40 0 R]"])
            try pdf.sign(16)
            try pdf.update([
                10: pdf.text(10, with: "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 40 0 R]"), 40: "<<\(annotation)\(after)>>", 83: Self.value,
            ])
            return try pdf.changes()
        }
        #expect(try changes(after).verdict == .forbidden)
        if kind == "Widget" { #expect(try changes("\(before)/M(D:2026)").verdict < .forbidden) }
        if !before.contains("AP") { #expect(try changes("/F 132/AP<</N 41 0 R>>/V 83 0 R").verdict == .allowed) }
    }

    /// A field that was drawn over the text, or right before a number, and loses its look when it is signed.
    @Test(arguments: [
        ("[100 690 200 720]", "1 g 0 0 100 30 re f", true), ("[80 697 98 710]", "BT /Helv 12 Tf 10 3 Td (1) Tj ET", true),
        ("[300 300 400 340]", "BT /Helv 12 Tf 10 3 Td (Sign here) Tj ET", false), ("[80 697 98 710]", "0 0 18 13 re S", false),
        ("[100 690 200 720]", "", false),
    ]) func whatAFieldHidIsNotUncoveredBySigning(place: String, look: String, hides: Bool) throws {
        var pdf = SignedTestPDF { pdf in
            pdf.add(17, "<<\(Self.widget)/FT/Sig/T(second)/Rect\(place)/AP<</N 40 0 R>>>>")
            let form = SignedTestPDF.form.replacing("[0 0 200 20]", with: "[0 0 100 30]")
            pdf.add(40, dictionary: form, stream: Array(look.utf8))
            pdf.add(41, dictionary: form, stream: [])
        }
        try pdf.update([21: "[\(Self.list)]"])
        try pdf.sign(16)
        try pdf.sign(17, appearance: 41)
        let changes = try pdf.changes()
        #expect(changes.items.contains { $0.kind == .appearance && $0.verdict == .suspicious } == hides, "\(changes.items)")
    }
}
