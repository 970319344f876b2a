import ParaphInk
import RandomTestSupport
import Testing

@Suite struct SampleCodecTests {
    @Test func aSmallSampleHasTheBytesThatTheLayoutSays() throws {
        let sample = Sample(
            strokes: [
                Stroke(points: [Point(x: 100, y: 50, time: 0), Point(x: 103, y: 49.5, time: 8), Point(x: 106, y: 49, time: 16)]),
                Stroke(points: [Point(x: 106, y: 49, time: 100)]),
            ],
            channels: .time,
            tool: .finger,
            unitsPerMillimetre: 4
        )
        let bytes: [UInt8] = [
            0x49, 0x6E, 0x6B, 0x01,  // "Ink", version 1
            0b1101_0001,  // fine grid, scale, finger, time
            0x00, 0x00, 0x80, 0x40,  // 4.0
            2,  // strokes
            3,  // points
            0x80, 0x80, 0x90, 0x03, 0x80, 0x80, 0xC8, 0x01, 0,  // 100 and 50 units of 1/32768, at 0 ms
            0x80, 0x80, 0x0C, 0xFF, 0xFF, 0x01, 0xA0, 0x01,  // 3 units on, half a unit up, 8 ms
            0, 0, 0,  // as predicted
            1,
            0, 0, 0x90, 0x0D,  // at the same place, 84 ms later
        ]
        #expect(sample.encoded() == bytes)
        #expect(try Sample(decoding: bytes) == sample)
    }

    @Test func everySampleComesBackRoundedOnceAndForAll() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let sample = Sample.random(using: &generator)
            try sample.validate()
            let bytes = sample.encoded()
            let decoded = try Sample(decoding: bytes)
            #expect(decoded.encoded() == bytes)
            #expect(try Sample(decoding: decoded.encoded()) == decoded)
            expectClose(decoded, sample)
        }
    }

    @Test func aDrawingAtTheEdgeBetweenTheGridsKeepsItsEncoding() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<5000 {
            let left = Double.random(in: -10...10, using: &generator)
            let width = 64 + Double.random(in: -0.05...0.05, using: &generator)
            let bytes = Sample(strokes: [Stroke(points: [Point(x: left, y: 0), Point(x: left + width, y: 0)])]).encoded()
            #expect(try Sample(decoding: bytes).encoded() == bytes)
        }
    }

    @Test func theLargestValuesThatAreValidStayValid() throws {
        let most = Point(x: 1e6, y: -1e6, time: 120_000, pressure: 1, azimuth: 2 * .pi, altitude: .pi / 2)
        let least = Point(x: -1e6, y: 1e6, pressure: 0, azimuth: 0, altitude: 0)
        let sample = Sample(
            strokes: [Stroke(points: [least, most])],
            channels: [.time, .pressure, .azimuth, .altitude],
            unitsPerMillimetre: 1e6
        )
        try sample.validate()
        let decoded = try Sample(decoding: sample.encoded())
        #expect(decoded.strokes[0].points[1].altitude == .pi / 2)
        #expect(decoded.strokes[0].points[1].azimuth == 0, "a full turn is none")
        #expect(decoded.strokes[0].points[1].x == 1e6)
    }

    @Test func whatCannotBeASampleIsEncodedWithoutATrap() {
        for value in [Double.nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude] {
            let point = Point(x: value, y: value, time: value, pressure: value, azimuth: value, altitude: value)
            let sample = Sample(
                strokes: [Stroke(), Stroke(points: [point, Point(x: 0, y: 0, time: -5), point])],
                channels: [.time, .pressure, .azimuth, .altitude],
                unitsPerMillimetre: value
            )
            #expect(sample.encoded().count > 5)
        }
        #expect(throws: InkError(.empty, position: 5)) { try Sample(decoding: Sample().encoded()) }
    }

    @Test func everyPrefixIsTruncated() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<50 {
            let bytes = Sample.random(using: &generator).encoded()
            for length in 0..<bytes.count {
                let error = #expect(throws: InkError.self) { try Sample(decoding: Array(bytes[..<length])) }
                #expect(error?.code == .truncated)
                #expect(error?.position != nil)
            }
            #expect(throws: InkError(.malformed, position: bytes.count)) { try Sample(decoding: bytes + [0]) }
        }
    }

    @Test func everyChangedByteIsRefusedOrAnotherSample() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let bytes = Sample.random(using: &generator).encoded()
            for _ in 0..<100 {
                var changed = bytes
                changed[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
                try expectRefusedOrCanonical(changed)
            }
        }
    }

    @Test func randomBytesNeverTrap() throws {
        var generator = SeededGenerator(seed: 5)
        for round in 0..<100_000 {
            var bytes: [UInt8] = round.isMultiple(of: 2) ? [0x49, 0x6E, 0x6B, 0x01] : []
            for _ in 0..<Int.random(in: 0...24, using: &generator) {
                let byte = UInt8.random(in: 0...255, using: &generator)
                bytes.append(round.isMultiple(of: 3) ? byte & 3 : byte)
            }
            try expectRefusedOrCanonical(bytes)
        }
    }

    @Test func numbersHaveOneSpelling() {
        let bytes = Sample(strokes: [Stroke(points: [Point(x: 0, y: 0)])]).encoded()
        #expect(bytes == [0x49, 0x6E, 0x6B, 0x01, 0x80, 1, 1, 0, 0])
        #expect(throws: InkError(.malformed, position: 8)) { try Sample(decoding: [0x49, 0x6E, 0x6B, 0x01, 0x80, 1, 1, 0x80, 0, 0]) }
        #expect(throws: InkError(.malformed, position: 4)) { try Sample(decoding: [0x49, 0x6E, 0x6B, 0x01, 0x00, 1, 1, 0, 0]) }
        #expect(throws: InkError(.malformed, position: 3)) { try Sample(decoding: [0x49, 0x6E, 0x6B, 0x02, 0x80, 1, 1, 0, 0]) }
        let endless = [0x49, 0x6E, 0x6B, 0x01, 0x80, 1, 1] + [UInt8](repeating: 0xFF, count: 12)
        #expect(throws: InkError(.malformed, position: 14)) { try Sample(decoding: endless) }
    }

    @Test func countsAreCheckedBeforeAnythingIsAllocated() {
        let strokes: [UInt8] = [0x49, 0x6E, 0x6B, 0x01, 0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
        #expect(throws: InkError(.tooLarge, position: 5)) { try Sample(decoding: strokes) }
        let points: [UInt8] = [0x49, 0x6E, 0x6B, 0x01, 0x80, 1, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0]
        #expect(throws: InkError(.tooLarge, position: 6)) { try Sample(decoding: points) }
        let more: [UInt8] = [0x49, 0x6E, 0x6B, 0x01, 0x80, 1, 3, 0, 0, 0, 0]
        #expect(throws: InkError(.truncated, position: 11)) { try Sample(decoding: more) }
        #expect(throws: InkError(.tooLarge, position: 6)) {
            try Sample(decoding: [0x49, 0x6E, 0x6B, 0x01, 0x80, 1, 2, 0, 0, 0, 0], limits: .init(points: 1))
        }
    }

    @Test func theLimitsHoldForDecodedSamples() {
        let far = Sample(strokes: [Stroke(points: [Point(x: 2e6, y: 0), Point(x: 0, y: 0)])]).encoded()
        #expect(throws: InkError(.outOfRange, stroke: 0, position: 0)) { try Sample(decoding: far) }
        let backwards: [UInt8] = [0x49, 0x6E, 0x6B, 0x01, 0x81, 1, 2, 0, 0, 20, 0, 0, 1]
        #expect(throws: InkError(.timeRunsBackwards, stroke: 0, position: 1)) { try Sample(decoding: backwards) }
        let beyond: [UInt8] = [0x49, 0x6E, 0x6B, 0x01, 0x80, 1, 1, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0]
        #expect(throws: InkError(.outOfRange, position: 7)) { try Sample(decoding: beyond) }
    }

    @Test func anEverydaySignatureTakesFewBytesAPoint() {
        let sample = Signatures.anna
        #expect(Double(sample.encoded().count) / Double(sample.pointCount) < 4.5)
    }

    private func expectRefusedOrCanonical(_ bytes: [UInt8]) throws {
        let sample: Sample
        do {
            sample = try Sample(decoding: bytes)
        } catch {
            #expect(error.position != nil || error.code == .outOfRange)
            return
        }
        try sample.validate()
        #expect(sample.encoded() == bytes)
    }

    private func expectClose(_ decoded: Sample, _ sample: Sample) {
        #expect(decoded.channels == sample.channels)
        #expect(decoded.tool == sample.tool)
        #expect(decoded.unitsPerMillimetre == sample.unitsPerMillimetre.map { Double(Float($0)) })
        #expect(decoded.strokes.map(\.points.count) == sample.strokes.map(\.points.count))
        for (one, other) in zip(decoded.strokes.flatMap(\.points), sample.strokes.flatMap(\.points)) {
            let isFar = abs(one.x - other.x) > 0.016 || abs(one.y - other.y) > 0.016 || abs(one.time - other.time) > 0.051
            let turn = abs(one.azimuth - other.azimuth)
            let differs = abs(one.pressure - other.pressure) > 0.00013 || abs(one.altitude - other.altitude) > 0.0008
            #expect(!isFar && !differs && min(turn, 2 * .pi - turn) < 0.0008)
        }
    }
}
