import Testing

@testable import ParaphPDF

/// Cross-reference streams, object streams and hybrid sections of updates: what programs could read differently is forbidden.
@Suite struct StrictSectionTests {
    @Test func streamsOfProgramsAreFine() throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n1\nendobj\n")
        update.end(update.section(41))
        #expect(try update.verdict() == .none)
        update = try RawUpdate()
        update.object(40, "40 0 obj\n1\nendobj\n")
        update.end(update.section(41, more: [(41, RawUpdate.row(1, update.count, 0))]))
        #expect(try update.verdict() == .none)
    }

    @Test(arguments: [
        "/W[0 4 3]/Root 1 0 R/Size 60", "/W[1 4 1 1]/Root 1 0 R/Size 60", "/W[1 4]/Root 1 0 R/Size 60", "/W[1 4 2]/Root 1 0 R/Size 40",
        "/W[1 4 2]/Size 60",
        "/W[1 4 2.0]/Root 1 0 R/Size 60", "/W[1 4 2]/Root 40 0 R/Root 1 0 R/Size 60", "/W[1 4 2]/Root 1 0 R/Size 60/Index[0 1]",
        "/W[1 4 2]/Root 1 0 R/Size 60/XRefStm 15",
    ]) func streamsThatSayOtherThingsAreForbidden(keys: String) throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n1\nendobj\n")
        update.end(update.section(41, keys: "\(keys)/Prev \(update.previous)"))
        let verdict = try? update.verdict()
        #expect(verdict.map { $0 == .forbidden } ?? true)
    }

    @Test(arguments: [
        (3, 1, 0), (1, 0, 0), (1, 15, 0), (0, 0, 65_536), (2, 8_388_615, 0), (2, 40, 0), (2, 5, 0), (1, 70_000_000, 0),
    ]) func entriesThatLeadNowhereAreForbidden(kind: UInt8, second: Int, third: Int) throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n1\nendobj\n")
        let wide: [UInt8] = [kind] + RawUpdate.digits(second, 4) + RawUpdate.digits(third, 3)
        let own: [UInt8] = [1] + RawUpdate.digits(update.start, 4) + [0, 0, 0]
        let place = update.count
        update.append("41 0 obj\n<</Type/XRef/Index[40 1 42 1]/W[1 4 3]/Root 1 0 R/Size 60/Prev \(update.previous)/Length 16>>\nstream\n")
        update.append(own + wide)
        update.append("\nendstream\nendobj\n")
        update.end(place)
        #expect(try update.verdict() == .forbidden)
    }

    @Test(arguments: ["40 1 40 1", "40 1 8388607 2", "40", "40 2", "-1 1"]) func indexesThatAreWrongAreForbidden(index: String) throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n1\nendobj\n")
        let more = index == "40 1 40 1" ? [(40, RawUpdate.row(1, update.start, 0))] : []
        update.end(update.section(41, more: more, index: index))
        let verdict = try? update.verdict()
        #expect(verdict.map { $0 == .forbidden } ?? true)
    }

    /// A number that an object of the document has.
    @Test func aSectionHasANumberOfItsOwn() throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n1\nendobj\n")
        update.end(update.section(8))
        #expect(try update.verdict() == .forbidden)
    }

    @Test func moreDataThanItSaysAreForbidden() throws {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n1\nendobj\n")
        update.end(update.section(41, tail: RawUpdate.row(1, 15, 0)))
        #expect(try update.verdict() == .forbidden)
    }

    /// An object stream with its header and its objects, and what the section says of these.
    private func verdict(_ keys: String, _ data: String, _ rows: [(number: Int, row: [UInt8])], type: String = "/Type/ObjStm") throws
        -> PDFChanges.Verdict
    {
        var update = try RawUpdate()
        update.object(40, "40 0 obj\n<<\(type)\(keys)/Length \(data.utf8.count)>>\nstream\n\(data)\nendstream\nendobj\n")
        update.end(update.section(41, more: rows))
        return try update.verdict()
    }

    @Test func objectStreamsHoldWhatTheySay() throws {
        let rows = [(42, RawUpdate.row(2, 40, 0)), (43, RawUpdate.row(2, 40, 1))]
        #expect(try verdict("/N 2/First 10", "42 0 43 4 [1] (a)", rows) == .none)
        #expect(try verdict("/N 2/First 10/Extends 5 0 R", "42 0 43 4 [1] (a)\n", rows) == .none)
        let wrong = [
            ("/N 2/First 10", "42 0 42 4 [1] (a)"), ("/N 2/First 10", "43 0 42 4 [1] (a)"), ("/N 2/First 10", "42 4 43 0 [1] (a)"),
            ("/N 2/First 10", "42 0 43 0 [1] (a)"), ("/N 1/First 10", "42 0 43 4 [1] (a)"), ("/N 2/First 9", "42 0 43 4 [1] (a)"),
            ("/N 2/First 10", "42 0 43 5 [1] (a)"), ("/N 2/First 10", "42 0 43 4 [1]x(a)"), ("/N 2/First 10", "42 0 43 4 [1] (a) foo"),
            ("/N 2/First 10", "42 0 43 4 [1] (a"), ("/N 2/First 15", "42 0 43 4 44 5 [1] (a)"), ("/N 2/First 10/N 2", "42 0 43 4 [1] (a)"),
            ("/N 2.0/First 10", "42 0 43 4 [1] (a)"), ("/N 2/First 10", "42 0 43 4 foo (a)"), ("/N 2/First 10", "42 0 43 4 5 0 R (a)"),
        ]
        for (keys, data) in wrong { #expect(try verdict(keys, data, rows) == .forbidden, "\(keys) \(data)") }
        #expect(try verdict("/N 2/First 10", "42 0 43 4 [1] (a)", rows, type: "") == .forbidden)
        #expect(try verdict("/N 2/First 10", "42 0 43 4 [1] (a)", [rows[0]]) == .forbidden)
        #expect(try verdict("/N 2/First 10", "42 0 43 4 [1] (a)", rows + [(44, RawUpdate.row(2, 40, 2))]) == .forbidden)
        #expect(try verdict("/N 2/First 10", "42 0 43 4 [1] (a)", [rows[0], (43, RawUpdate.row(2, 40, 0))]) == .forbidden)
    }

    /// An object that the signed file has in an object stream may not get a generation, and the stream may not be replaced.
    @Test func compressedObjectsKeepTheirGenerationAndTheirStream() throws {
        var pdf = TestPDF(pages: 1, catalog: "/Old 20 0 R")
        pdf.add(21, dictionary: "/Type/ObjStm/N 1/First 5", stream: Array("20 0 (a)".utf8))
        pdf.finishWithStream(22, compressed: [20: (21, 0)])
        let length = pdf.bytes.count
        func verdict(_ object: String, _ line: String) throws -> PDFChanges.Verdict {
            var later = pdf
            let place = later.bytes.count
            later.append(object)
            let section = later.bytes.count
            later.append("xref\n\(line.replacing("OFFSET", with: TestPDF.padded(place)))")
            later.end(section: section, trailer: "/Root 1 0 R/Size 60/Prev \(pdf.lastSection)")
            let history = try PDFHistory(try later.open())
            return try history.changes(since: try #require(history.revisions.first { $0.length == length })).verdict
        }
        #expect(try verdict("20 0 obj\n(a)\nendobj\n", "20 1\nOFFSET 00000 n \n") == .none)
        #expect(try verdict("20 1 obj\n(a)\nendobj\n", "20 1\nOFFSET 00001 n \n") == .forbidden)
        let stream = "21 0 obj\n<</Type/ObjStm/N 1/First 5/Length 8>>\nstream\n20 0 (b)\nendstream\nendobj\n"
        #expect(try verdict(stream, "21 1\nOFFSET 00000 n \n") == .forbidden)
    }

    /// Table and stream of a hybrid update: programs read one, the other or both.
    @Test func hybridUpdatesSayOneThing() throws {
        func verdict(table: String?, more: [(number: Int, row: [UInt8])] = [], keys: String = "", place: Int = 0) throws
            -> PDFChanges.Verdict
        {
            var update = try RawUpdate()
            update.object(8, "8 0 obj\n<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>\nendobj\n")
            let hidden = update.section(41, more: more, keys: "/W[1 4 2]/Size 60\(keys)")
            update.finish([("/Size 60", "/Size 60/XRefStm \(hidden + place)")], lines: table)
            return try update.verdict()
        }
        #expect(try verdict(table: nil) == .none)
        #expect(try verdict(table: nil, keys: "/Root 1 0 R") == .none)
        #expect(try verdict(table: "8 1\n0000000000 00001 f \n") == .forbidden)
        #expect(try verdict(table: "0 0\n") == .forbidden)
        #expect(try verdict(table: nil, more: [(9, RawUpdate.row(0, 0, 1))]) == .forbidden)
        #expect(try verdict(table: nil, keys: "/Root 9 0 R") == .forbidden)
        #expect(try verdict(table: nil, place: 3) == .forbidden)
    }
}
