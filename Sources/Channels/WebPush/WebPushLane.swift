import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Alerts on their way to browsers (RFC 8030).
struct WebPushLane: OutboxLane {
    let environment: PushEnvironment
    /// Few of a person at a time, so that devices that do not answer hold up those of others little.
    let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits())
    private static let mostOfPerson = 8

    var name: String { PushSubscription.Transport.webPush.rawValue }
    /// Many, for a sign-in waits for a minute or two, and services that do not answer keep others waiting.
    var width: Int { 128 }
    var schedule: RetrySchedule { .alerts }

    func deliver(_ item: OutboxItem) async throws {
        guard let (push, subscription) = try await environment.target(of: item), case .webPush(let address) = subscription.address else {
            return
        }
        do {
            try await limiter.run(at: [ConcurrencyLimiter.Place(of: subscription.personID, most: Self.mostOfPerson)]) {
                try await send(push, to: address, of: subscription)
            }
        } catch is ConcurrencyLimiter.Refusal {
            throw DeliveryError(isFinal: false, "other alerts of the person are on their way", retryAfter: 2)
        }
    }

    private func send(_ push: PushItem, to address: WebPushAddress, of subscription: PushSubscription) async throws {
        let answer: OutgoingRequest.Answer
        do {
            answer = try await environment.http.send(try await request(push, to: address))
        } catch let error as OutgoingError {
            // An address that may not be asked never may.
            if case .refused = error {
                try await environment.end(subscription)
            } else {
                try await environment.note(subscription, isReached: false)
            }
            throw DeliveryError(error)
        }
        try await settle(answer, subscription)
    }

    /// What is sent: the message encrypted for the browser, how long it is worth something, and how soon it is wanted.
    func request(_ push: PushItem, to address: WebPushAddress) async throws -> OutgoingRequest {
        let now = environment.time.now()
        guard let encryption = PushMessageEncryption(p256dh: address.p256dh.bytes, auth: address.auth.bytes),
            let origin = Self.origin(of: address.endpoint)
        else { throw DeliveryError(isFinal: true, "the browser's keys cannot be read") }
        let key = try await environment.database.read { [keys = environment.keys] in try ApplicationServerKeyStore.find(keys: keys, in: $0)
        }
        guard let key else { throw DeliveryError(isFinal: true, "there is no key for push services") }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let message = Array(try encoder.encode(push.alert))
        guard message.count <= PushAlert.limit else { throw DeliveryError(isFinal: true, "the alert is too long") }
        let isUrgent = push.alert.category == .requests || push.alert.category == .signIns
        return OutgoingRequest(
            .post,
            address.endpoint,
            headers: [
                ("Authorization", try key.authorization(to: origin, subject: environment.configuration.contact, at: now)),
                ("Content-Encoding", "aes128gcm"),
                ("Content-Type", "application/octet-stream"),
                ("TTL", String(max(0, (push.expiresAt.milliseconds - now.milliseconds) / 1000))),
                ("Urgency", isUrgent ? "high" : "normal"),
                ("Topic", Self.topic(of: push.alert)),
            ],
            body: try encryption.encrypt(message),
            bodyLimit: 0
        )
    }

    /// What comes of an answer (RFC 8030, sections 5 and 7.3).
    private func settle(_ answer: OutgoingRequest.Answer, _ subscription: PushSubscription) async throws {
        switch answer.status {
        case 200, 201, 202, 204: try await environment.note(subscription, isReached: true)
        // The browser unsubscribed, or the service forgot it: that is no failure of the alert's.
        case 404, 410: try await environment.end(subscription)
        case let status:
            // What is neither busy nor failing finds fault with this instance's key or message, which no other try mends.
            let isFinal = status != 429 && !(500...599).contains(status)
            try await environment.note(subscription, isReached: false)
            throw DeliveryError(isFinal: isFinal, "the push service answered \(status)", retryAfter: answer.retryAfter)
        }
    }

    func giveUp(_ item: OutboxItem, in tx: any WriteTransaction) throws {}

    func recipient(of payload: [UInt8]) -> String? { nil }

    /// Scheme, host and port, as the statement to the push service names them (RFC 6454, section 6.1).
    static func origin(of endpoint: String) -> String? {
        guard let parts = URLComponents(string: endpoint), let scheme = parts.scheme?.lowercased(), let host = parts.host?.lowercased()
        else {
            return nil
        }
        let usual = scheme == "https" ? 443 : 80
        return "\(scheme)://\(host)\(parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? "")"
    }

    /// A later alert about the same takes the place of one that was not fetched yet: at most 32 characters of base64url (section 5.4).
    static func topic(of alert: PushAlert) -> String { String(alert.id.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(32)) }
}
