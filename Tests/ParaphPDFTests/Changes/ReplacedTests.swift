import Testing

@testable import ParaphPDF

/// What a field held when it was signed is told apart from what was empty.
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

    @Test(arguments: ["/V()", "/V( )", "/V null", "/V(dd.mm.yyyy)/DV(dd.mm.yyyy)", "/V(0)/AA<</C<</S/JavaScript/JS(f)>>>>"])
    func whatHeldNothingOfASignersIsFilledIn(before: String) throws {
        #expect(try detail(11, from: before, to: "/V(Ben)") == ["A field was filled in: name"])
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

    @Test func theSameTextWrittenOtherwiseIsNoOther() throws {
        #expect(try detail(11, from: "/V(Ann)", to: "/V<FEFF0041006E006E>") == ["A field was filled in: name"])
    }
}
