import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A piece of a file that the system sends.
final class BackgroundPiece: SessionRequest {
    /// The longest answer: a description of the file.
    private static let answerLimit = 1 << 20

    let task: URLSessionDataTask
    let head = PendingAnswer()
    private let url: String
    private let onSent: (@Sendable (Int) -> Void)?
    private let state = Mutex(State())

    private struct State {
        var body = Data()
        var isTooLong = false
        var refusal: TransportError?
    }

    /// - `url`: Where it was to go.
    init(task: URLSessionDataTask, url: String, onSent: (@Sendable (Int) -> Void)?) {
        (self.task, self.url, self.onSent) = (task, url, onSent)
    }

    func receive(_ response: HTTPURLResponse) {}

    func receive(_ data: Data) {
        state.withLock { state in
            state.isTooLong = state.isTooLong || state.body.count + data.count > Self.answerLimit
            if !state.isTooLong { state.body.append(data) }
        }
    }

    func sent(_ count: Int) { onSent?(count) }

    func refuse(_ error: TransportError) {
        state.withLock { $0.refusal = error }
    }

    func end(_ error: (any Error)?) {
        let state = state.withLock { $0 }
        head.come(
            Result {
                if let reason = state.refusal ?? error.map({ Exchange.reason($0) }) { throw reason }
                return try Self.answer(task.response, to: url, state.isTooLong ? nil : state.body)
            }
        )
    }

    /// What a piece is answered.
    ///
    /// A background session follows redirects without asking, so that another address may have answered: what it says is not the server's word.
    /// - `body`: `nil` where it is too long.
    static func answer(_ response: URLResponse?, to url: String, _ body: Data?) throws -> TransportResponse {
        guard let response = response as? HTTPURLResponse else {
            throw TransportError(isUnsent: false, message: "the connection ended without an answer")
        }
        guard response.url?.absoluteString == URL(string: url)?.absoluteString else {
            throw ClientError(.unreadable, "another address answered than the server's: it redirects pieces of files")
        }
        guard let body else { throw ClientError(.unreadable, "the server's answer is too long") }
        return Exchange.answer(response, TransportBody(Array(body)))
    }
}
