import ParaphInk
import ParaphInkFormats
import Testing

@Suite struct ISO19794FormatTests {
    /// The beginning of a record that a tablet's maker publishes as an example, cut to its first two points.
    private let published = bytes(
        "5344490020313000 C160 E0B4808000A7BF E0B48080009DCF 80E9C4 60000001FF 00 00 00000002 A343903A0000006A01 A343903A003200A701"
    )

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.filter { $0 != " " }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits.dropFirst($0).prefix(2), radix: 16) ?? 0
        }
    }

    private func decode(_ hex: String) throws(FormatError) -> Sample {
        try ISO19794Format.decode(Self.bytes("5344490020313000" + hex))
    }

    @Test func thePublishedRecordIsRead() throws {
        let sample = try ISO19794Format.decode(published)
        #expect(sample.unitsPerMillimetre == 100)
        #expect(sample.channels == [.time, .pressure])
        #expect(sample.strokes.count == 1)
        let points = sample.strokes[0].points
        #expect(points.map(\.x) == [9027, 9027])
        #expect(points.map(\.y) == [-4154, -4154])
        #expect(points.map(\.time) == [0, 5])
        #expect(points.map(\.pressure) == [106.0 / 511, 167.0 / 511])
    }

    @Test func thePenIsLiftedByTheTipOrElseByTheForce() throws {
        let tip = try decode("C020 00 00 00 00 00000004 8001 8001 01 8002 8001 00 8003 8001 01 8004 8001 01")
        #expect(tip.strokes.map { $0.points.map(\.x) } == [[1], [3, 4]])
        let force = try decode("C040 00 00 00 00 00000003 8001 8001 0009 8002 8001 0000 8003 8001 0009")
        #expect(force.strokes.map { $0.points.map(\.x) } == [[1], [3]])
        #expect(force.channels == .pressure)
    }

    @Test func timeMayBeGivenInStepsAndWrapAround() throws {
        // DT at 1000/s.
        let steps = try decode("C080 00 00 80CFA0 00 00 000003 8001 8001 0009 8002 8001 000A 8003 8001 0014")
        #expect(steps.strokes[0].points.map(\.time) == [0, 10, 30])
        let wrapped = try decode("C100 00 00 80CFA0 00 00 000002 8001 8001 FFF0 8002 8001 0004")
        #expect(wrapped.strokes[0].points.map(\.time) == [0, 20])
        #expect(
            error { () throws(FormatError) in try decode("C100 00 00 80CFA0 00 00 000002 8001 8001 0090 8002 8001 0004") }?.code
                == .timeRunsBackwards
        )
        // A clock that steps back by two ticks and goes on from there.
        let set = try decode("C100 00 00 80CFA0 00 00 000005 8001 8001 0000 8002 8001 000A 8003 8001 0014 8004 8001 0000 8005 8001 000A")
        #expect(set.strokes[0].points.map(\.time) == [0, 10, 20, 30, 40])
        // Without a scaling value the unit is not known.
        #expect(try decode("C100 00 00 00 00 00 000002 8001 8001 0001 8002 8001 0004").channels == [])
    }

    @Test func constantChannelsMayBeLeftOutOfThePointsOrNot() throws {
        // DT is constant, with a mean of 10 at 1000/s.
        let out = try decode("C080 00 00 94CFA0000A 00 00 000003 8001 8001 8002 8001 8003 8001")
        #expect(out.strokes[0].points.map(\.time) == [0, 10, 20])
        let included = try decode("C080 00 00 94CFA0000A 00 00 000003 8001 8001 000A 8002 8001 000A 8003 8001 000A")
        #expect(included == out)
    }

    @Test func extendedDataAndOtherChannelsArePassedOver() throws {
        let record = "FFFF " + String(repeating: "00", count: 16) + "00 80 000001"
        let point = "8005 8006 0001 8000 8000 8000 8000 0001 0001 0001 01 8000 8000 0001 0001 0001"
        let sample = try decode(record + point + "0003 AABBCC")
        #expect(sample.strokes[0].points.map(\.x) == [5])
        #expect(error { () throws(FormatError) in try decode(record + point + "0004 AABBCC") }?.code == .malformed)
    }

    @Test(
        arguments: [
            ("8000", .malformed), ("C000 00 00 00 00 000000", .empty), ("C000 00 00 00 00 FFFFFF", .tooLarge),
            ("C000 00 00 00 00 000002 80018001", .truncated),
            ("C000 00 00 00 00 000001 80018001 00", .malformed), ("C020 00 00 00 00 00 000001 80018001 00", .empty),
        ] as [(String, FormatError.Code)]
    )
    func whatIsWrongIsSaid(hex: String, code: FormatError.Code) {
        #expect(error { () throws(FormatError) in try decode(hex) }?.code == code)
    }

    @Test func otherFilesAreRefused() {
        #expect(error { () throws(FormatError) in try ISO19794Format.decode([]) }?.code == .malformed)
        #expect(error { () throws(FormatError) in try ISO19794Format.decode(Array("SDI\0 20\0".utf8)) }?.code == .malformed)
        #expect(error { () throws(FormatError) in try ISO19794Format.decode(Array(repeating: 0, count: 2_000_001)) }?.code == .tooLarge)
    }

    @Test func writingAndReadingGivesTheSameSample() throws {
        var sample = Sample.example
        sample.unitsPerMillimetre = 100
        let read = try ISO19794Format.decode(ISO19794Format.encode(sample))
        #expect(read.unitsPerMillimetre == 100)
        #expect(read.channels == sample.channels)
        #expect(read.strokes.map(\.points.count) == sample.strokes.map(\.points.count))
        for (one, other) in zip(read.strokes.flatMap(\.points), sample.strokes.flatMap(\.points)) {
            #expect((one.x, one.y, one.time) == (other.x, other.y, other.time))
            #expect(abs(one.pressure - other.pressure) <= 0.5 / 65535)
            #expect(abs(one.azimuth - other.azimuth) <= .pi / 180 / 256)
            #expect(abs(one.altitude - other.altitude) <= .pi / 180 / 256)
        }
        let bytes = try ISO19794Format.encode(read)
        #expect(try ISO19794Format.encode(ISO19794Format.decode(bytes)) == bytes)
    }

    @Test func fractionsAndLargePositionsKeepTheirShape() throws {
        let points = [Point(x: 0.25, y: 100.5, time: 0), Point(x: -3.75, y: 7, time: 60_000), Point(x: 12, y: 1, time: 119_999)]
        let fine = Sample(strokes: [Stroke(points: points)], channels: .time, unitsPerMillimetre: 4)
        let read = try ISO19794Format.decode(ISO19794Format.encode(fine))
        let scale = try #require(read.unitsPerMillimetre) / 4
        #expect(read.strokes[0].points.map { $0.x / scale } == points.map(\.x))
        #expect(read.strokes[0].points.map(\.time) == [0, 60_000, 120_000])
        let large = Sample(strokes: [Stroke(points: [Point(x: 1e6, y: -1e6), Point(x: -1e6, y: 0)])])
        let shrunk = try ISO19794Format.decode(ISO19794Format.encode(large))
        #expect(shrunk.strokes[0].points.map(\.x) == [31250, -31250])
    }

    @Test func damagedRecordsAreHarmless() throws {
        let bytes = try ISO19794Format.encode(.example)
        for damaged in Damage.beginnings(of: bytes) {
            #expect(error { () throws(FormatError) in try ISO19794Format.decode(damaged) } != nil)
        }
        for damaged in Damage.mutations(of: bytes, count: 3000, seed: 4) { Damage.expectHarmless(damaged, in: .iso19794) }
        for damaged in Damage.mutations(of: published, count: 3000, seed: 5) { Damage.expectHarmless(damaged, in: .iso19794) }
    }
}
