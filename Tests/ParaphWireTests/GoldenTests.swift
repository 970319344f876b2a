import Foundation
import ParaphWire
import Testing

/// Holds the JSON of every type of the wire to files, which only grow within `/v1` (docs/decisions/0024-wire.md).
///
/// `RECORD_SNAPSHOTS=1` writes the files anew.
@Suite struct GoldenTests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()

    private static func file(_ sample: Sample) -> URL { here.appending(path: "Golden/\(sample.type).json") }

    @Test func everyTypeOfTheWireHasASample() throws {
        let types = try WireSources().types
        #expect(types.count > 80)
        let sampled = Set(Sample.all.map(\.type))
        #expect(types.subtracting(sampled).sorted() == [], "Give each of these a sample in Tests/ParaphWireTests/Samples.")
        #expect(sampled.subtracting(types).sorted() == [], "These are gone.")
        #expect(Sample.all.count == sampled.count, "A type has two samples.")
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.here.appending(path: "Golden").path)
        #expect(Set(files) == Set(sampled.map { "\($0).json" }))
    }

    @Test(arguments: Sample.all.indices)
    func valuesAreWrittenAsTheFileSaysAndReadFromIt(index: Int) throws {
        let sample = Sample.all[index]
        let written = String(decoding: try sample.written(), as: UTF8.self) + "\n"
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
            try written.write(to: Self.file(sample), atomically: true, encoding: .utf8)
        }
        let golden = try Data(contentsOf: Self.file(sample))
        #expect(written == String(decoding: golden, as: UTF8.self), "\(sample.type)")
        let read = try sample.read(golden)
        #expect(read.isSame, "\(sample.type) is read as another value")
        #expect(String(decoding: read.again, as: UTF8.self) + "\n" == written)
        #expect(sample.unset == [], "\(sample.type): no sample has these members")
    }

    @Test(arguments: Sample.all.indices)
    func aClientPassesOverMembersThatItDoesNotKnow(index: Int) throws {
        let sample = Sample.all[index]
        let golden = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.file(sample)), options: .fragmentsAllowed)
        let later = try JSONSerialization.data(withJSONObject: Self.grown(golden), options: .fragmentsAllowed)
        #expect(try sample.read(later).isSame, "\(sample.type)")
    }

    @Test(arguments: Sample.all.indices)
    func whatIsOptionalMayBeAbsentAndNothingElse(index: Int) throws {
        let sample = Sample.all[index]
        let golden = try JSONSerialization.jsonObject(with: Data(contentsOf: Self.file(sample)))
        for object in golden as? [[String: Any]] ?? [] {
            #expect(Set(object.keys).isSubset(of: sample.members.keys), "\(sample.type)")
            for name in object.keys {
                var rest = object
                rest[name] = nil
                let data = try JSONSerialization.data(withJSONObject: rest)
                if sample.members[name] == true {
                    let again = try JSONSerialization.jsonObject(with: sample.readOne(data))
                    #expect(again as? NSDictionary == rest as NSDictionary, "\(sample.type) without \(name)")
                } else {
                    #expect(throws: DecodingError.self, "\(sample.type) without \(name)") { try sample.readOne(data) }
                }
            }
        }
    }

    /// A JSON value as a later server may write it: every object has a member more.
    private static func grown(_ value: Any) -> Any {
        switch value {
        case let array as [Any]: return array.map(grown)
        case let object as [String: Any]:
            var object = object.mapValues(grown)
            object["addedLater"] = ["any": [1, "thing"]] as [String: Any]
            return object
        default: return value
        }
    }

    @Test(arguments: Sample.all.indices)
    func whatIsWrongWithAWordIsSaidWithoutTypesOfSwift(index: Int) {
        do {
            _ = try Sample.all[index].readOne(Data("\"no such word\"".utf8))
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.underlyingError is WireFault, "\(Sample.all[index].type): \(context.debugDescription)")
        } catch {}
    }
}
