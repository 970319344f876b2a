import Testing

@testable import ParaphPDF

/// What a field held or showed when it was signed is told apart from what was empty.
@Suite struct ReplacedTests {
    private func detail(_ field: Int, from before: String, to after: String) throws -> [String] {
        var pdf = SignedTestPDF()
        let text = try pdf.text(field, with: before)
        try pdf.update([field: text])
        try pdf.sign(16)
        try pdf.update([field: try pdf.text(field, with: after)])
        return try pdf.changes().items.filter { $0.kind == .formField }.map(\.detail)
    }

    @Test(arguments: ["/V(Ben)", "/V()", "/V<FEFF0042>"]) func whatWasReplacedIsToldSo(after: String) throws {
        #expect(try detail(11, from: "/V(Ann)", to: after) == ["What a field held was replaced: name"])
    }

    @Test func aBoxThatIsCheckedNoMoreIsToldSo() throws {
        #expect(try detail(13, from: "/V/Yes/AS/Yes", to: "/V/Off/AS/Off") == ["What a field held was replaced: agree"])
        #expect(try detail(13, from: "/V/Off/AS/Off", to: "/V/Yes/AS/Yes") == ["A field was filled in: agree"])
    }

    /// The field without a look, where nothing was held or nothing that says anything.
    @Test(arguments: [
        "/V()", "/V( )", "/V null", "/V(dd.mm.yyyy)", "/V(TT/MM/JJJJ)/DV(TT/MM/JJJJ)", "/V(____)", "/V(..... / .....)",
        "/V(jj / mm / aaaa)",
        "/V( / / )", "/V(__/__/____)", "/V<FEFF04340434002E043C043C002E0433043304330433>",
    ]) func whatHeldNothingOfASignersIsFilledIn(before: String) throws {
        #expect(try detail(11, from: "\(before)/AP null", to: "/V(Ben)") == ["A field was filled in: name"])
    }

    @Test(arguments: [
        "/V(1000)/DV(1000)", "/V(0)/AA<</C<</S/JavaScript/JS(f)>>>>", "/V 1000", "/V 10.5", "/V true", "/V/1000", "/V[(1000)]",
        "/V<</A 1>>",
        "/V(Enter name here)/DV(Enter name here)", "/V(-)", "/V(dd)", "/V(dd.mm.2026)", "/V(0.00)", "/V(X)", "/V(///)", "/V(./.)",
        "/V(AAA/BB)", "/V(MM.CC)", "/V(XX-LL)", "/V(CC:DD)", "/V(dd.mm.y)", "/V(XX.CC.MM)",
    ]) func whatItsAuthorSaysOfAValueExcusesNothing(before: String) throws {
        #expect(try detail(11, from: "\(before)/AP null", to: "/V(Ben)") == ["What a field held was replaced: name"])
    }

    /// A list shows what is chosen by number where it is not said.
    @Test func whatIsChosenByNumberIsHeld() throws {
        let list = "/FT/Ch/Opt[(a)(b)]/AP null"
        #expect(try detail(11, from: "\(list)/V null/I[0]", to: "/V(b)/I null") == ["What a field held was replaced: name"])
        #expect(try detail(11, from: "\(list)/V null", to: "/V(b)") == ["A field was filled in: name"])
    }

    /// What the look of a text field showed counts as what it held.
    private func filled(_ look: String, with before: String = "/V null", to value: String = "Ben", by after: String? = nil) throws
        -> [String]
    {
        var pdf = SignedTestPDF()
        try pdf.update([11: try pdf.text(11, with: before)], streams: [12: (SignedTestPDF.form, look)])
        try pdf.sign(16)
        let written = after ?? "/Tx BMC BT /Helv 12 Tf 2 6 Td (\(value)) Tj ET EMC"
        try pdf.update([11: try pdf.text(11, with: "/V(\(value))")], streams: [12: (SignedTestPDF.form, written)])
        let changes = try pdf.changes()
        #expect(changes.verdict == .allowed, "\(changes.items)")
        return changes.items.filter { $0.kind == .formField }.map(\.detail)
    }

    private static func text(_ text: String) -> String { "/Tx BMC BT /Helv 12 Tf 2 6 Td (\(text)) Tj ET EMC" }

    @Test(arguments: [
        ("BT /Helv 12 Tf 2 6 Td (1000) Tj ET", "/V null"), ("BT /Helv 12 Tf 2 6 Td (1000) Tj ET", "/V( )"),
        ("BT /Helv 12 Tf 2 6 Td (1000) Tj ET", "/V(Ben)"), ("BT /Helv 12 Tf 2 6 Td (Enter name here) Tj ET", "/V null"),
        // Drawn, or in letters that nobody can tell.
        ("2 w 10 2 m 10 18 l S 20 2 5 16 re S", "/V null"), ("BT /F9 12 Tf 2 6 Td (1000) Tj ET", "/V null"),
        ("BI /W 1 /H 1 /BPC 8 /CS /G ID 0 EI", "/V null"),
    ]) func whatWasShownAndIsNoLongerIsReplaced(look: String, before: String) throws {
        #expect(try filled(look, with: before) == ["What a field held was replaced: name"])
    }

    @Test(arguments: [
        ("/Tx BMC EMC", "/V null"), ("", "/V null"), (".9 g 0 0 200 20 re f 1 w 0 G .5 .5 199 19 re s", "/V()"),
        ("BT /Helv 12 Tf 2 6 Td (   ) Tj ET", "/V null"), ("BT /Helv 12 Tf 2 6 Td (dd.mm.yyyy) Tj ET", "/V(dd.mm.yyyy)"),
        // The same, drawn in other words, and what was shown already.
        ("BT /Helv 9 Tf 2 6 Td [(B) 20 (en)] TJ ET", "/V(Ben)"), ("BT /Helv 12 Tf 2 6 Td (Ben) Tj ET", "/V null"),
    ]) func whatShowedNothingElseIsFilledIn(look: String, before: String) throws {
        #expect(try filled(look, with: before) == ["A field was filled in: name"])
    }

    /// Of a script's numbers the same value may be shown without what the script adds.
    @Test func whatAScriptShowedOfAValueIsTheValue() throws {
        let script = "/AA<</F<</S/JavaScript/JS(f)>>>>"
        #expect(try filled(Self.text("1,000.00"), with: "/V(1000)\(script)", to: "1000") == ["A field was filled in: name"])
        #expect(try filled(Self.text("1,000.00"), with: "/V(1000)\(script)", to: "1001") == ["What a field held was replaced: name"])
    }

    @Test func aLookAloneThatChangesIsReplaced() throws {
        var pdf = SignedTestPDF()
        try pdf.update([11: try pdf.text(11, with: "/V(9000)")])
        try pdf.sign(16)
        try pdf.update([:], streams: [12: (SignedTestPDF.form, Self.text("9000"))])
        let changes = try pdf.changes()
        #expect(changes.items.map(\.detail) == ["What a field held was replaced: name"] && changes.verdict == .allowed)
    }

    // MARK: Buttons

    /// What is told of a box whose looks are drawn so, from one state to another.
    private func button(on: String, off: String, from before: String, to after: String, drawn: String? = nil) throws -> [String] {
        var pdf = SignedTestPDF()
        try pdf.update(
            [13: try pdf.text(13, with: before)],
            streams: [14: (Self.box, on), 15: (Self.box, off)]
        )
        try pdf.sign(16)
        try pdf.update([13: try pdf.text(13, with: after)], streams: drawn.map { [15: (Self.box, $0)] } ?? [:])
        return try pdf.changes().items.filter { $0.kind == .formField }.map(\.detail)
    }

    private static let box = "/Type/XObject/Subtype/Form/BBox[0 0 20 20]/Resources<</Font<</Helv 8 0 R>>>>"
    private static let tick = "2 w 4 10 m 8 4 l 16 16 l S"
    private static let (off, yes) = ("/V/Off/AS/Off", "/V/Yes/AS/Yes")
    /// A round button of Acrobat's that stands out.
    private static let ring = """
        1 g q 1 0 0 1 10 10 cm 9 0 m 9 4.9708 4.9708 9 0 9 c -4.9708 9 -9 4.9708 -9 0 c -9 -4.9708 -4.9708 -9 0 -9 c 4.9708 -9 9 -4.9708 9 0 c f Q \
        .5 G q .7071 .7071 -.7071 .7071 10 10 cm 7.5 0 m 7.5 4.1423 4.1423 7.5 0 7.5 c -4.1423 7.5 -7.5 4.1423 -7.5 0 c S Q \
        .75 G q .7071 .7071 -.7071 .7071 10 10 cm -7.5 0 m -7.5 -4.1423 -4.1423 -7.5 0 -7.5 c 4.1423 -7.5 7.5 -4.1423 7.5 0 c S Q
        """

    @Test(arguments: [("", tick), ("0 G .5 .5 19 19 re s", "0 G .5 .5 19 19 re s " + tick), (ring, ring + " 0 g 6 6 8 8 re f")])
    func aBoxThatIsCheckedIsFilledIn(empty: String, checked: String) throws {
        #expect(try button(on: checked, off: empty, from: Self.off, to: Self.yes) == ["A field was filled in: agree"])
    }

    @Test func aBoxThatWasSeenToBeCheckedIsReplaced() throws {
        let replaced = ["What a field held was replaced: agree"]
        // It held nothing, and showed a tick, by its state or by the look of the other one.
        #expect(try button(on: Self.tick, off: "", from: "/V null/AS/Yes", to: "/V/Off/AS/Off") == replaced)
        #expect(try button(on: "", off: Self.tick, from: Self.off, to: Self.yes) == replaced)
        #expect(try button(on: Self.tick, off: Self.tick + " 0 0 m 20 20 l S", from: Self.off, to: Self.yes) == replaced)
        #expect(
            try button(on: "BT /Helv 5 Tf 2 6 Td (9000) Tj ET", off: "BT /Helv 5 Tf 2 6 Td (1000) Tj ET", from: Self.off, to: Self.yes)
                == replaced
        )
        // The picture of the state that it is in is another.
        #expect(try button(on: "", off: Self.tick, from: Self.off, to: Self.off, drawn: "") == replaced)
    }

    /// What is told of a field that was replaced; `nil` where none was.
    private func told(_ field: Int, from before: String, to after: String, type: String = "") throws -> PDFChange.Replaced? {
        var pdf = SignedTestPDF()
        try pdf.update([field: try pdf.text(field, with: before + type)])
        try pdf.sign(16)
        try pdf.update([field: try pdf.text(field, with: after + type)])
        return try pdf.changes().items.compactMap(\.replaced).first
    }

    @Test func oldAndNewTextAreTold() throws {
        #expect(try told(11, from: "/V(900)", to: "/V<FEFF0031003000300451>") == .init(before: "900", after: "100\u{451}"))
        #expect(try told(11, from: "/V(900)", to: "/V()") == .init(before: "900", after: ""))
        #expect(try told(11, from: "/V(900)", to: "/V null") == .init(before: "900", after: ""))
        #expect(try told(11, from: "/V()", to: "/V(900)") == nil)
        // A box has no text, a password is nobody's business, and a novel is none of a line's.
        #expect(try told(13, from: "/V/Yes/AS/Yes", to: "/V/Off/AS/Off") == .init(before: nil, after: nil))
        #expect(try told(11, from: "/V(secret)", to: "/V(other)", type: "/Ff 8192") == .init(before: nil, after: nil))
        let long = try #require(try told(11, from: "/V(\(String(repeating: "a", count: 5000)))", to: "/V(b)"))
        #expect(long == .init(before: nil, after: "b"))
    }

    /// A total that its author has a script compute is told as filled in beside what was filled in, with both values; alone, or as text, it is replaced.
    @Test(arguments: [
        ("/V(100)", "/V(900)", true, true, "A field was filled in: name"),
        ("/V(1,000.00 EUR)", "/V(1,900.00 EUR)", true, true, "A field was filled in: name"),
        ("/V(100)", "/V(900)", false, true, "What a field held was replaced: name"),
        ("/V(100)", "/V(900)", true, false, "What a field held was replaced: name"),
        ("/V(Ann)", "/V(Ben)", true, true, "What a field held was replaced: name"),
        ("/V(100)", "/V(Ben)", true, true, "What a field held was replaced: name"),
        ("/V(100)", "/V()", true, true, "What a field held was replaced: name"),
    ]) func whatAScriptComputesOfOthersIsToldAsFilledIn(before: String, after: String, isFilled: Bool, isOrdered: Bool, detail: String)
        throws
    {
        var pdf = SignedTestPDF()
        let script = "/AA<</C<</S/JavaScript/JS(f)>>>>/AP null"
        try pdf.update([11: try pdf.text(11, with: before + script), 10: try pdf.text(10, with: isOrdered ? "/CO[11 0 R]" : "")])
        try pdf.sign(16)
        var objects = [11: try pdf.text(11, with: after)]
        if isFilled { objects[13] = try pdf.text(13, with: "/V/Yes/AS/Yes") }
        try pdf.update(objects)
        let item = try #require(try pdf.changes().items.first { $0.detail.hasSuffix("name") && $0.kind == .formField })
        #expect(item.detail == detail && item.replaced?.before == String(before.dropFirst(3).dropLast()))
    }

    @Test func theSameTextWrittenOtherwiseIsNoOther() throws {
        #expect(try detail(11, from: "/V(Ann)", to: "/V<FEFF0041006E006E>") == ["A field was filled in: name"])
    }
}
