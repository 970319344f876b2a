import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends pieces of files by a session of the system's, which goes on while the app is suspended or ended; everything else goes as
/// ``URLSessionTransport`` sends it.
///
/// A piece that was on its way when the app ended has arrived, or not, when it begins again: ``Files/upload(_:named:resuming:progress:)`` and
/// ``SyncEngine`` ask the server how far a file is, and go on from there.
///
/// The system follows redirects of such a session by itself. So pieces go without the account's token, and what another address answered is refused.
public final class BackgroundTransport: Transport {
    private let front: any Transport
    private let session: URLSession
    private let delegate: URLSessionTransportDelegate
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
        delegate = URLSessionTransportDelegate { [folder] task in
            guard let name = task.taskDescription else { return }
            try? FileManager.default.removeItem(at: folder.appending(path: name))
        }
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            removeLeft(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        } catch {
            throw ClientError(.storage, "there is no room for what is sent in the background", cause: error)
        }
    }

    public var mayRedirectParts: Bool { true }

    deinit { session.finishTasksAndInvalidate() }

    /// Deletes what an earlier process left of pieces and the system does not send any more; it reads them as they are, so that they lie
    /// there unsealed.
    private func removeLeft(_ pieces: [String]) {
        session.getAllTasks { [folder] tasks in
            let sending = Set(tasks.compactMap(\.taskDescription))
            for piece in pieces where !sending.contains(piece) { try? FileManager.default.removeItem(at: folder.appending(path: piece)) }
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
        task.taskDescription = piece.lastPathComponent
        return try await BackgroundPiece(task: task, url: request.url, onSent: request.onSent).answer(by: delegate)
    }

    /// Calls back once all is told of what the system did meanwhile: hand it what
    /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)` got.
    public func handleEvents(_ done: @escaping @MainActor @Sendable () -> Void) { delegate.whenAllIsTold(done) }
}
