import ParaphInk
import ParaphInkFormats
import Testing

@Suite struct SignPassFormatTests {
    private func decode(_ text: String, time: SignPassFormat.TimeUnit = .detected) throws(FormatError) -> Sample {
        try SignPassFormat.decode(Array(text.utf8), time: time)
    }

    @Test(arguments: [
        "10,20,0\n11,20,16\n12,21,33", "10 20 0\r\n11 20 16\r\n12 21 33\r\n", "10;20;0\r11;20;16\r12;21;33",
        "\t10\t20\t0\n\n11 20 16\n 12, 21, 33",
        "x,y,time\n10,20,0\n11,20,16\n12,21,33", "(10, 20, 0)\n(11, 20, 16)\n(12, 21, 33)", "[[10,20,0],[11,20,16],[12,21,33]]",
        "\u{FEFF}10,20,1350000000000\n11,20,1350000000016\n12,21,1350000000033", "\"10\",\"20\",\"0\"\n\"11\",\"20\",\"16\"\n12,21,33",
        "10,20,0\n11,20,.016\n12,21,0.033", "x y t_s\n10,20,0\n11,20,.016\n12,21,0.033",
    ])
    func rowsAreReadHoweverTheyAreSeparated(text: String) throws {
        let points = try decode(text).strokes.flatMap(\.points)
        #expect(points.map(\.x) == [10, 11, 12])
        #expect(points.map(\.y) == [20, 20, 21])
        #expect(points.map { $0.time.rounded() } == [0, 16, 33])
    }

    @Test func theUnitOfTimeIsFoundUnlessItIsSaid() throws {
        let slow = "1 1 0\n2 1 1\n3 1 2"
        #expect(try decode(slow).strokes[0].points[2].time == 2)
        #expect(try decode(slow, time: .seconds).strokes[0].points[2].time == 2000)
        #expect(try decode("x,y,time_s\n" + slow).strokes[0].points[2].time == 2000)
        let fast = "1 1 5\n2 1 5.01\n3 1 5.02"
        #expect(try decode(fast).strokes[0].points[1].time.rounded() == 10)
        #expect(try decode("x,y,millis\n" + fast).strokes[0].points[2].time < 1)
        #expect(try decode(fast, time: .milliseconds).strokes[0].points[2].time < 1)
        // A clock of whole seconds still is one of seconds.
        let coarse = (0..<60).map { "\($0) 0 \($0 / 30)" }.joined(separator: "\n")
        #expect(try decode(coarse).strokes[0].points[59].time == 1000)
    }

    @Test func strokesAreFoundByBlankLinesOrElseByJumps() throws {
        #expect(try decode("0 0 0\n1 0 10\n\n\n2 0 20\n90 0 30\n").strokes.map(\.points.count) == [2, 2])
        #expect(try decode("0 0 0\n1 0 10\n2 0 20\n90 0 30\n\n").strokes.map(\.points.count) == [3, 1])
    }

    @Test func equalTimesAreNoTimes() throws {
        #expect(try decode("0 0 7\n1 0 7\n2 0 7").channels == [])
        #expect(try decode("0 0 7\n1 0 7\n2 0 8").channels == .time)
    }

    @Test(
        arguments: [
            ("", .empty), ("\n\n", .empty), ("x,y,time", .empty), ("1,2", .malformed), ("1,2,3,4", .malformed), ("1;2,5;3", .malformed),
            ("1,2,nan", .malformed), ("1,2,0x1", .malformed), ("x,y,t\nx,y,t\n1,2,3", .malformed), ("1 2 3\nx y t", .malformed),
            ("1 2 1e999", .outOfRange), ("1e308 2 3", .outOfRange), ("1 2 0\n1 2 -5", .timeRunsBackwards),
            ("1 2 0\n1 2 500000", .outOfRange),
        ] as [(String, FormatError.Code)]
    )
    func whatIsWrongIsSaid(text: String, code: FormatError.Code) {
        #expect(error { () throws(FormatError) in try decode(text) }?.code == code)
    }

    @Test func theLineIsNamed() {
        #expect(error { () throws(FormatError) in try decode("x,y,t\n1,2,3\n\n1,2") }?.place == .line(4))
        #expect(error { () throws(FormatError) in try SignPassFormat.decode([0xFF, 0xFE, 0x41]) }?.place == .line(1))
    }

    @Test func sizeIsBounded() {
        let many = (0...30_000).map { "\($0 % 9) 0 \($0)" }.joined(separator: "\n")
        #expect(error { () throws(FormatError) in try decode(many) }?.code == .tooLarge)
        #expect(error { () throws(FormatError) in try SignPassFormat.decode(Array(repeating: 32, count: 4_000_001)) }?.code == .tooLarge)
    }

    @Test func writingAndReadingGivesTheSameSample() throws {
        let read = try SignPassFormat.decode(SignPassFormat.encode(.example))
        #expect(read.strokes.map(\.points.count) == [12, 1, 9])
        #expect(read.strokes.flatMap(\.points).map(\.time) == Sample.example.strokes.flatMap(\.points).map(\.time))
        #expect(try SignPassFormat.decode(SignPassFormat.encode(read)) == read)
        var still = Sample.example
        still.channels = []
        #expect(try SignPassFormat.decode(SignPassFormat.encode(still)).channels == [])
    }

    @Test func damagedTextIsHarmless() throws {
        let bytes = try SignPassFormat.encode(.example)
        for damaged in Damage.beginnings(of: bytes) { Damage.expectHarmless(damaged, in: .signPass) }
        for damaged in Damage.mutations(of: bytes, count: 3000, seed: 2) { Damage.expectHarmless(damaged, in: .signPass) }
    }

    @Test func aClockMayStepBackByThreeSteps() throws {
        let sample = try SignPassFormat.decode(Array("x,y,time_ms\n0,0,0\n1,0,10\n2,0,20\n3,0,0\n4,0,10\n5,0,20".utf8))
        #expect(sample.strokes.flatMap { $0.points.map(\.time) } == [0, 10, 20, 30, 40, 50])
        let error = #expect(throws: FormatError.self) {
            try SignPassFormat.decode(Array("x,y,time_ms\n0,0,0\n1,0,10\n2,0,20\n3,0,30\n4,0,40\n5,0,0".utf8))
        }
        #expect(error?.code == .timeRunsBackwards && error?.place == .line(7))
    }
}
