import Foundation
import Synchronization

@testable import Identity
@testable import ServerKit

/// Takes what clients are told, and answers as a test says.
final class CallbackRecorder: CallbackTransport {
    struct Call: Sendable {
        let url: String
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private struct State {
        var calls: [Call] = []
        var statuses: [Int] = []
    }

    private let state = Mutex(State())

    /// What came so far.
    var calls: [Call] { state.withLock { $0.calls } }

    /// What the next calls are answered with, in order; 204 once these are used up.
    func answerNext(_ statuses: Int...) { state.withLock { $0.statuses += statuses } }

    func post(_ url: String, headers: [(name: String, value: String)], body: [UInt8]) async throws -> Int {
        let names = Dictionary(headers.map { ($0.name, $0.value) }) { $1 }
        return state.withLock { state in
            state.calls.append(Call(url: url, headers: names, body: body))
            return state.statuses.isEmpty ? 204 : state.statuses.removeFirst()
        }
    }
}

extension IdentityServer {
    /// Has clients told of what ended, as the services beside a server do.
    func tellClients() async throws {
        while try await RequestTeller(environment: domain.environment).turn() {}
        let outbox = Outbox(keys: keys, time: time)
        let service = OutboxService(database: database, outbox: outbox, lanes: lanes, logger: domain.environment.logger)
        for lane in lanes { while try await service.sendDue(lane) > 0 {} }
    }

    private var lanes: [any OutboxLane] { domain.lanes(with: AttachmentSources([])) }
}
