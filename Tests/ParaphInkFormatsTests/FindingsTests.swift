import Foundation
import ParaphInk
import ParaphInkFormats
import Testing

/// What the fuzzers found once is decoded here each time; see Fuzz/README.md.
@Suite struct FindingsTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Fuzz/Findings").standardizedFileURL

    private func findings(_ target: String) throws -> [[UInt8]] {
        let place = Self.folder.appendingPathComponent(target)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place.path) else { return [] }
        return try names.sorted().map { [UInt8](try Data(contentsOf: place.appendingPathComponent($0))) }
    }

    @Test(arguments: [
        ("SampleCodec", InkFormat.paraph), ("Rendering", .paraph), ("SignToLogin", .signToLogin), ("SignPass", .signPass),
        ("SVC2004", .svc2004),
        ("ISO19794", .iso19794),
    ])
    func findingsOfSignaturesAreHarmless(target: String, format: InkFormat) throws {
        for input in try findings(target) { Damage.expectHarmless(input, in: format) }
    }

    @Test func recordsFoundOnceKeepStrokesAndChannels() throws {
        let inputs = try findings("ISO19794")
        #expect(inputs.count >= 2)
        for input in inputs {
            let sample = try ISO19794Format.decode(input)
            let again = try ISO19794Format.decode(ISO19794Format.encode(sample))
            #expect(again.channels == sample.channels)
            #expect(again.strokes.map { $0.points.map(\.x) } == sample.strokes.map { $0.points.map(\.x) })
            #expect(again.strokes.map { $0.points.map(\.y) } == sample.strokes.map { $0.points.map(\.y) })
        }
    }

    @Test func whatIsWrittenFromAFindingIsReadAgainInEveryFormat() throws {
        let inputs = try findings("InkFormat")
        #expect(!inputs.isEmpty)
        for input in inputs {
            let sample = try InkFormat.decode(input)
            for format in InkFormat.allCases {
                #expect(throws: Never.self) { try format.decode(format.encode(sample)) }
            }
        }
    }

    @Test func findingsOfPicturesAreHarmless() throws {
        for input in try findings("Photo") {
            if let photo = try? Photo.sanitised(input) { #expect((try? Photo.sanitised(photo.bytes))?.bytes == photo.bytes) }
        }
    }
}
