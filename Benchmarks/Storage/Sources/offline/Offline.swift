import Foundation
import Observation
import ParaphClient
import ParaphViewModels
import ParaphWire

/// What a device's store takes with many documents: opening, a change that comes to a list, many changes at once.
///
/// usage: swift run -c release --package-path Benchmarks/Storage offline [DOCUMENTS] [CHANGES] [ROUNDS]
/// The server is made up, in this process: its own time and the network's are left out. Medians; the least and the most in brackets.
@main @MainActor struct Offline {
    static func main() async throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        let (count, changes, rounds) = (numbers.first ?? 50_000, numbers.dropFirst().first ?? 2000, numbers.dropFirst(2).first ?? 9)
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-offline-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (server, secrets) = (MadeUpServer(count), MemorySecrets())
        guard let address = URL(string: "http://localhost") else { return }
        let client = try ParaphClient(
            server: address,
            apiKey: "key",
            device: DeviceDescription(name: "Benchmark"),
            secrets: secrets,
            transport: server
        )
        _ = try await client.signIn.begin(as: "anna@example.org", recoveryCode: "code")
        var store = try await OfflineStore.open(in: folder, secrets: secrets)
        let all = try await time { try await SyncEngine(client: client, store: store).catchUp() }
        print("\(count) documents are loaded the first time: \(text(all))")
        await store.close()

        var opened: [Double] = []
        for _ in 0..<rounds {
            opened.append(
                try await time {
                    store = try await OfflineStore.open(in: folder, secrets: secrets)
                    let files = try await store.files(count: 100)
                    precondition(files.count == min(100, count))
                }
            )
            await store.close()
        }
        print("the store opens and tells the newest 100: \(text(opened))")

        store = try await OfflineStore.open(in: folder, secrets: secrets)
        let engine = SyncEngine(client: client, store: store)
        let model = DocumentsModel(AppContext(client: client, words: Words(.en)), store: store, engine: engine)
        let following = Task { await model.follow() }
        let first = await time { await changed(model) }
        let whole = await time { while model.shown.count < count { await changed(model) } }
        print("the list shows the newest 100: \(text(first)); all: \(text(whole))")
        while model.isBusy { try await Task.sleep(for: .milliseconds(10)) }

        var (synchronising, differences, stalls): ([Double], [Double], [Double]) = ([], [], [])
        for round in 0..<rounds {
            server.change(1, round: round)
            let stall = Stall()
            let clock = ContinuousClock()
            let start = clock.now
            async let shown = changed(model)
            try await engine.catchUp()
            let kept = clock.now
            synchronising.append((kept - start) / .milliseconds(1))
            differences.append(max(0, (await shown - kept) / .milliseconds(1)))
            stalls.append(await stall.end())
        }
        print("a change is read and kept: \(text(synchronising)); then it is in the list: \(text(differences))")
        print("meanwhile the main actor stands still: \(text(stalls))")

        var synchronised: [Double] = []
        for round in 0..<rounds {
            server.change(changes, round: rounds + round)
            synchronised.append(try await time { try await engine.catchUp() })
        }
        print("\(changes) changes are read and kept: \(text(synchronised)); calls of the last round: \(server.calls)")
        following.cancel()
        await store.close()
    }

    /// When the list changes next.
    @discardableResult
    private static func changed(_ model: DocumentsModel) async -> ContinuousClock.Instant {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = model.shown
            } onChange: {
                continuation.resume(returning: ContinuousClock().now)
            }
        }
    }

    private static func time(_ work: () async throws -> Void) async rethrows -> Double {
        let clock = ContinuousClock()
        let start = clock.now
        try await work()
        return (clock.now - start) / .milliseconds(1)
    }

    private static func text(_ value: Double) -> String { String(format: "%.1f ms", value) }

    private static func text(_ values: [Double]) -> String {
        let sorted = values.sorted()
        return String(format: "%.1f ms (%.1f to %.1f)", sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1])
    }
}

/// The longest time that nothing else had the main actor.
@MainActor final class Stall {
    private var longest = 0.0
    private var task: Task<Void, Never>?

    init() {
        task = Task { [weak self] in
            let clock = ContinuousClock()
            var last = clock.now
            while !Task.isCancelled {
                await Task.yield()
                let now = clock.now
                self?.longest = max(self?.longest ?? 0, (now - last) / .milliseconds(1))
                last = now
            }
        }
    }

    func end() async -> Double {
        task?.cancel()
        await task?.value
        return longest
    }
}
