import ParaphInk
import ParaphInkFormats
import RandomTestSupport
import Testing

/// What the fuzzers found once is decoded here each time; see Fuzz/README.md.
@Suite struct FindingsTests {
    @Test func everyFolderOfFindingsIsReadByATest() throws {
        #expect(try Set(Findings.folders()) == Set(Findings.allCases.map(\.rawValue)))
    }

    @Test(arguments: Findings.allCases) func signaturesFoundOnceAreHarmless(_ findings: Findings) throws {
        for input in try findings.inputs() {
            switch findings {
            case .inkFormat: try expectReadableInEveryFormat(input)
            case .iso19794:
                Damage.expectHarmless(input, in: .iso19794)
                try expectStrokesAndChannels(input)
            case .pdfChanges, .pdfFile, .pdfSyntax: break  // of ParaphPDFTests
            }
        }
    }

    private func expectStrokesAndChannels(_ input: [UInt8]) throws {
        let sample = try ISO19794Format.decode(input)
        let again = try ISO19794Format.decode(ISO19794Format.encode(sample))
        #expect(again.channels == sample.channels)
        #expect(again.strokes.map { $0.points.map(\.x) } == sample.strokes.map { $0.points.map(\.x) })
        #expect(again.strokes.map { $0.points.map(\.y) } == sample.strokes.map { $0.points.map(\.y) })
    }

    private func expectReadableInEveryFormat(_ input: [UInt8]) throws {
        let sample = try InkFormat.decode(input)
        for format in InkFormat.allCases {
            #expect(throws: Never.self) { try format.decode(format.encode(sample)) }
        }
    }
}
