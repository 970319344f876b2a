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

    @Test func theSameTextWrittenOtherwiseIsNoOther() throws {
        #expect(try detail(11, from: "/V(Ann)", to: "/V<FEFF0041006E006E>") == ["A field was filled in: name"])
    }
}
