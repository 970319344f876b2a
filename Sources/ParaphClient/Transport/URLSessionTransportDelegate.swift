import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Security)
import Security
#endif

/// Hears what becomes of a URLSession's requests, in the background or not: what is refused is refused here for both.
final class URLSessionTransportDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let requests = Mutex<[Int: any SessionRequest]>([:])
    private let done = Mutex<(@MainActor @Sendable () -> Void)?>(nil)
    /// Hears of a request that ended and was none of this process.
    private let onForeignEnd: @Sendable (URLSessionTask) -> Void

    init(onForeignEnd: @escaping @Sendable (URLSessionTask) -> Void = { _ in }) {
        self.onForeignEnd = onForeignEnd
    }

    #if canImport(Security)
    private let pinned = Mutex<CertificatePins?>(nil)

    var pins: CertificatePins? {
        get { pinned.withLock { $0 } }
        set { pinned.withLock { $0 = newValue } }
    }

    #endif

    /// Calls back once all is told of what the system did while the app was away.
    func whenAllIsTold(_ done: @escaping @MainActor @Sendable () -> Void) {
        self.done.withLock { $0 = done }
    }

    func add(_ request: some SessionRequest) {
        requests.withLock { $0[request.task.taskIdentifier] = request }
    }

    func remove(_ request: some SessionRequest) {
        requests.withLock { _ = $0.removeValue(forKey: request.task.taskIdentifier) }
    }

    /// The request of a task; none where an earlier process sent it: the server is asked what became of that.
    private func request(of task: URLSessionTask) -> (any SessionRequest)? {
        requests.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse { request(of: dataTask)?.receive(response) }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        request(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        request(of: task)?.sent(Int(totalBytesSent))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let request = requests.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return onForeignEnd(task) }
        request.end(error)
    }

    /// Another address would get the token: the answer is the redirect itself.
    ///
    /// Background sessions follow it without asking: ``BackgroundPiece`` looks where its answer came from.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(Security)
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let (disposition, credential) = CertificatePins.answer(challenge, pins)
        if disposition == .cancelAuthenticationChallenge { request(of: task)?.refuse(CertificatePins.refusal) }
        completionHandler(disposition, credential)
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        guard let done = done.withLock({ $0.take() }) else { return }
        Task { @MainActor in done() }
    }
    #endif
}
