import ParaphInk
import ParaphInkFormats
import Testing

@Suite struct SignToLoginFormatTests {
    private let specified = """
        { "pressure": 0, "dot_count": 3, "signature_contents": [
            { "x": 1068, "y": 52, "p": 0 }, { "x": 1067, "y": 52, "p": 0 }, { "x": 1065, "y": 53, "p": 0 } ] }
        """

    private func decode(_ text: String, limits: Sample.Limits = Sample.Limits()) throws(FormatError) -> Sample {
        try SignToLoginFormat.decode(Array(text.utf8), limits: limits)
    }

    private func contents(_ points: String, rest: String = "") -> String {
        "{\"signature_contents\":[\(points)]\(rest)}"
    }

    @Test func theSignatureOfTheSpecIsRead() throws {
        let sample = try decode(specified)
        #expect(sample.strokes.count == 1)
        #expect(sample.strokes[0].points.map(\.x) == [1068, 1067, 1065])
        #expect(sample.strokes[0].points.map(\.y) == [52, 52, 53])
        #expect(sample.channels == [])
        #expect(try decode(specified.replacing("dot_count", with: "dot count")) == sample)
    }

    @Test func numbersMayBeTextAndWhatIsNotNeededMayBeMissing() throws {
        let sample = try decode(contents("{\"x\":\"12.5\",\"y\":\"-1e1\"},{\"y\":3,\"x\":4,\"p\":null,\"more\":[{\"a\":true}]}"))
        #expect(sample.strokes[0].points == [Point(x: 12.5, y: -10), Point(x: 4, y: 3)])
        #expect(try decode("\u{FEFF}" + contents("{\"\\u0078\":-0,\"y\":0.0}")).strokes[0].points[0].x.sign == .plus)
    }

    @Test func aJumpOverFiveMedianStepsStartsAStroke() throws {
        let xs = [0, 1, 2, 3, 8, 14, 15, 16]
        let sample = try decode(contents(xs.map { "{\"x\":\($0),\"y\":0}" }.joined(separator: ",")))
        #expect(sample.strokes.map { $0.points.map(\.x) } == [[0, 1, 2, 3, 8], [14, 15, 16]])
        let resting = [0, 0, 0, 0, 1, 1, 1, 2, 30]
        let second = try decode(contents(resting.map { "{\"x\":\($0),\"y\":0}" }.joined(separator: ",")))
        #expect(second.strokes.map(\.points.count) == [8, 1])
    }

    @Test func pressureIsNormalisedAndItsAbsenceFound() throws {
        let sample = try decode(contents("{\"x\":1,\"y\":1,\"p\":512},{\"x\":2,\"y\":1,\"p\":0}"))
        #expect(sample.channels == .pressure)
        #expect(sample.strokes[0].points.map(\.pressure) == [512.0 / 1023, 0])
        let scaled = try decode(contents("{\"x\":1,\"y\":1,\"p\":512}", rest: ",\"pressure\":1024"))
        #expect(scaled.strokes[0].points[0].pressure == 0.5)
        let unit = try decode(contents("{\"x\":1,\"y\":1,\"p\":0.25}"))
        #expect(unit.strokes[0].points[0].pressure == 0.25)
        #expect(error { () throws(FormatError) in try decode(contents("{\"x\":1,\"y\":1,\"p\":-1}")) }?.code == .outOfRange)
    }

    @Test(
        arguments: [
            ("", .empty), ("{", .truncated), ("{}", .malformed), ("[]", .malformed), ("null", .malformed),
            ("{\"signature_contents\":7}", .malformed),
            ("{\"signature_contents\":[]}", .empty), ("{\"signature_contents\":[7]}", .malformed),
            ("{\"signature_contents\":[{\"x\":1}]}", .malformed), ("{\"signature_contents\":[{\"x\":1,\"y\":null}]}", .malformed),
            ("{\"signature_contents\":[{\"x\":NaN,\"y\":1}]}", .malformed),
            ("{\"signature_contents\":[{\"x\":\"nan\",\"y\":1}]}", .malformed),
            ("{\"signature_contents\":[{\"x\":\"0x10\",\"y\":1}]}", .malformed),
            ("{\"signature_contents\":[{\"x\":1e999,\"y\":1}]}", .outOfRange),
            ("{\"signature_contents\":[{\"x\":1e308,\"y\":1}]}", .outOfRange),
            ("{\"signature_contents\":[{\"x\":true,\"y\":1}]}", .malformed),
            ("{\"signature_contents\":[{\"x\":1,\"y\":1}],\"dot_count\":2}", .malformed),
            ("{\"signature_contents\":[{\"x\":1,\"y\":1}],\"dot_count\":1e300}", .malformed),
            ("{\"signature_contents\":[{\"x\":1,\"y\":1}],\"signature_contents\":[]}", .malformed),
            ("{\"signature_contents\":[{\"x\":1,\"y\":1}]} {}", .malformed), ("{\"a\":\"\\ud800\"}", .malformed),
            ("{\"a\":\"\\uZZZZ\"}", .malformed), ("{\"a\":\"\\ud83d\\u0041\"}", .malformed), ("{\"a\":\"\\udc00\"}", .malformed),
            ("{\"a\":\"\n\"}", .malformed), ("{\"a\":tru}", .malformed), ("{\"a\":1.2.3}", .malformed), ("{\"a\" 1}", .malformed),
        ] as [(String, FormatError.Code)]
    )
    func whatIsWrongIsSaid(text: String, code: FormatError.Code) {
        #expect(error { () throws(FormatError) in try decode(text) }?.code == code)
    }

    @Test func aWrongCountIsNamed() {
        let wrong = error { () throws(FormatError) in try decode(contents("{\"x\":1,\"y\":1}", rest: ",\"dot_count\":176")) }
        #expect(wrong?.description.contains("\"dot_count\" says 176, but \"signature_contents\" holds 1 point") == true)
    }

    @Test func textThatIsNotUTF8IsRefused() {
        let bytes = Array("{\"a".utf8) + [0xC3, 0x28] + Array("\":1}".utf8)
        #expect(error { () throws(FormatError) in try SignToLoginFormat.decode(bytes) }?.code == .malformed)
    }

    @Test func sizeAndDepthAreBounded() {
        let many = contents(Array(repeating: "{\"x\":1,\"y\":1}", count: 30_001).joined(separator: ","))
        #expect(error { () throws(FormatError) in try decode(many) }?.code == .tooLarge)
        let few = contents("{\"x\":1,\"y\":1},{\"x\":1,\"y\":1}")
        #expect(error { () throws(FormatError) in try decode(few, limits: Sample.Limits(points: 1)) }?.code == .tooLarge)
        let long = Array(repeating: UInt8(ascii: " "), count: SignToLoginFormat.longestSignature + 1)
        #expect(error { () throws(FormatError) in try SignToLoginFormat.decode(long) }?.code == .tooLarge)
        let deep = "{\"a\":" + String(repeating: "[", count: 100_000)
        #expect(error { () throws(FormatError) in try decode(deep) }?.code == .malformed)
    }

    @Test func aListIsReadAndTheWrongOneNamed() throws {
        let two = try SignToLoginFormat.decodeList(Array("[\(specified),\(specified)]".utf8))
        #expect(two.count == 2)
        #expect(try SignToLoginFormat.decodeList(Array(specified.utf8)).count == 1)
        #expect(try SignToLoginFormat.decodeList(Array("[]".utf8)).isEmpty)
        let wrong = error { () throws(FormatError) in
            try SignToLoginFormat.decodeList(Array("[\(specified),{\"signature_contents\":[]}]".utf8))
        }
        #expect(wrong?.signature == 1)
        #expect(wrong?.description.hasPrefix("signature 1: ") == true)
        let many = Array("[\(Array(repeating: specified, count: 4).joined(separator: ","))]".utf8)
        #expect(error { () throws(FormatError) in try SignToLoginFormat.decodeList(many, atMost: 3) }?.code == .tooLarge)
    }

    @Test func writingAndReadingGivesTheSamePoints() throws {
        let read = try SignToLoginFormat.decode(SignToLoginFormat.encode(.example))
        #expect(read.strokes.flatMap(\.points).map(\.x) == Sample.example.strokes.flatMap(\.points).map(\.x))
        #expect(read.strokes.flatMap(\.points).map(\.pressure) == Sample.example.strokes.flatMap(\.points).map(\.pressure))
        #expect(try SignToLoginFormat.decode(SignToLoginFormat.encode(read)) == read)
    }

    @Test func dotsThatWereParsedElsewhereMakeTheSameSample() throws {
        let dots = [SignToLoginFormat.Dot(x: 1068, y: 52), .init(x: 1067, y: 52), .init(x: 1065, y: 53)]
        #expect(try SignToLoginFormat.sample(of: dots, dotCount: 3, pressure: 0) == decode(specified))
        #expect(error { () throws(FormatError) in try SignToLoginFormat.sample(of: [.init(x: .nan, y: 0)]) }?.place == .point(0))
        #expect(
            error { () throws(FormatError) in try SignToLoginFormat.sample(of: [.init(x: 0, y: 0, p: .infinity)]) }?.code == .outOfRange
        )
    }

    @Test func damagedTextIsHarmless() {
        let bytes = Array(specified.utf8)
        for damaged in Damage.beginnings(of: bytes) {
            #expect(error { () throws(FormatError) in try SignToLoginFormat.decode(damaged) } != nil)
        }
        for damaged in Damage.mutations(of: bytes, count: 3000, seed: 1) { Damage.expectHarmless(damaged, in: .signToLogin) }
    }
}
