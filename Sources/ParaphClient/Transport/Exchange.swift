import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request of a URLSession with its answer.
final class Exchange: SessionRequest {
    #if !canImport(FoundationNetworking)
    /// Where more than the first waits for its reader the connection is held up, until less than the second does.
    private static let (most, least) = (1 << 20, 1 << 18)
    #endif

    let task: URLSessionDataTask
    let head = PendingAnswer()
    private let onSent: (@Sendable (Int) -> Void)?
    private let piece: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let state = Mutex(State())

    private struct State {
        /// Until the answer has it: an answer that is read by none then ends its request.
        var pieces: AsyncThrowingStream<[UInt8], any Error>?
        #if !canImport(FoundationNetworking)
        var waiting = 0
        var isHeld = false
        #endif
        var refusal: TransportError?
    }

    init(task: URLSessionDataTask, onSent: (@Sendable (Int) -> Void)?) {
        self.task = task
        self.onSent = onSent
        let (pieces, piece) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        self.piece = piece
        state.withLock { $0.pieces = pieces }
        piece.onTermination = { [weak task] end in
            if case .cancelled = end { task?.cancel() }
        }
    }

    func sent(_ count: Int) { onSent?(count) }

    func receive(_ response: HTTPURLResponse) {
        guard let pieces = state.withLock({ $0.pieces.take() }) else { return }
        let body = TransportBody(pieces.map { [weak self] piece in self?.taken(piece) ?? piece })
        head.come(.success(Self.answer(response, body)))
    }

    static func answer(_ response: HTTPURLResponse, _ body: TransportBody) -> TransportResponse {
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { headers[name] = value }
        }
        return TransportResponse(status: response.statusCode, headers: headers, body: body)
    }

    func receive(_ data: Data) {
        piece.yield(Array(data))
        // FoundationNetworking ends the process where data comes for a task that is suspended.
        #if !canImport(FoundationNetworking)
        let isTooMuch = state.withLock { state in
            state.waiting += data.count
            defer { state.isHeld = state.isHeld || state.waiting > Self.most }
            return !state.isHeld && state.waiting > Self.most
        }
        if isTooMuch { task.suspend() }
        #endif
    }

    /// Notes that a piece was read, and goes on where too many waited.
    private func taken(_ piece: [UInt8]) -> [UInt8] {
        #if !canImport(FoundationNetworking)
        let goesOn = state.withLock { state in
            state.waiting -= piece.count
            defer { state.isHeld = state.isHeld && state.waiting >= Self.least }
            return state.isHeld && state.waiting < Self.least
        }
        if goesOn { task.resume() }
        #endif
        return piece
    }

    func refuse(_ error: TransportError) {
        state.withLock { $0.refusal = error }
    }

    func end(_ error: (any Error)?) {
        let reason = state.withLock { $0.refusal } ?? error.map { Self.reason($0) }
        head.come(.failure(reason ?? TransportError(isUnsent: false, message: "the connection ended without an answer")))
        if let reason { piece.finish(throwing: reason) } else { piece.finish() }
    }

    static func reason(_ error: any Error) -> any Error {
        if error is CancellationError { return error }
        guard let error = error as? URLError else { return TransportError(isUnsent: false, message: "the connection was lost") }
        return switch error.code {
        case .cancelled: CancellationError()
        case .badURL, .unsupportedURL, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .notConnectedToInternet,
            .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateNotYetValid,
            .serverCertificateHasUnknownRoot, .appTransportSecurityRequiresSecureConnection, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive:
            TransportError(isUnsent: true, message: "the server cannot be reached (\(error.code.rawValue))")
        default: TransportError(isUnsent: false, message: "the connection was lost (\(error.code.rawValue))")
        }
    }
}
