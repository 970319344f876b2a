import ParaphTrust
import Synchronization

/// Asks each address once: the chains of a signer and of a timestamp service often meet.
final class RememberingTransport: Transport {
    private struct Question: Hashable {
        var url: String
        var body: [UInt8]
    }

    private let transport: any Transport
    private let answers = Mutex<[Question: [UInt8]]>([:])

    init(_ transport: any Transport) { self.transport = transport }

    func get(_ url: String, limit: Int) async throws -> [UInt8] {
        try await answer(Question(url: url, body: [])) { try await transport.get(url, limit: limit) }
    }

    func post(_ url: String, type: String, body: [UInt8], limit: Int) async throws -> [UInt8] {
        try await answer(Question(url: url, body: body)) { try await transport.post(url, type: type, body: body, limit: limit) }
    }

    private func answer(_ question: Question, ask: () async throws -> [UInt8]) async throws -> [UInt8] {
        if let known = answers.withLock({ $0[question] }) { return known }
        let answer = try await ask()
        answers.withLock { $0[question] = answer }
        return answer
    }
}
