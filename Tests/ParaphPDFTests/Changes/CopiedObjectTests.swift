import Testing

@testable import ParaphPDF

/// What an update writes again under another number is the same only where programs that go by numbers draw the same.
@Suite struct CopiedObjectTests {
    private static let page = "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R/Resources"

    /// Signs a page with these resources and objects, and has an update write the page with others.
    private func verdict(_ before: String, _ objects: [(Int, String)], _ after: String, _ copies: [(Int, String)]) throws
        -> PDFChanges.Verdict
    {
        var pdf = SignedTestPDF(page: "/Resources\(before)") { file in for (number, text) in objects { file.add(number, text) } }
        try pdf.sign(16)
        var update = try RawUpdate(pdf)
        update.object(3, "3 0 obj\n\(Self.page)\(after)>>\nendobj\n")
        for (number, text) in copies { update.object(number, "\(number) 0 obj\n\(text)\nendobj\n") }
        update.finish()
        return try update.verdict()
    }

    private static func form(_ resources: String, _ text: String = "q Q") -> String {
        "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]\(resources)/Length \(text.utf8.count)>>\nstream\n\(text)\nendstream"
    }

    private static let own = form("/Resources<</XObject<</R 40 0 R>>>>", "/R Do")
    private static let pattern =
        "<</PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<</Pattern<</R 40 0 R>>>>/Length 3>>\nstream\nq Q\nendstream"

    @Test(arguments: [
        (own, "q Q"), (form("", "/X Do"), "q Q"), (form("/Resources 41 0 R"), "<</XObject<</R 40 0 R>>>>"),
        (form("/Resources<</XObject<</R 41 0 R>>>>"), form("/Resources<</XObject<</R 40 0 R>>>>")),
        (pattern, "q Q"),
    ]) func whatDrawsItselfHasNoCopy(drawing: String, other: String) throws {
        let other = other.hasPrefix("<<") ? other : "<<>>"
        let objects = [(40, drawing), (41, other)]
        #expect(try verdict("<</XObject<</X 40 0 R>>>>", objects, "<</XObject<</X 51 0 R>>>>", [(51, drawing)]) == .forbidden)
        #expect(try verdict("<</XObject<</X 40 0 R>>>>", objects, "<</XObject<</X 40 0 R>>>>", []) == .none)
    }

    @Test func otherDrawingsHave() throws {
        let form = Self.form("/Resources<</XObject<</R 41 0 R>>>>")
        let objects = [(40, form), (41, Self.form("/Resources<<>>"))]
        #expect(try verdict("<</XObject<</X 40 0 R>>>>", objects, "<</XObject<</X 51 0 R>>>>", [(51, form)]) == .none)
    }

    private static func font(_ descriptor: Int, _ name: String) -> String {
        "<</Type/Font/Subtype/Type1/BaseFont/\(name)/FontDescriptor \(descriptor) 0 R>>"
    }

    /// pdf.js takes fonts of one descriptor for one font.
    @Test(arguments: [(41, 42, 41), (41, 41, 42)]) func twoObjectsAreNeverOneNorOneTwo(first: Int, second: Int, copied: Int) throws {
        let descriptor = "<</Type/FontDescriptor/Flags 4>>"
        let objects = [(40, Self.font(first, "Helvetica")), (43, Self.font(second, "Symbol")), (41, descriptor), (42, descriptor)]
        let (before, after) = ("<</Font<</A 40 0 R/B 43 0 R>>>>", "<</Font<</A 40 0 R/B 51 0 R>>>>")
        #expect(try verdict(before, objects, after, [(51, Self.font(copied, "Symbol"))]) == .forbidden)
        #expect(try verdict(before, objects, after, [(51, Self.font(second, "Symbol"))]) == .none)
        #expect(
            try verdict(before, objects, after, [(51, Self.font(52, "Symbol")), (52, descriptor)]) == (first == second ? .forbidden : .none)
        )
    }

    @Test func noneOfOnePageHasACopyAndItself() throws {
        let form = Self.form("/Resources<<>>")
        let before = "<</XObject<</X 40 0 R/Y 40 0 R>>>>"
        #expect(try verdict(before, [(40, form)], "<</XObject<</X 51 0 R/Y 40 0 R>>>>", [(51, form)]) == .forbidden)
        #expect(try verdict(before, [(40, form)], "<</XObject<</X 40 0 R/Y 51 0 R>>>>", [(51, form)]) == .forbidden)
        #expect(try verdict(before, [(40, form)], "<</XObject<</X 51 0 R/Y 51 0 R>>>>", [(51, form)]) == .none)
    }

    /// To pdf.js a button is on in its first state that is not `Off`.
    @Test func statesKeepTheirOrder() throws {
        func button(_ states: String) -> String { "<</AP<</N<<\(states)>>>>>>" }
        let before = "<</X 40 0 R>>"
        let signed = button("/A 5 0 R/B 5 0 R/Off 5 0 R")
        func changed(_ states: String) throws -> PDFChanges.Verdict {
            var pdf = SignedTestPDF(page: "/Resources\(before)") { $0.add(40, signed) }
            try pdf.sign(16)
            var update = try RawUpdate(pdf)
            update.object(40, "40 0 obj\n\(button(states))\nendobj\n")
            update.finish()
            return try update.verdict()
        }
        #expect(try changed("/B 5 0 R/A 5 0 R/Off 5 0 R") == .forbidden)
        #expect(try changed("/Off 5 0 R/A 5 0 R/B 5 0 R") == .none)
    }

    /// Nor is a button filled in by that.
    @Test func noButtonIsFilledInByAnotherOrder() throws {
        func button(_ states: String) -> String {
            "<</Type/Annot/Subtype/Widget/P 3 0 R/F 4/FT/Btn/Ff 49152/T(agree)/Rect[100 450 120 470]/V/B/AS/B/AP<</N<<\(states)>>>>>>"
        }
        var pdf = SignedTestPDF()
        try pdf.update([13: button("/A 14 0 R/B 14 0 R/Off 15 0 R")])
        try pdf.certify(level: 2)
        try pdf.update([13: button("/B 14 0 R/A 14 0 R/Off 15 0 R")])
        #expect(try pdf.changes().verdict >= .suspicious)
    }
}
