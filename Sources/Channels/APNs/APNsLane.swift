import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Alerts on their way to iPhones and iPads (Apple, "Sending notification requests to APNs").
struct APNsLane: OutboxLane {
    let environment: PushEnvironment
    let configuration: APNsConfiguration
    let client: APNsClient

    var name: String { PushSubscription.Transport.applePush.rawValue }
    var width: Int { 16 }
    var schedule: RetrySchedule { .alerts }

    func deliver(_ item: OutboxItem) async throws {
        guard let (push, subscription) = try await environment.target(of: item), case .apple(let address) = subscription.address else {
            return
        }
        let now = environment.time.now()
        do {
            let headers = Self.headers(push, itemID: item.id, topic: configuration.topic)
            let authorization = [("authorization", "bearer \(try client.token.text(at: now))")]
            let answer = try await client.push(try Self.payload(of: push.alert), to: address.token, headers: headers + authorization)
            try await settle(answer, subscription, at: now)
        } catch let error as DeliveryError {
            if !error.isFinal { try await environment.note(subscription, isReached: false) }
            throw error
        }
    }

    /// What is sent: words of the app's own catalogue, by their keys, and the id that it finds the thing by.
    static func payload(of alert: PushAlert) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let payload = Array(try encoder.encode(Payload(alert)))
        guard payload.count <= PushAlert.limit else { throw DeliveryError(isFinal: true, "the alert is too long") }
        return payload
    }

    static func headers(_ push: PushItem, itemID: String, topic: String) -> [(String, String)] {
        let isUrgent = push.alert.category == .requests || push.alert.category == .signIns
        return [
            ("apns-topic", topic), ("apns-push-type", "alert"), ("apns-priority", isUrgent ? "10" : "5"),
            ("apns-expiration", String(push.expiresAt.milliseconds / 1000)), ("apns-collapse-id", String(push.alert.id.prefix(64))),
            ("apns-id", uuid(itemID)), ("content-type", "application/json"),
        ]
    }

    /// The same for each try of an item, so that Apple's answers name it.
    private static func uuid(_ id: String) -> String {
        var text = ""
        for (place, digit) in id.prefix(32).enumerated() {
            if [8, 12, 16, 20].contains(place) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    /// What comes of an answer (Apple, "Handling notification responses from APNs").
    private func settle(_ answer: APNsClient.Answer, _ subscription: PushSubscription, at now: Timestamp) async throws {
        let said = "Apple answered \(answer.status)\(answer.reason.map { " \($0)" } ?? "")"
        switch (answer.status, answer.reason) {
        case (200, _): try await environment.note(subscription, isReached: true)
        case (410, _):
            // A token that was registered again since is good.
            if answer.timestamp.map({ subscription.createdAt.milliseconds <= $0 }) ?? true { try await environment.end(subscription) }
        case (400, "DeviceTokenNotForTopic"): try await environment.end(subscription)
        // The device's token, or the operator's choice of the environment: after some of them in a row it is the token.
        case (400, "BadDeviceToken"):
            try await environment.note(subscription, isReached: false, weight: PushSubscriptionStore.failureLimit / 4)
            throw DeliveryError(isFinal: true, said)
        case (403, "ExpiredProviderToken"):
            client.token.expire(at: now)
            throw DeliveryError(isFinal: false, said)
        // The key or its ids, which the operator can put right.
        case (403, _): throw DeliveryError(isFinal: false, said)
        case (429, _), (500..., _): throw DeliveryError(isFinal: false, said, retryAfter: answer.retryAfter)
        default: throw DeliveryError(isFinal: true, said)
        }
    }

    func giveUp(_ item: OutboxItem, in tx: any WriteTransaction) throws {}

    func recipient(of payload: [UInt8]) -> String? { nil }

    /// The payload, in which nothing tells who or what.
    private struct Payload: Encodable {
        var aps: Aps
        var id: String

        init(_ alert: PushAlert) {
            let key = "alert.shown.\(alert.category.rawValue)"
            aps = Aps(
                alert: Words(title: "\(key).title", text: "\(key).text"),
                category: alert.category.rawValue
            )
            id = alert.id
        }

        struct Aps: Encodable {
            var alert: Words
            /// Something waits; the app knows how much.
            var badge = 1
            var category: String
            var sound = "default"
        }

        struct Words: Encodable {
            var title: String
            var text: String

            enum CodingKeys: String, CodingKey {
                case title = "title-loc-key"
                case text = "loc-key"
            }
        }
    }
}
