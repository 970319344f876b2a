import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends pieces of files by a session of the system's, which goes on while the app is suspended or ended; everything else goes as
/// ``URLSessionTransport`` sends it.
///
/// A piece that was on its way when the app ended has arrived, or not, when it begins again: ``Files/upload(_:named:resuming:progress:)`` and
/// ``SyncEngine`` ask the server how far a file is, and go on from there.
public final class BackgroundTransport: Transport {
    private let front: any Transport
    private let session: URLSession
    private let delegate: BackgroundTransportDelegate
    private let folder: URL

    #if canImport(Security)
    /// Makes a transport; one for an app.
    ///
    /// - Parameters:
    ///   - identifier: What the system knows the session by, the same at each start: `org.example.app.transfers`.
    ///   - pins: Which certificates alone the server may show, beside what the system trusts; `nil` for any of these.
    /// - Throws: ``ClientError`` of code `storage`.
    public convenience init(identifier: String, pins: CertificatePins? = nil) throws {
        let configuration = URLSessionConfiguration.background(withIdentifier: identifier)
        let folder = URL.cachesDirectory.appending(path: identifier)
        try self.init(front: URLSessionTransport(pins: pins), configuration: configuration, folder: folder)
        delegate.pins = pins
    }
    #endif

    /// - `folder`: Where pieces lie that are being sent: the system reads what it sends from a file.
    init(front: any Transport, configuration: URLSessionConfiguration, folder: URL) throws {
        (self.front, self.folder) = (front, folder)
        delegate = BackgroundTransportDelegate()
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try removeOld()
        } catch {
            throw ClientError(.storage, "there is no room for what is sent in the background", cause: error)
        }
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Pieces that an earlier process left: none is on its way for longer than a day.
    private func removeOld() throws {
        for piece in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.contentModificationDateKey]) {
            let written = try? piece.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
            if (written ?? .distantPast).timeIntervalSinceNow < -86_400 { try? FileManager.default.removeItem(at: piece) }
        }
    }

    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard case .part(let source, let range) = request.body else { return try await front.send(request) }
        let piece = folder.appending(path: UUID().uuidString)
        do {
            try Data(source.read(range)).write(to: piece)
        } catch {
            throw ClientError(.storage, "there is no room for what is sent in the background", cause: error)
        }
        defer { try? FileManager.default.removeItem(at: piece) }
        var head = request
        head.body = .nothing
        let task = session.uploadTask(with: try URLSessionTransport.urlRequest(head), fromFile: piece)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                delegate.add(task, BackgroundTransportDelegate.Piece(onSent: request.onSent, end: continuation))
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    /// Calls back once all is told of what the system did meanwhile: hand it what
    /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)` got.
    public func handleEvents(_ done: @escaping @MainActor @Sendable () -> Void) { delegate.done = done }
}

/// Hears what becomes of pieces.
final class BackgroundTransportDelegate: NSObject, URLSessionDataDelegate, Sendable {
    /// A piece on its way.
    struct Piece: Sendable {
        var onSent: (@Sendable (Int) -> Void)?
        var end: CheckedContinuation<TransportResponse, any Error>
        var answer = Data()
        var refusal: TransportError?
    }

    private struct State {
        var pieces: [Int: Piece] = [:]
        var done: (@MainActor @Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var done: (@MainActor @Sendable () -> Void)? {
        get { state.withLock { $0.done } }
        set { state.withLock { $0.done = newValue } }
    }

    #if canImport(Security)
    private let pinned = Mutex<CertificatePins?>(nil)

    var pins: CertificatePins? {
        get { pinned.withLock { $0 } }
        set { pinned.withLock { $0 = newValue } }
    }
    #endif

    func add(_ task: URLSessionTask, _ piece: Piece) {
        state.withLock { $0.pieces[task.taskIdentifier] = piece }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        state.withLock { state in
            guard let count = state.pieces[dataTask.taskIdentifier]?.answer.count, count < 1 << 20 else { return }
            state.pieces[dataTask.taskIdentifier]?.answer.append(data)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        state.withLock { $0.pieces[task.taskIdentifier]?.onSent }?(Int(totalBytesSent))
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        // What an earlier process sent is asked of the server.
        guard let piece = state.withLock({ $0.pieces.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let response = task.response as? HTTPURLResponse, error == nil {
            piece.end.resume(returning: Exchange.answer(response, TransportBody(Array(piece.answer))))
        } else {
            let reason = piece.refusal ?? error.map { Exchange.reason($0) }
            piece.end.resume(throwing: reason ?? TransportError(isUnsent: false, message: "the connection ended without an answer"))
        }
    }

    /// Another address would get the token: the answer is the redirect itself.
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
        if disposition == .cancelAuthenticationChallenge {
            state.withLock { $0.pieces[task.taskIdentifier]?.refusal = CertificatePins.refusal }
        }
        completionHandler(disposition, credential)
    }

    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
        guard let done = state.withLock({ $0.done.take() }) else { return }
        Task { @MainActor in done() }
    }
    #endif
}
