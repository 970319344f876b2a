import ParaphWire
import ServerKit
import Testing

@Suite struct JSONBodyTests {
    private struct Pen: Codable, Hashable, Sendable {
        struct Nib: Codable, Hashable, Sendable {
            var width: Double
        }

        var colour: String
        var nibs: [Nib]?
    }

    private func decode(_ text: String) throws -> Pen {
        try JSONBody.decode(Pen.self, from: Array(text.utf8))
    }

    private func problem(_ text: String) -> Problem? {
        #expect(throws: Problem.self) { try decode(text) }
    }

    @Test func readsWhatTheTypeKnows() throws {
        #expect(try decode(#"{"colour":"blue","nibs":[{"width":0.5}]}"#) == Pen(colour: "blue", nibs: [.init(width: 0.5)]))
        #expect(try decode(#"{"colour":"blue","nibs":null}"#) == Pen(colour: "blue", nibs: nil))
    }

    @Test func refusesUnknownKeysAndNamesThem() {
        #expect(problem(#"{"colour":"blue","color":"red"}"#)?.fields?.first?.name == "color")
        #expect(problem(#"{"colour":"blue","nibs":[{"width":1},{"width":1,"tip":2}]}"#)?.fields?.first?.name == "nibs[1].tip")
    }

    @Test func namesWhatIsMissingOrOfTheWrongType() {
        #expect(problem("{}")?.fields == [.init(name: "colour", code: "missing", detail: "is missing")])
        #expect(problem(#"{"colour":7}"#)?.fields?.first?.code == "wrongType")
        #expect(problem(#"{"colour":"blue","nibs":[{"width":"x"}]}"#)?.fields?.first?.name == "nibs[0].width")
    }

    @Test func aNumberThatDoesNotFitIsNotCalledNoJSON() {
        let problem = #expect(throws: Problem.self) { try JSONBody.decode(Bottle.self, from: Array(#"{"parts":1.5}"#.utf8)) }
        #expect(problem?.detail?.contains("does not fit") == true && problem?.detail?.contains("Int") == false)
    }

    private struct Bottle: Codable, Hashable, Sendable {
        enum Kind: String, Codable, CaseIterable { case ink, water }

        var kind: Kind?
        var sealedAt: Timestamp?
        var parts: Int?
        var isFull: Bool?
        var notes: [String]?
        var pen: Pen?
    }

    @Test(arguments: [
        (#"{"kind":"wine"}"#, "must be one of ink, water"), (#"{"kind":7}"#, "must be text"),
        (#"{"parts":null,"sealedAt":7}"#, "must be text"),
        (#"{"parts":"1"}"#, "must be a whole number"), (#"{"isFull":"x"}"#, "must be true or false"), (#"{"notes":{}}"#, "must be a list"),
        (#"{"pen":[]}"#, "must be an object"), (#"{"sealedAt":"today"}"#, "is not a UTC time like 2026-11-21T10:07:59Z (RFC 3339)"),
    ])
    func saysInWordsWhatIsWrong(text: String, detail: String) {
        let problem = #expect(throws: Problem.self) { try JSONBody.decode(Bottle.self, from: Array(text.utf8)) }
        #expect(problem?.fields?.first?.detail == detail)
    }

    @Test(arguments: ["", "{", "nul", "[]", "\"text\"", "{\"colour\":NaN}", #"{"colour":"blue","nibs":[{"width":1e999}]}"#])
    func refusesWhatIsNoSuchObject(text: String) {
        #expect(problem(text)?.status == 400)
    }

    @Test func refusesBytesThatAreNotUTF8() {
        let bytes = Array(#"{"colour":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
        #expect(throws: Problem.self) { try JSONBody.decode(Pen.self, from: bytes) }
    }

    @Test func refusesDeepNestingBeforeParsing() {
        let deep = String(repeating: "[", count: 100_000)
        #expect(problem(deep)?.detail?.contains("32") == true)
    }

    @Test(arguments: [
        (#"{"colour":"blue","colour":"red"}"#, "colour"),
        (#"{"colour":"blue","\u0063olour":"red"}"#, "colour"),
        (#"{"colour":"blue","nibs":[{"width":1,"width":2}]}"#, "width"),
        (#"{"colour":"blue","caf\u00e9":null,"cafe\u0301":null}"#, "café"),
    ])
    func refusesAKeyThatComesTwiceHoweverItIsEscaped(text: String, key: String) {
        #expect(problem(text)?.fields?.first?.name == key)
        #expect(problem(text)?.fields?.first?.code == "repeated")
    }

    @Test func takesAKeyAgainInAnotherObjectAndInTexts() throws {
        #expect(try decode(#"{"colour":"\"colour\",{\"colour\"","nibs":[{"width":1},{"width":1}]}"#).nibs?.count == 2)
    }
}
