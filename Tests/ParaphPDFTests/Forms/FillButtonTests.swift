import Testing

@testable import ParaphPDF

@Suite struct FillButtonTests {
    private static let picture = "<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 0>>\nstream\n\nendstream"

    /// A group with a widget from object 20 on for each state.
    private func group(_ entries: String, states: [String]) -> TestForm {
        var more: [Int: String] = [30: Self.picture]
        for (index, state) in states.enumerated() {
            more[20 + index] = "<</Subtype/Widget/Parent 10 0 R/Rect[0 0 9 9]/AS/Off/AP<</N<</\(state) 30 0 R/Off 30 0 R>>>>>>"
        }
        let kids = states.indices.map { "\($0 + 20) 0 R" }.joined(separator: " ")
        return TestForm(["/T(g)/FT/Btn\(entries)/Kids[\(kids)]"], more: more, annotations: kids)
    }

    private func states(_ file: PDFFile) throws -> [String] {
        try (file.field("g")?.widgets ?? []).map { try file.object($0).dictionary?["AS"]?.name?.description ?? "" }
    }

    @Test func aBoxIsTickedAndCleared() throws {
        let form = group("", states: ["Yes"])
        var file = try form.filled([("g", .checked(true))]).file
        #expect(try file.value("g") == "Yes")
        #expect(try states(file) == ["Yes"])
        file = try form.filled([("g", .text("Yes")), ("g", .checked(false))]).file
        #expect(try file.value("g") == "Off")
        #expect(try states(file) == ["Off"])
        #expect(try form.refusal("g", .text("No")) == .noOption)
        #expect(try form.refusal("g", .choices(["Yes"])) == .wrongType)
    }

    @Test func aBoxWithoutPicturesGetsThem() throws {
        let file = try TestForm(["/T(g)/FT/Btn/MK<</CA(8)/BC[0]>>"]).filled([("g", .checked(true))]).file
        #expect(try file.value("g") == "Yes")
        #expect(try file.drawing(of: "g").contains(" m\n"))
        let off = try TestForm(["/T(g)/FT/Btn"]).filled([("g", .checked(false))]).file
        #expect(try off.value("g") == "Off")
        #expect(try !off.drawing(of: "g").contains(" m\n"))
    }

    @Test func oneRadioButtonIsOn() throws {
        let form = group("/Ff 32768/V/b", states: ["a", "b", "c"])
        let file = try form.filled([("g", .text("c"))]).file
        #expect(try file.value("g") == "c")
        #expect(try states(file) == ["Off", "Off", "c"])
        #expect(try form.filled([("g", .empty)]).file.value("g") == "Off")
        #expect(try group("/Ff 49152/V/b", states: ["a", "b"]).refusal("g", .empty) == .mustBeOn)
        #expect(try form.refusal("g", .text("d")) == .noOption)
        #expect(try form.refusal("g", .checked(true)) == .wrongType)
    }

    @Test func exportValuesNameButtons() throws {
        let form = group("/Ff 32768/Opt[(red)(gr\\374n)(red)]", states: ["0", "1", "2"])
        #expect(try form.open().states(of: #require(try form.open().field("g"))) == ["red", "grün"])
        let file = try form.filled([("g", .text("grün"))]).file
        #expect(try file.value("g") == "1")
        #expect(try states(try form.filled([("g", .text("red"))]).file) == ["0", "Off", "Off"])
        let unison = group("/Ff 33587200/Opt[(red)(blue)(red)]", states: ["0", "1", "2"])
        #expect(try states(try unison.filled([("g", .text("red"))]).file) == ["0", "Off", "2"])
    }

    @Test func boxesOfOneNameExcludeEachOther() throws {
        let form = group("", states: ["one", "two", "one"])
        #expect(try form.refusal("g", .checked(true)) == .noOption)
        #expect(try states(try form.filled([("g", .text("one"))]).file) == ["one", "Off", "one"])
    }
}
