import Testing

@testable import ParaphPDF

/// What signers and the programs of others do after a signature, and is right.
@Suite struct ChangesTests {
    private func signed(level: Int? = nil, isTagged: Bool = false) throws -> SignedTestPDF {
        var pdf = SignedTestPDF(isTagged: isTagged)
        if let level { try pdf.certify(level: level) } else { try pdf.sign(16) }
        return pdf
    }

    @Test func nothingAfterIsNothing() throws {
        #expect(try signed().changes().verdict == .none)
        var pdf = try signed()
        pdf.append("% a comment\n")
        #expect(try pdf.changes().verdict == .none)
    }

    @Test func objectsWrittenAgainAreNoChange() throws {
        var pdf = try signed()
        try pdf.update([3: pdf.text(3, with: ""), 8: pdf.text(8, with: ""), 2: pdf.text(2, with: "")])
        #expect(try pdf.changes().verdict == .none)
        #expect(try pdf.changes().items.isEmpty)
    }

    @Test(arguments: [nil, 2, 3]) func aSecondSignatureIsAllowed(level: Int?) throws {
        var pdf = try signed(level: level)
        try pdf.sign(17)
        let changes = try pdf.changes()
        #expect(changes.verdict == .allowed)
        #expect(changes.items.map(\.kind) == [.signature])
        #expect(try pdf.changes(since: "second").verdict == .none)
    }

    @Test func whereNothingMayChangeNobodyElseMaySign() throws {
        var pdf = try signed(level: 1)
        try pdf.sign(17)
        #expect(try pdf.changes().verdict == .forbidden)
    }

    @Test(arguments: [nil, 1, 2, 3]) func validationDataAndTimestampsAreAlwaysAllowed(level: Int?) throws {
        var pdf = try signed(level: level)
        try pdf.update(
            [1: pdf.text(1, with: "/DSS 40 0 R/Extensions<</ESIC<</BaseVersion/1.7/ExtensionLevel 1>>>>"), 40: "<</Certs[41 0 R]>>"],
            streams: [41: ("", "DER")]
        )
        #expect(try pdf.changes().verdict == .allowed)
        try pdf.update([40: "<</Certs[41 0 R 42 0 R]>>"], streams: [42: ("", "more")])
        try pdf.update([
            10: pdf.text(10, with: "/Fields[11 0 R 13 0 R 16 0 R 17 0 R 43 0 R]/SigFlags 3"),
            21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 19 0 R 43 0 R]",
            43: "<</Type/Annot/Subtype/Widget/FT/Sig/T(stamp)/Rect[0 0 0 0]/F 132/P 3 0 R/V 44 0 R>>",
            44: "<</Type/DocTimeStamp/Filter/Adobe.PPKLite/SubFilter/ETSI.RFC3161/Contents<00>/ByteRange[0 1 2 3]>>",
        ])
        let changes = try pdf.changes()
        #expect(changes.verdict == .allowed, "\(changes.items)")
        #expect(changes.items.contains { $0.kind == .timestamp })
    }

    @Test func metadataMayTellOfTheUpdate() throws {
        var pdf = try signed(level: 1)
        try pdf.update(
            [50: "<</ModDate(D:20260101)>>", 1: pdf.text(1, with: "/Metadata 51 0 R")],
            streams: [51: ("/Type/Metadata/Subtype/XML", "<x/>")],
            trailer: "<</Info 50 0 R>>"
        )
        try pdf.update([50: "<</ModDate(D:20260102)>>"], streams: [51: ("/Type/Metadata/Subtype/XML", "<y/>")])
        #expect(try pdf.changes().verdict == .allowed)
        #expect(try pdf.changes().items.allSatisfy { $0.kind == .metadata })
    }

    /// Fills the text field with an appearance that shows a text.
    private func fill(_ pdf: inout SignedTestPDF, value: String, shown: String, font: String = "8 0 R") throws {
        try pdf.update(
            [11: pdf.text(11, with: "/V(\(value))/AP<</N 60 0 R>>")],
            streams: [60: (SignedTestPDF.form.replacing("8 0 R", with: font), "/Tx BMC BT /Helv 12 Tf 2 6 Td (\(shown)) Tj ET EMC")]
        )
    }

    @Test(arguments: [nil, 2, 3]) func formsMayBeFilledIn(level: Int?) throws {
        var pdf = try signed(level: level)
        try fill(&pdf, value: "Bea", shown: "Bea")
        try pdf.update([13: pdf.text(13, with: "/V/Yes/AS/Yes")])
        let changes = try pdf.changes()
        #expect(changes.verdict == .allowed, "\(changes.items)")
        #expect(changes.items.map(\.kind) == [.formField, .formField])
        #expect(changes.items.first?.page == 1)
        #expect(changes.items.first?.rectangle == PDFRectangle(100, 500, 300, 520))
    }

    @Test func anAppearanceMayBeDrawnAnewInItsPlace() throws {
        var pdf = try signed(level: 2)
        try pdf.update([11: pdf.text(11, with: "/V(Bea)")], streams: [12: (SignedTestPDF.form, "BT /Helv 12 Tf (Bea) Tj ET")])
        #expect(try pdf.changes().verdict == .allowed)
    }

    @Test func streamsMayBeCompressedAnew() throws {
        var pdf = try signed(level: 1)
        let content = try #require(try pdf.object(5).stream?.data.array)
        var update = try PDFUpdate(PDFFile(PDFBytes(pdf.bytes)))
        let added = update.add(PDFDictionary(), stream: content)
        let compressed = try update.object(added)
        update = try PDFUpdate(PDFFile(PDFBytes(pdf.bytes)))
        update.set(compressed, for: PDFReference(5))
        pdf.append(try update.write().appended)
        #expect(try pdf.changes().verdict == .none)
    }

    @Test func everyPlaceOfAFieldMustShowItsValue() throws {
        var pdf = SignedTestPDF()
        try pdf.update([
            11: "<</FT/Tx/T(name)/V(Ann)/DA(/Helv 12 Tf 0 g)/Kids[95 0 R]>>",
            95: "<</Type/Annot/Subtype/Widget/Parent 11 0 R/P 3 0 R/Rect[100 500 300 520]/AP<</N 12 0 R>>>>",
            21: "[95 0 R 13 0 R 16 0 R 17 0 R 18 0 R 19 0 R]",
        ])
        try pdf.sign(16)
        var stale = pdf
        try stale.update([11: stale.text(11, with: "/V(Bea)")])
        #expect(try stale.changes().verdict == .suspicious)
        try pdf.update([11: pdf.text(11, with: "/V(Bea)")], streams: [12: (SignedTestPDF.form, "BT /Helv 12 Tf (Bea) Tj ET")])
        #expect(try pdf.changes().verdict == .allowed)
    }

    @Test func whereNothingMayChangeNoFormIsFilled() throws {
        var pdf = try signed(level: 1)
        try fill(&pdf, value: "Bea", shown: "Bea")
        #expect(try pdf.changes().verdict == .forbidden)
    }

    @Test func aFieldThatShowsAnotherTextIsSuspicious() throws {
        var pdf = try signed()
        try fill(&pdf, value: "100", shown: "900")
        #expect(try pdf.changes().verdict == .suspicious)
        pdf = try signed()
        try pdf.update([11: pdf.text(11, with: "/V(Bea)")])
        #expect(try pdf.changes().verdict == .suspicious)
    }

    @Test(arguments: [
        "<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor<</FontFile2 6 0 R>>>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[49/nine]>>>>", "<</Type/Font/Subtype/Type3/CharProcs<<>>>>",
    ])
    func aFontThatMayShowOtherLettersIsSuspicious(font: String) throws {
        var pdf = try signed()
        try pdf.update([61: font])
        try fill(&pdf, value: "100", shown: "100", font: "61 0 R")
        #expect(try pdf.changes().verdict == .suspicious)
        #expect(try pdf.changes().items.contains { $0.kind == .font || $0.kind == .appearance })
    }

    @Test(arguments: [
        ("Include", "(name)", true), ("Include", "(agree)", false), ("Exclude", "(name)", false), ("Exclude", "(agree)", true),
        ("All", "", true),
    ])
    func lockedFieldsMayNotBeFilled(action: String, fields: String, isLocked: Bool) throws {
        var pdf = SignedTestPDF(field: "/Lock<</Type/SigFieldLock/Action/\(action)/Fields[\(fields)]>>")
        try pdf.sign(16)
        try fill(&pdf, value: "Bea", shown: "Bea")
        #expect(try pdf.changes().verdict == (isLocked ? .forbidden : .allowed))
        pdf = SignedTestPDF()
        try pdf.sign(16, reference: "[<</TransformMethod/FieldMDP/TransformParams<</Action/\(action)/Fields[\(fields)]>>>>]")
        try fill(&pdf, value: "Bea", shown: "Bea")
        #expect(try pdf.changes().verdict == (isLocked ? .forbidden : .allowed))
        #expect(try pdf.changes().items.contains { $0.kind == .lockedField } == isLocked)
    }

    @Test(arguments: [(nil, PDFChanges.Verdict.allowed), (3, .allowed), (2, .forbidden), (1, .forbidden)])
    func annotationsAreJudgedByLevel(level: Int?, verdict: PDFChanges.Verdict) throws {
        var pdf = try signed(level: level)
        try pdf.update([
            21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 19 0 R 70 0 R]",
            70: "<</Type/Annot/Subtype/Highlight/P 3 0 R/Rect[100 300 200 320]/QuadPoints[0 0 0 0 0 0 0 0]>>",
        ])
        #expect(try pdf.changes().verdict == verdict)
        pdf = try signed(level: level)
        try pdf.update([18: pdf.text(18, with: "/Contents(another note)")])
        #expect(try pdf.changes().verdict == verdict)
        pdf = try signed(level: level)
        try pdf.update([21: "[11 0 R 13 0 R 16 0 R 17 0 R 19 0 R]", 18: "null"])
        #expect(try pdf.changes().verdict == verdict)
    }

    @Test func tagsMayComeWithAnAnnotation() throws {
        var pdf = try signed(level: 3, isTagged: true)
        try pdf.update([
            21: "[11 0 R 13 0 R 16 0 R 17 0 R 18 0 R 19 0 R 70 0 R]",
            70: "<</Type/Annot/Subtype/Link/P 3 0 R/Rect[100 300 200 320]/StructParent 1>>",
            30: pdf.text(30, with: "/ParentTreeNextKey 2"), 31: pdf.text(31, with: "/K[33 0 R 71 0 R]"), 32: "<</Nums[0 33 0 R 1 71 0 R]>>",
            71: "<</Type/StructElem/S/Link/P 31 0 R/K<</Type/OBJR/Obj 70 0 R>>>>",
        ])
        #expect(try pdf.changes().verdict == .allowed)
        var other = try signed(level: 3, isTagged: true)
        try other.update([33: other.text(33, with: "/ActualText(something else)")])
        #expect(try other.changes().verdict == .forbidden)
    }

    @Test func laterSignersMayForbidMore() throws {
        var pdf = try signed()
        try pdf.certify(17, level: 1)
        try fill(&pdf, value: "Bea", shown: "Bea")
        #expect(try pdf.changes(since: "first").verdict < .forbidden)
        #expect(try pdf.changes(since: "second").verdict == .forbidden)
    }

    @Test func whatAnEarlierSignerForbidsStaysForbidden() throws {
        var pdf = try signed(level: 2)
        try pdf.sign(17)
        try pdf.update([18: pdf.text(18, with: "/Contents(another note)")])
        #expect(try pdf.changes(since: "second").verdict == .forbidden)
    }

    @Test func aStateIsComparedWithEachThatFollows() throws {
        var pdf = try signed()
        try pdf.update([5: "null"])
        try pdf.update([:], streams: [5: ("", "BT /F1 12 Tf 100 700 Td (I owe you 100 euros) Tj ET")])
        #expect(try pdf.changes().verdict == .forbidden)
    }
}
