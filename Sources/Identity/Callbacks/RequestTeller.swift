import Foundation
import Logging
import ParaphStorage
import ParaphWire
import ServerKit
import ServiceLifecycle

/// Puts into the outbox what clients are to hear of requests that ended, by whatever way they did.
///
/// What ended is marked in the transaction that ended it, so nothing is forgotten where a node stops; each end has a key in the outbox, so
/// nothing is told twice.
struct RequestTeller: Sendable {
    let environment: IdentityEnvironment
    /// How many requests one turn tells of.
    var batch = 100

    /// Tells of some.
    ///
    /// - Returns: whether there may be more.
    func turn() async throws -> Bool {
        let now = environment.time.now()
        guard try await environment.database.read({ try ClientRequestStore.isAnythingUntold(at: now, in: $0) }) else { return false }
        return try await environment.database.write { tx in
            let keys = environment.keys
            let expired = try ClientRequestStore.noteExpired(at: now, limit: batch, keys: keys, in: tx)
            let ended = try ClientRequestStore.takeUntold(limit: batch, keys: keys, in: tx)
            for request in ended { try tell(request, at: now, in: tx) }
            return max(expired, ended.count) >= batch
        }
    }

    private func tell(_ request: ClientRequestRecord, at now: Timestamp, in tx: any WriteTransaction) throws {
        guard let delivery = try RequestDeliveryStore.find(request.id, of: request.personID, keys: environment.keys, in: tx) else { return }
        let addresses = try ClientDeliveryStore.find(delivery.clientID, in: tx)
        let outbox = Outbox(keys: environment.keys, time: environment.time)
        if let ping = delivery.ping {
            guard let address = addresses.notification else { return }
            let callback = Callback(
                clientID: delivery.clientID,
                url: address.text,
                bearer: ping.token,
                contentType: "application/json",
                body: Base64URL(try JSONBody.encode(["auth_req_id": ping.requestID]))
            )
            // One for each request: what becomes of an approval later, the client does not hear here.
            try outbox.enqueue(
                try JSONBody.encode(callback),
                lane: CallbackLane.Kind.ping.rawValue,
                key: "ping/\(request.id)",
                in: tx
            )
        } else if let encoding = SignPassEncoding(delivery.kind), let address = addresses.callback {
            let result = try SignPassResult(request, at: now, environment, in: tx)
            let callback = Callback(
                clientID: delivery.clientID,
                url: address.text,
                claims: Callback.Claims(requestID: request.id, state: result.state.rawValue),
                contentType: encoding.mediaType,
                body: Base64URL(try encoding.encode(result.message))
            )
            let key = "callback/\(request.id)/\(result.state.rawValue)"
            try outbox.enqueue(try JSONBody.encode(callback), lane: CallbackLane.Kind.callback.rawValue, key: key, in: tx)
        }
    }
}

/// Has clients told until the program stops: when a request ends, on whichever node, and every two seconds, for requests end by themselves too.
struct RequestTelling: Service, CustomStringConvertible {
    let environment: IdentityEnvironment

    var description: String { "RequestTelling" }

    private static let interval = Duration.seconds(2)

    func run() async throws {
        let rings = environment.database.wakeUps(for: ClientRequestStore.endTopic)
        let (turns, turn) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup { group in
            group.addTask {
                for await _ in rings.cancelOnGracefulShutdown() { turn.yield() }
            }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    while !Task.isCancelled {
                        turn.yield()
                        try? await Task.sleep(for: Self.interval)
                    }
                }
            }
            for await _ in turns.cancelOnGracefulShutdown() { await tell() }
            group.cancelAll()
        }
    }

    private func tell() async {
        do {
            while try await RequestTeller(environment: environment).turn(), !Task.isCancelled, !Task.isShuttingDownGracefully {}
        } catch {
            let code = (error as? StorageError)?.code.description ?? ""
            environment.logger.error("clients could not be told of requests", metadata: ["type": "\(type(of: error))", "code": "\(code)"])
        }
    }
}
