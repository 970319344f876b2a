import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphWire
import ServerKit
import Synchronization
import TestSupport

@testable import ParaphClient

/// Requests through a server's router, without a socket.
struct RouterTransport: Transport {
    let client: any TestClientProtocol
    let time: ManualTime

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var fields = HTTPFields()
        for (name, value) in request.headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let bytes: [UInt8]? =
            switch request.body {
            case .nothing: nil
            case .bytes(let bytes): bytes
            case .part(let source, let range): try source.read(range)
            }
        let target = request.url.dropFirst("http://localhost:8080".count)
        request.onSent?(request.body.count)
        let response = try await client.execute(
            uri: String(target),
            method: HTTPRequest.Method(request.method) ?? .get,
            headers: fields,
            body: bytes.map { ByteBuffer(bytes: $0) }
        )
        var headers = Dictionary(response.headers.map { ($0.name.canonicalName, $0.value) }) { "\($0), \($1)" }
        headers["date"] = time.httpDate
        return TransportResponse(
            status: response.status.code,
            headers: headers,
            body: TransportBody(Array(response.body.readableBytesView))
        )
    }
}

/// URLSession to a live server, whose clock is the test's.
struct ClockedTransport: Transport {
    let base = URLSessionTransport()
    let time: ManualTime

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        var response = try await base.send(request)
        response.headers["date"] = time.httpDate
        return response
    }
}

extension ManualTime {
    var httpDate: String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: Date(timeIntervalSince1970: Double(now().milliseconds) / 1000))
    }
}

/// A network that fails as a test tells it to.
final class FaultyTransport: Transport {
    enum Fault: Sendable {
        /// The server is not reached.
        case unreachable
        /// The server does it, and its answer is lost.
        case lostAnswer
        /// The connection breaks before the server has the request.
        case lostRequest
        /// The connection breaks after some bytes of the answer.
        case cutAnswer(after: Int)
        /// Something before the server answers.
        case answer(Int, retryAfter: Int?, problem: ProblemCode?)
    }

    private struct State {
        var faults: [(method: String, isMeant: @Sendable (String) -> Bool, fault: Fault)] = []
        var sent: [String] = []
        var bodies: [[UInt8]] = []
        var isOffline = false
        var mayRedirectParts = false
        var partHeaders: [[String: String]] = []
    }

    private let base: any Transport
    private let state = Mutex(State())

    init(_ base: any Transport) { self.base = base }

    /// Plans a fault for the next request of a method whose path ends so; several are met one after another.
    func plan(_ fault: Fault, _ method: String, _ path: String) {
        state.withLock { $0.faults.append((method, { $0.hasSuffix(path) }, fault)) }
    }

    /// Plans a fault for the next request of a method whose path holds a part.
    func plan(_ fault: Fault, _ method: String, within part: String) {
        state.withLock { $0.faults.append((method, { $0.contains(part) }, fault)) }
    }

    /// Whether nothing comes through.
    var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// Whether it is one of those that follow redirects with parts of files.
    var mayRedirectParts: Bool {
        get { state.withLock { $0.mayRedirectParts } }
        set { state.withLock { $0.mayRedirectParts = newValue } }
    }

    /// The headers that parts of files went with.
    var partHeaders: [[String: String]] { state.withLock { $0.partHeaders } }

    /// How often a method was sent to a path that ends so.
    func count(_ method: String, _ path: String) -> Int {
        state.withLock { $0.sent.count { $0.hasPrefix("\(method) ") && $0.hasSuffix(path) } }
    }

    /// Whether some bytes went out, as they are or in Base64 among others.
    func hasSent(_ bytes: [UInt8]) -> Bool {
        // What stands before them shifts the letters, of which those at the ends depend on what is around.
        let texts = (0..<3).map { shift in
            Array(Base64URL(Array(repeating: 0, count: shift) + bytes).text.utf8.dropFirst(shift == 0 ? 0 : shift + 1).dropLast(3))
        }
        let bodies = state.withLock { $0.bodies }
        return bodies.contains { body in ([bytes] + texts).contains { body.firstRange(of: $0) != nil } }
    }

    /// Faults that no request met.
    var unmet: Int { state.withLock { $0.faults.count } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let path = request.url.split(separator: "?").first.map(String.init) ?? ""
        let (fault, isOffline) = state.withLock { state -> (Fault?, Bool) in
            state.sent.append("\(request.method) \(path)")
            switch request.body {
            case .bytes(let bytes): state.bodies.append(bytes)
            case .part(let source, let range):
                state.bodies.append((try? source.read(range)) ?? [])
                state.partHeaders.append(request.headers)
            case .nothing: break
            }
            if state.isOffline { return (nil, true) }
            guard let index = state.faults.firstIndex(where: { $0.method == request.method && $0.isMeant(path) }) else {
                return (nil, false)
            }
            return (state.faults.remove(at: index).fault, false)
        }
        if isOffline { throw TransportError(isUnsent: true, message: "offline") }
        switch fault {
        case nil: return try await base.send(request)
        case .unreachable: throw TransportError(isUnsent: true, message: "unreachable")
        case .lostRequest: throw TransportError(isUnsent: false, message: "lost")
        case .lostAnswer:
            _ = try await base.send(request)
            throw TransportError(isUnsent: false, message: "lost")
        case .cutAnswer(let count):
            let response = try await base.send(request)
            let whole = try await response.body.bytes(upTo: .max)
            let pieces = AsyncThrowingStream<[UInt8], any Error> { stream in
                stream.yield(Array(whole.prefix(count)))
                stream.finish(throwing: TransportError(isUnsent: false, message: "cut"))
            }
            return TransportResponse(status: response.status, headers: response.headers, body: TransportBody(pieces))
        case .answer(let status, let retryAfter, let code):
            var headers = ["content-type": code == nil ? "text/html" : "application/problem+json"]
            headers["retry-after"] = retryAfter.map(String.init)
            let problem = try code.map { code in
                Array(try JSONEncoder().encode(Problem(code: code, title: "planned", retryAfter: retryAfter)))
            }
            return TransportResponse(status: status, headers: headers, body: TransportBody(problem ?? Array("<html>".utf8)))
        }
    }
}

/// The pauses that a client made.
final class Pauses: Sendable {
    private let noted = Mutex<[Duration]>([])

    var all: [Duration] { noted.withLock { $0 } }

    func note(_ duration: Duration) { noted.withLock { $0.append(duration) } }
}
