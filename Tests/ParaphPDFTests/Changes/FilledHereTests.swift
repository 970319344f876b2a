import Testing

@testable import ParaphPDF

/// What this module fills in itself must be judged right, whatever the field looks like.
@Suite struct FilledHereTests {
    private static let looks = [
        "", "/MK<</BG[.9 .9 1]/BC[0]>>", "/MK<</BC[1 0 0]>>/BS<</W 2/S/B>>", "/MK<</BG[1]/BC[0]>>/BS<</W 1/S/I>>",
        "/MK<</BC[0]>>/BS<</W 1/S/D/D[3 2]>>",
        "/MK<</BC[0]>>/BS<</W 1/S/U>>", "/Q 1", "/Q 2", "/DA(/Helv 9 Tf 0 0 1 rg)", "/DA(/Cour 0 Tf 0 g)", "/DA(/Nope 10 Tf 0 g)",
        "/MK<</R 180>>",
        "/MK<</R 90>>", "/MK<</R 270/BG[.8]>>", "/DA(/Helv 0 Tf 1 g)/MK<</BG[0]>>", "/DA(/Helv 12 Tf 0 0 0 1 k)",
    ]

    private func verdict(_ entries: [String], _ values: [(String, PDFFieldValue)], form: String = "") throws -> PDFChanges {
        let (file, refusals) = try TestForm(entries, form: form).filled(values)
        #expect(refusals.isEmpty)
        let history = try PDFHistory(file)
        return try history.changes(since: history.revisions[0])
    }

    @Test(arguments: looks) func textIsAllowed(look: String) throws {
        for (kind, text) in [
            ("", "Zo\u{E9} (1) \u{20AC} 12.50"), ("", "x"), ("", "A sentence of some words"), ("/Ff 8192", "secret"),
            ("/Ff 16777216/MaxLen 8", "A1B2"),
            ("/Ff 4096", "two\nlines"), ("", ""), ("/Ff 16777216/MaxLen 4", "iiWW"),
        ] {
            // A field on its side is only as wide as the others are high.
            let text = look.contains("R 90") || look.contains("R 270") ? String(text.prefix(kind.contains("4096") ? 0 : 2)) : text
            if look.contains("Tf"), !look.contains(" 0 Tf"), kind.contains("4096") { continue }
            let changes = try verdict(["/FT/Tx/T(a)/V(before)\(kind)\(look)"], [("a", .text(text))])
            #expect(changes.verdict == .allowed, "\(kind) \(text) \(changes.items)")
        }
    }

    @Test(arguments: looks) func choicesAreAllowed(look: String) throws {
        if look.contains("R 90") || look.contains("R 270") { return }
        let options = "/Opt[[(a)(Alpha)][(b)(Beta)][(g)(Gamma)]]"
        let combo = try verdict(["/FT/Ch/T(a)/Ff 131072\(options)\(look)"], [("a", .text("b"))])
        #expect(combo.verdict == .allowed, "\(combo.items)")
        let small = look.contains("/DA") ? "" : "/DA(/Helv 6 Tf 0 g)"
        let list = try verdict(["/FT/Ch/T(a)\(options)\(look)\(small)"], [("a", .text("a"))])
        #expect(list.verdict == .allowed || look.contains("DA"), "\(list.items)")
        // Where no row fits into the box, nobody sees what is chosen.
        if look.contains("/W 2") { return }
        let some = try verdict(["/FT/Ch/T(a)/Ff 2097152/Opt[(mon)(tue)(wed)]\(look)"], [("a", .choices(["mon", "wed"]))])
        #expect(some.verdict == .allowed || look.contains("DA"), "\(some.items)")
    }

    @Test(arguments: looks.filter { !$0.contains("/DA") }, ["4", "8", "l", "n", "u", "H"]) func buttonsAreAllowed(
        look: String,
        mark: String
    ) throws {
        let looks = look.contains("/MK<<") ? look.replacing("/MK<<", with: "/MK<</CA(\(mark))") : "\(look)/MK<</CA(\(mark))>>"
        for value in [PDFFieldValue.checked(true), .checked(false)] {
            let box = try verdict(["/FT/Btn/T(a)\(looks)"], [("a", value)])
            #expect(box.verdict == .allowed, "\(box.items)")
        }
    }
}
