import Testing

@testable import ParaphPDF

/// Values that mean the same by ISO 32000-2 and that programs read differently are not the same.
@Suite struct SameValuesTests {
    /// Writes objects behind a signature as they are given; the page is drawn with object 40.
    private func verdict(_ before: String, _ objects: [(Int, String)], page: String = "/Resources<</XObject<</X 40 0 R>>>>") throws
        -> PDFChanges.Verdict
    {
        var pdf = SignedTestPDF(page: page) { $0.add(40, before) }
        try pdf.sign(16)
        var update = try RawUpdate(pdf)
        for (number, text) in objects { update.object(number, "\(number) 0 obj\n\(text)\nendobj\n") }
        update.finish()
        return try update.verdict()
    }

    @Test(arguments: [
        ("<</Type/Encoding/Differences[49.0/nine]>>", "<</Type/Encoding/Differences[49/nine]>>"),
        ("<</ShadingType 2.0>>", "<</ShadingType 2>>"), ("<</FunctionType 2.0>>", "<</FunctionType 2>>"), ("<</LC 1.0>>", "<</LC 1>>"),
        ("[/Indexed/DeviceRGB 1.0<000000ffffff>]", "[/Indexed/DeviceRGB 1<000000ffffff>]"), ("<</W[32.0[9]]>>", "<</W[32[9]]>>"),
        ("<</LC 1>>", "<</LC 1.0>>"),
    ]) func numbersOfAnotherKindAreNot(before: String, after: String) throws {
        #expect(try verdict(before, [(40, after)]) == .forbidden)
        #expect(try verdict(before, [(40, before)]) == .none)
    }

    @Test(arguments: [
        ("<</CA 1>>", "<</CA 1/SMask null>>"), ("<</CA 1/SMask null>>", "<</CA 1>>"), ("<</A<</B null>>>>", "<</A<<>>>>"),
    ]) func anEntryThatIsNullAndNoneAreNot(before: String, after: String) throws {
        #expect(try verdict(before, [(40, after)]) == .forbidden)
        #expect(try verdict(before, [(40, before)]) == .none)
    }

    @Test(arguments: ["/MediaBox", "/CropBox", "/Resources", "/Rotate", "/UserUnit"]) func neitherAreTheyOnPages(key: String) throws {
        let page = "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R"
        #expect(try verdict("null", [(3, "\(page)\(key) null>>")], page: "") == .forbidden)
        #expect(try verdict("null", [(3, "\(page)>>")], page: "\(key) null") == .forbidden)
        #expect(try verdict("null", [(3, "\(page)>>")], page: "") == .none)
    }

    /// Has the page use a copy under another number.
    private func copy(_ before: String, _ after: String) throws -> PDFChanges.Verdict {
        let page = "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R/Resources<</XObject<</X 51 0 R>>>>>>"
        let more = [(52, "5"), (53, "/Multiply")].filter { after.contains("\($0.0) 0 R") }
        return try verdict(before, [(3, page), (51, after)] + more)
    }

    private static func image(_ mask: String) -> String {
        "<</Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/Mask\(mask)/Length 1>>\nstream\n0\nendstream"
    }

    @Test(arguments: [
        (image("[5 5]"), image("[52 0 R 52 0 R]")), ("<</BM[/Multiply]>>", "<</BM[53 0 R]>>"), ("<</BM/Multiply>>", "<</BM 53 0 R>>"),
    ]) func aReferenceForAValueIsNotInCopies(before: String, after: String) throws {
        #expect(try copy(before, after) == .forbidden)
        #expect(try copy(before, before) == .none)
    }

    @Test func norIsItInLists() throws {
        let page = "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Annots 21 0 R/Resources<</ExtGState<</G<</BM[53 0 R]>>>>>>>>"
        let before = "/Resources<</ExtGState<</G<</BM[/Multiply]>>>>>>"
        #expect(try verdict("null", [(3, page), (53, "/Multiply")], page: before) == .forbidden)
    }
}
