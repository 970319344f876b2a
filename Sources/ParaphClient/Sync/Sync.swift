public import ParaphWire

extension ParaphClient {
    /// What changes for the person on the server.
    public var sync: Sync { Sync(client: self) }
}

/// Calls by which a client follows what changes; ``SyncEngine`` does so for a store on this device.
public struct Sync: Sendable {
    let client: ParaphClient

    /// What changed since a cursor, each thing once.
    ///
    /// - Parameter cursor: The cursor of an earlier answer, as it came; `nil` to begin.
    /// - Returns: kinds and ids; where `isReset`, load every list, then ask from its cursor.
    /// - Throws: ``ClientError``.
    public func changes(after cursor: String?) async throws -> Changes {
        try await client.call(SyncEndpoints.changes, query: ChangesQuery(after: cursor))
    }

    /// Rings when something changed, until the server ends the stream, which it does every few minutes: then begin another.
    ///
    /// It says only that something changed; ``changes(after:)`` says what, and loses nothing where a ring was lost. The first element comes
    /// once the stream is open.
    /// - Returns: a stream that fails with ``ClientError`` where the connection is lost.
    /// - Throws: ``ClientError``.
    public func events() async throws -> AsyncThrowingStream<Void, any Error> {
        var call = Caller.Call(method: SyncEndpoints.events.method, target: SyncEndpoints.events.path)
        call.options.accept = "text/event-stream"
        // A line comes every twenty seconds.
        call.options.patience = .seconds(60)
        let body = try await client.caller.perform(call) { $0.body }
        let (stream, continuation) = AsyncThrowingStream<Void, any Error>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            do {
                continuation.yield()
                var events = EventLines()
                for try await piece in body where events.rings(in: piece) { continuation.yield() }
                continuation.finish()
            } catch let error as TransportError {
                continuation.finish(throwing: ClientError(.offline, error.message, cause: error))
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }
}

/// Finds events in a stream of lines (HTML Standard, 9.2.6), of which only that they come is of interest.
struct EventLines {
    private var line: [UInt8] = []

    /// Whether an event ends, or has a line, in what has come.
    mutating func rings(in piece: [UInt8]) -> Bool {
        var isRing = false
        for byte in piece {
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                // No line of this stream is long.
                if line.count < 1024 { line.append(byte) }
                continue
            }
            isRing = isRing || line.starts(with: "data:".utf8)
            line = []
        }
        return isRing
    }
}
