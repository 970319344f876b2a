import Foundation
import ParaphInk
import ParaphInkFormats
import ParaphVerification
import Testing

/// Real signatures, for development only: they are read where they lie and never copied into the project.
private enum SVC2004 {
    static let folder: URL = {
        let shared =
            ProcessInfo.processInfo.environment["PARAPH_SHARED"].map { URL(filePath: $0) }
            ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../shared").standardized
        return shared.appending(path: "data/svc2004-task2")
    }()

    static let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "U1S1.TXT").path)

    static func person(_ user: Int) throws -> Evaluation.Person {
        let samples = try (1...40).map { number in
            try SVC2004Format.decode(Array(Data(contentsOf: folder.appending(path: "U\(user)S\(number).TXT"))))
        }
        return Evaluation.Person(genuine: Array(samples[..<20]), forgeries: Array(samples[20...]))
    }
}

// Skipped where the development data is not beside the project.
@Suite(.enabled(if: SVC2004.isThere, "no shared/data/svc2004-task2 beside the project; set PARAPH_SHARED to use it"))
struct SVC2004Tests {
    @Test func realPeopleAreToldFromForgers() async throws {
        var options = Evaluation.Options()
        options.draws = 2
        let people = try (1...12).map(SVC2004.person)
        let report = await Evaluation(people: people, options: options).run()
        let skilled = try #require(report.eerSkilledGlobal).value
        // All forty have 2.7 %; the first twelve 3.5 %.
        #expect(skilled < 0.055)
        #expect(try #require(report.eerRandomGlobal).value < 0.005)
        #expect(report.replayFalseAlarms == 0)
        #expect(report.roboticFalseAlarms == 0)
        #expect(report.unusable == 0)
        options.usesPressure = false
        options.usesTime = false
        let bare = await Evaluation(people: people, options: options).run()
        #expect(try #require(bare.eerSkilledGlobal).value < 0.09)
    }

    @Test func realPeopleCanEnrolWithTheirFirstTen() throws {
        for user in 1...40 {
            let genuine = try SVC2004.person(user).genuine
            for day in [genuine[..<10], genuine[10...]] { #expect(Verifier().enrol(Array(day)).template != nil, "user \(user)") }
            let mixed = (0..<10).map { genuine[$0 % 2 == 0 ? $0 : $0 + 10] }
            #expect(Verifier().enrol(mixed).template != nil, "user \(user), two days")
        }
    }

    @Test func anothersSampleAmongARealPersonsIsFound() throws {
        let people = try (1...40).map { try SVC2004.person($0).genuine }
        var (found, tried) = (0, 0)
        for (user, own) in people.enumerated() {
            for step in [1, 7, 19] {
                var samples = Array(own[..<10])
                samples[step % 10] = people[(user + step) % 40][step]
                let rejected = Verifier().enrol(samples).rejected.map(\.index)
                tried += 1
                if rejected == [step % 10] { found += 1 }
            }
        }
        #expect(Double(found) >= 0.98 * Double(tried), "\(found) of \(tried)")
    }
}
