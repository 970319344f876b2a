import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request of a URLSession, which hears what becomes of it.
protocol SessionRequest: Sendable {
    var task: URLSessionDataTask { get }
    var head: PendingAnswer { get }

    /// The head of the answer; background sessions tell it at the end alone.
    func receive(_ response: HTTPURLResponse)
    /// A piece of the answer.
    func receive(_ data: Data)
    /// How many bytes of the request are on their way.
    func sent(_ count: Int)
    /// Notes why the request is cancelled from here.
    func refuse(_ error: TransportError)
    /// Ends, once; later ends change nothing.
    func end(_ error: (any Error)?)
}

extension SessionRequest {
    /// Sends it, and waits for its answer.
    ///
    /// A task that is cancelled already ends at once: what the system tells of its request may come before anyone waits, or never.
    func answer(by delegate: URLSessionTransportDelegate) async throws -> TransportResponse {
        delegate.add(self)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                head.wait(continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
            end(CancellationError())
            delegate.remove(self)
        }
    }
}
