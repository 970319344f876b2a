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

    /// In each of the three forms of a body, up to a thousand in all; more are refused, and how many is said.
    @Test func unknownParametersAreBounded() throws {
        for (count, isTaken) in [(998, true), (1000, false)] {
            let names = (0..<count).map { "extra\($0)" }
            let json = "{" + (names.map { #""\#($0)": [1]"# } + [#""email": "a""#, #""time": 1"#]).joined(separator: ", ") + "}"
            let form = (names.map { "\($0)=1" } + ["email=a", "time=1"]).joined(separator: "&")
            let parts = (names + ["email", "time"]).map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\na\r\n" }.joined()
            for (body, type) in [
                (json, "application/json"), (form, "application/x-www-form-urlencoded"),
                (parts + "--b--", "multipart/form-data; boundary=b"),
            ] {
                if isTaken {
                    let parameters = try Self.parameters(body, type)
                    #expect(try parameters.text("email") == "a" && parameters.ignored.count == count)
                } else {
                    let refusal = #expect(throws: SignToLoginRefusal.self) { try Self.parameters(body, type) }
                    #expect(refusal?.parameter == nil && refusal?.error.contains("more than 1000") == true)
                }
            }
        }
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
        #expect(try JSONMembers.read(Array(#"{"a": {"b": "}"}, "c": [","]}"#.utf8), atMost: 2).map(\.name) == ["a", "c"])
    }
}
