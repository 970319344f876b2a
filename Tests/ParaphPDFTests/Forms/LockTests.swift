import Testing

@testable import ParaphPDF

@Suite struct LockTests {
    /// A form of two texts and a signature whose field and reference say something of changes.
    private func form(lock: String = "", reference: String = "", form: String = "") -> TestForm {
        let more = [30: "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>\(reference)>>"]
        return TestForm(["/T(a)/FT/Tx", "/T(b.c)/FT/Tx", "/T(s)/FT/Sig/V 30 0 R\(lock)"], form: form, more: more)
    }

    private func reference(_ method: String, _ parameters: String) -> String {
        "/Reference[<</Type/SigRef/TransformMethod/\(method)/TransformParams<<\(parameters)>>>>]"
    }

    @Test func whatASignatureLocksStays() throws {
        let include = form(reference: reference("FieldMDP", "/Action/Include/Fields[(a)]"))
        #expect(try include.refusal("a", .text("x")) == .locked)
        #expect(try include.refusal("b.c", .text("x")) == nil)
        let below = form(lock: "/Lock<</Action/Include/Fields[(b)]>>")
        #expect(try below.refusal("b.c", .text("x")) == .locked)
        #expect(try below.refusal("a", .text("x")) == nil)
        let exclude = form(reference: reference("FieldMDP", "/Action/Exclude/Fields[(a)]"))
        #expect(try exclude.refusal("a", .text("x")) == nil)
        #expect(try exclude.refusal("b.c", .text("x")) == .locked)
        let all = form(reference: reference("FieldMDP", "/Action/All"))
        #expect(try all.refusal("a", .text("x")) == .locked)
    }

    @Test func aCertificationMayForbidAllChanges() throws {
        #expect(try form(reference: reference("DocMDP", "/P 1/V/1.2")).refusal("a", .text("x")) == .locked)
        #expect(try form(reference: reference("DocMDP", "/P 2/V/1.2")).refusal("a", .text("x")) == nil)
        #expect(try form(lock: "/Lock<</Action/Include/Fields[]/P 1>>").refusal("a", .text("x")) == .locked)
    }

    @Test func formsOfXFAAreLeftAlone() throws {
        #expect(try form(form: "/XFA(x)").refusal("a", .text("x")) == .xfa)
        #expect(try TestForm(["/T(a)/FT/Tx"], catalog: "/NeedsRendering true").refusal("a", .text("x")) == .xfa)
    }

    @Test func ofAChoiceInASignedFileOnlyTheValueChanges() throws {
        let more = [30: "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>"]
        let form = TestForm(["/T(c)/FT/Ch/Ff 2097152/Opt[(a)(b)]", "/T(s)/FT/Sig/V 30 0 R"], more: more)
        let file = try form.filled([("c", .choices(["a", "b"]))]).file
        #expect(try file.value("c") == "a\nb")
        #expect(try file.field("c")?["I"] == nil)
    }

    @Test func aSignedFileIsNotAskedForPicturesOrFlattened() throws {
        let signed = form(form: "/NeedAppearances true")
        let (file, refusals) = try signed.filled([("a", .text("x"))])
        #expect(refusals.isEmpty)
        #expect(try file.form()?["NeedAppearances"] == .boolean(true))
        #expect(try file.object(PDFReference(11)).dictionary?["AP"] == nil)
        var filler = try PDFFormFiller(signed.open())
        #expect(try filler.flatten()?.reason == .signed)
        #expect(filler.isEmpty)
    }
}
