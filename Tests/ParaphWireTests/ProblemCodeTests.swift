import Foundation
import ParaphWire
import Testing

/// The words of problems.
@Suite struct ProblemCodeTests {
    @Test func everyConstantHasAWordOfItsOwnThatIsItsName() throws {
        let constants = try WireSources().problemCodes
        #expect(constants.count > 80)
        #expect(Set(constants.map(\.word)).count == constants.count)
        #expect(constants.filter { $0.name != $0.word }.map(\.name) == ["fault"])
    }

    @Test func everyConstantStandsInTheTableOnceAndNothingElseDoes() throws {
        let table = ProblemType.all.map(\.code.rawValue)
        #expect(table.sorted() == (try WireSources().problemCodes).map(\.word).sorted())
        for type in ProblemType.all {
            #expect((400..<600).contains(type.status), "\(type.code)")
            #expect(type.meaning.hasSuffix(".") && !type.meaning.contains(/[<>&"]/), "\(type.code)")
            // A wait is named where there is one, and nowhere else.
            #expect((type.status == 429) == (type.meaning.contains("`retryAfter`") && type.status != 503), "\(type.code)")
            #expect(ProblemType.of(type.code) == type)
        }
    }

    @Test func aProblemHasTheStatusOfItsCode() {
        for type in ProblemType.all { #expect(Problem(code: type.code, title: "").status == type.status) }
        #expect(Problem(code: "addedLater", title: "").status == 500)
    }

    @Test func aCodeIsNoCodeOfAField() throws {
        let fields = try Self.serverSources().flatMap { source in
            source.matches(of: #/(?:Problem\.invalid|\.invalid)\(\s*[\w."]+,\s*\.(\w+)/#).map { String($0.1) }
        }
        #expect(fields.count > 40)
        #expect(Set(fields).intersection(ProblemType.all.map(\.code.rawValue)).subtracting(Self.both).sorted() == [])
    }

    /// What says the same of a part of a request and of all of it.
    private static let both: Set<String> = ["malformed"]

    @Test func theServersMakersOfProblemsFitTheirCodes() throws {
        let statuses = ["conflict": 409, "forbidden": 403, "tooMany": 429]
        var count = 0
        for source in try Self.serverSources() {
            for match in source.matches(of: #/\.(conflict|forbidden|tooMany)\(\s*\.(\w+)/#) {
                let word = match.2 == "fault" ? "internal" : String(match.2)
                let status = ProblemType.of(ProblemCode(rawValue: word))?.status
                #expect(status == statuses[String(match.1)], "\(match.0)")
                count += 1
            }
        }
        #expect(count > 60)
    }

    private static func serverSources() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
        // Every module, for a new domain makes problems too; the wire's own makers take any code.
        return try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0 != "ParaphWire" }.flatMap { module in
            let folder = root.appending(path: module)
            return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
                .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        }
    }
}
