import Foundation
import ParaphInk
import ParaphInkFormats
import Testing

@Suite struct SVC2004FormatTests {
    private func decode(_ text: String) throws(FormatError) -> Sample {
        try SVC2004Format.decode(Array(text.utf8))
    }

    @Test func sevenColumnsAreRead() throws {
        let sample = try decode(
            "4\n100 900 5000 0 1550 710 341\n110 890 5010 1 1540 700 1023\n300 800 5100 0 900 0 20\n301 801 5110 3 0 900 0\n"
        )
        #expect(sample.channels == [.time, .pressure, .azimuth, .altitude])
        #expect(sample.strokes.map(\.points.count) == [2, 2])
        let first = sample.strokes[0].points[0]
        #expect((first.x, first.y, first.time, first.pressure) == (100, -900, 0, 341.0 / 1023))
        #expect(abs(first.azimuth - 65 * .pi / 180) < 1e-12)
        #expect(abs(first.altitude - 71 * .pi / 180) < 1e-12)
        #expect(sample.strokes[1].points[0].azimuth == 0)
        #expect(sample.strokes[1].points[1].azimuth == 1.5 * .pi)
    }

    @Test func fourColumnsAreRead() throws {
        let sample = try decode("3\r\n1 2 0 0\r\n2 2 10 1\r\n9 9 200 0\r\n")
        #expect(sample.channels == .time)
        #expect(sample.strokes.map(\.points.count) == [2, 1])
    }

    @Test func aLostRowIsNoLiftButALongGapIs() throws {
        let rows = [0, 10, 20, 40, 50, 80, 90].map { "\($0) 0 \($0) \($0 == 0 ? 0 : 1)" }
        #expect(try decode("7\n" + rows.joined(separator: "\n")).strokes.map(\.points.count) == [5, 2])
    }

    @Test func aPenInTheAirIsLeftOut() throws {
        let rows = ["0 0 0 0 0 0 9", "1 0 10 1 0 0 9", "2 0 20 0 0 0 0", "3 0 30 0 0 0 0", "4 0 40 0 0 0 0", "5 0 50 1 0 0 9"]
        let sample = try decode("6\n" + rows.joined(separator: "\n"))
        #expect(sample.strokes.map { $0.points.map(\.x) } == [[0, 1], [4, 5]])
    }

    @Test func aClockMayStepBackByThreeTicks() throws {
        func times(_ clock: [Int]) throws -> [Double] {
            let rows = clock.enumerated().map { "\($0.offset) 0 \($0.element) \($0.offset == 0 ? 0 : 1)" }
            return try decode("\(clock.count)\n" + rows.joined(separator: "\n")).strokes.flatMap { $0.points.map(\.time) }
        }
        // One row that came late.
        #expect(try times([100, 110, 101]) == [0, 10, 10])
        #expect(try times([100, 110, 120, 90, 130, 140]) == [0, 10, 20, 20, 30, 40])
        // A clock that was set back: what follows is moved on.
        #expect(try times([100, 110, 120, 130, 110, 120, 130]) == [0, 10, 20, 30, 40, 50, 60])
        #expect(try times([100, 110, 120, 130, 100, 110, 120]) == [0, 10, 20, 30, 40, 50, 60])
        // Further back, or again and again, the rows are in no order.
        for clock in [[100, 110, 120, 130, 99, 110, 120], [200, 190, 180, 170, 160, 150, 140], [100, 110, 120, 60]] {
            #expect(
                error { () throws(FormatError) in
                    let rows = clock.enumerated().map { "\($0.offset) 0 \($0.element) \($0.offset == 0 ? 0 : 1)" }
                    _ = try decode("\(clock.count)\n" + rows.joined(separator: "\n"))
                }?.code == .timeRunsBackwards
            )
        }
    }

    @Test(
        arguments: [
            ("", .empty), ("0\n", .empty), ("x", .malformed), ("-1", .malformed), ("1 2", .malformed), ("1", .truncated),
            ("2\n1 2 3 0", .truncated),
            ("1\n1 2 3 0\n1 2 3 0", .malformed), ("1\n1 2 3", .malformed), ("1\n1 2 3 4 5 6 7 8", .malformed),
            ("2\n1 2 3 0\n1 2 3 1 0 0 0", .malformed), ("1\n1.5 2 3 0", .malformed), ("1\nnan 2 3 0", .malformed),
            ("1\n1e9 2 3 0", .outOfRange),
            ("1\n1 2 3 0 0 0 1024", .outOfRange), ("1\n1 2 3 0 3601 0 0", .outOfRange), ("1\n1 2 3 0 -1 0 0", .outOfRange),
            ("1\n9999999 2 3 0", .outOfRange), ("1\n99999999999999999999 2 3 0", .malformed), ("999999999\n1 2 3 0", .tooLarge),
            ("2\n1 2 0 0\n1 2 999999 1", .outOfRange),
        ] as [(String, FormatError.Code)]
    )
    func whatIsWrongIsSaid(text: String, code: FormatError.Code) {
        #expect(error { () throws(FormatError) in try decode(text) }?.code == code)
    }

    @Test func tablesOfAnyNumbersAreHarmless() {
        let huge = SVC2004Format.Table.Row(x: .min, y: .max, time: .min, button: .max, azimuth: .max, altitude: .min, pressure: .max)
        let table = SVC2004Format.Table(rows: [huge, .init(x: 0, y: .min, time: .max, button: 0)], hasPen: true)
        #expect(error { () throws(FormatError) in try SVC2004Format.sample(of: table) }?.code == .outOfRange)
        #expect(error { () throws(FormatError) in try SVC2004Format.encode(.example, scale: .infinity) }?.code == .outOfRange)
        #expect(error { () throws(FormatError) in try SVC2004Format.encode(.example, scale: .nan) }?.code == .outOfRange)
    }

    @Test func writingAndReadingGivesTheSameSample() throws {
        let read = try SVC2004Format.decode(SVC2004Format.encode(.example))
        #expect(read.strokes.map { $0.points.map(\.x) } == Sample.example.strokes.map { $0.points.map(\.x) })
        #expect(read.strokes.map { $0.points.map(\.time) } == Sample.example.strokes.map { $0.points.map(\.time) })
        for (one, other) in zip(read.strokes.flatMap(\.points), Sample.example.strokes.flatMap(\.points)) {
            #expect(one.y == other.y)
            #expect(abs(one.pressure - other.pressure) < 1e-12)
            #expect(abs(one.azimuth - other.azimuth) < 1e-12)
            #expect(abs(one.altitude - other.altitude) < 1e-12)
        }
        let bytes = try SVC2004Format.encode(read)
        #expect(try SVC2004Format.encode(SVC2004Format.decode(bytes)) == bytes)
    }

    @Test func damagedTextIsHarmless() throws {
        let bytes = try SVC2004Format.encode(.example)
        for damaged in Damage.beginnings(of: bytes) { Damage.expectHarmless(damaged, in: .svc2004) }
        for damaged in Damage.mutations(of: bytes, count: 3000, seed: 3) { Damage.expectHarmless(damaged, in: .svc2004) }
    }

    // Needs the competition's files, which are not part of the project: without them it is skipped.
    @Test(.enabled(if: Shared.svc2004 != nil, "no data/svc2004-task2 in PARAPH_SHARED or ../shared"))
    func everyFileOfTheCompetitionKeepsItsNumbers() throws {
        let folder = try #require(Shared.svc2004)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".TXT") }
        #expect(names.count == 1600)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            let table = try SVC2004Format.table(bytes)
            #expect(SVC2004Format.encode(table) == bytes, "\(name)")
            let sample = try SVC2004Format.sample(of: table)
            #expect(sample.pointCount > table.rows.count * 9 / 10, "\(name)")
            #expect(sample.strokes.count >= table.rows.count { $0.button == 0 } - 1, "\(name)")
        }
    }
}

/// The folder of data beside the project, which may be missing.
enum Shared {
    static let svc2004 = folder("data/svc2004-task2")

    private static func folder(_ path: String) -> URL? {
        let root = ProcessInfo.processInfo.environment["PARAPH_SHARED"] ?? "../shared"
        let url = URL(fileURLWithPath: root).appendingPathComponent(path)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }
}
