import Foundation
import ParaphStorage
import TestSupport
import Testing

/// A client that follows changes ends with what is there, whatever is lost on the way; and the model finds every known way to lose something.
///
/// `PARAPH_SEED` tries other networks.
@Suite struct ChangeModelTests {
    private static let first = ProcessInfo.processInfo.environment["PARAPH_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func nothingIsLost() async throws {
        for seed in Self.first..<Self.first + 6 {
            let database = try await TestPlace.make().open()
            let faults = try await ChangeModel(seed: seed).faults(of: StoredChangeServer(database))
            #expect(faults == [], "seed \(seed)")
            await database.close()
        }
    }

    @Test func aSoundServerInMemoryPasses() async throws {
        for seed in Self.first..<Self.first + 300 {
            #expect(try await ChangeModel(seed: seed).faults(of: FaultyChangeServer(nil)) == [], "seed \(seed)")
        }
    }

    @Test(arguments: FaultyChangeServer.Fault.allCases) func aPlantedFaultIsFound(_ fault: FaultyChangeServer.Fault) async throws {
        let seeds = Self.first..<Self.first + 100
        for seed in seeds {
            if try await !ChangeModel(seed: seed).faults(of: FaultyChangeServer(fault)).isEmpty { return }
        }
        Issue.record("no network of the seeds \(seeds) shows it")
    }
}
