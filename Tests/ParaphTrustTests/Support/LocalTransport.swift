import Foundation
import ParaphTrust

/// A transport that answers from memory, and remembers what was asked.
final class LocalTransport: Transport, @unchecked Sendable {
    // Tests ask one thing after another.
    var asked: [String] = []
    var answers: [String: ([UInt8]) throws -> [UInt8]] = [:]

    struct NotThere: Error {}

    func get(_ url: String, limit: Int) async throws -> [UInt8] { try answer(url, []) }

    func post(_ url: String, type: String, body: [UInt8], limit: Int) async throws -> [UInt8] { try answer(url, body) }

    private func answer(_ url: String, _ body: [UInt8]) throws -> [UInt8] {
        asked.append(url)
        guard let answer = answers[url] else { throw NotThere() }
        return try answer(body)
    }
}
