import ParaphInkFormats
import Testing

@testable import SignToLoginDialect

/// What is read of the bodies of calls, without a server.
@Suite struct SignToLoginParametersTests {
    private static func parameters(_ body: String, _ contentType: String? = nil) throws(SignToLoginRefusal) -> SignToLoginParameters {
        try SignToLoginParameters(body: Array(body.utf8), contentType: contentType)
    }

    @Test func aTextIsTheSameInJSONAndInAForm() throws {
        for parameters in [
            try Self.parameters(#"{"email": " anna@example.org ", "time": 17}"#),
            try Self.parameters("email=+anna%40example.org+&time=17", "application/x-www-form-urlencoded"),
        ] {
            #expect(try parameters.line("email", limit: 100) == "anna@example.org")
            #expect(try parameters.text("time") == "17")
            #expect(try parameters.line("city", limit: 100) == nil)
        }
    }

    @Test(arguments: [#"{"email": null}"#, #"{"email": ""}"#, #"{"email": "  "}"#, "{}"]) func whatIsEmptyIsMissing(body: String) throws {
        let parameters = try Self.parameters(body)
        #expect(throws: SignToLoginRefusal("email", "is missing")) { try parameters.requiredLine("email", limit: 100) }
    }

    @Test(arguments: [#"{"email": "a", "email": "b"}"#, #"{"email": "a", "\u0065mail": "b"}"#])
    func aParameterThatComesTwiceIsRefused(body: String) {
        #expect(throws: SignToLoginRefusal("email", "comes more than once; send it once")) { try Self.parameters(body) }
    }

    @Test func unknownParametersAreIgnoredWhateverTheyHold() throws {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        let parameters = try Self.parameters(#"{"colour": \#(deep), "a@b": 1, "email": "a"}"#)
        #expect(parameters.ignored.count == 2 && parameters.ignored.names == ["colour"])
        #expect(throws: SignToLoginRefusal("location", "nests too deep")) { try Self.parameters(#"{"location": \#(deep)}"#) }
    }

    @Test(arguments: ["", "[]", "{", #"{"email"}"#, #"{"email": }"#, #"{"email": 1} 2"#, #"{"email": "a" "city": "b"}"#])
    func whatIsNoObjectIsRefusedAsABody(body: String) {
        let refusal = #expect(throws: SignToLoginRefusal.self) { try Self.parameters(body, "application/json") }
        #expect(refusal?.parameter == nil)
    }

    @Test func aStructureMayBeText() throws {
        for body in [#"{"signatures": [1, 2]}"#, #"{"signatures": "[1, 2]"}"#] {
            #expect(try Self.parameters(body).structure("signatures") == Array("[1, 2]".utf8))
        }
        #expect(try JSONMembers.read(Array(#"{"a": {"b": "}"}, "c": [","]}"#.utf8)).map(\.name) == ["a", "c"])
    }
}
