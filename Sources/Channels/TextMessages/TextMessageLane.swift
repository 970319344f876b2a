import Foundation
import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit

/// Texts on their way to the gateway.
struct TextMessageLane: OutboxLane {
    let database: any Database
    /// `nil` where the operator has no gateway (any more): what waits does so until its time is over.
    let configuration: TextMessageConfiguration?
    let time: any TimeSource
    /// The most bytes of a gateway's answer that are read.
    static let answerLimit = 16_384

    /// The gateway's address is the operator's own.
    var http = OutgoingHTTP(AddressPolicy(.httpAndHTTPS, .any))

    static let name = "textMessage"
    var name: String { Self.name }
    var width: Int { 8 }
    /// Fourteen tries in about eleven hours; a code's time is over long before.
    var schedule: RetrySchedule { RetrySchedule(first: 5, longest: 3600, attempts: 14) }

    func deliver(_ item: OutboxItem) async throws {
        guard let text = Self.item(item.payload) else { throw DeliveryError(isFinal: true, "the stored text cannot be read") }
        let now = time.now()
        let isWanted = try await database.write { tx in
            // It is gone after a restore; and the gateway had it where a receipt came, though its answer was lost.
            guard try TextMessageStore.state(of: text.id, in: tx) == .waiting else { return false }
            guard now < text.message.expiresAt else { return try !TextMessageStore.move(text.id, to: .expired, in: tx) }
            return true
        }
        guard isWanted else { return }
        guard let configuration else { throw DeliveryError(isFinal: false, "there is no gateway; --sms names one") }
        let (gateway, receipt) = (configuration.service, configuration.receipt(text.receipt))
        let answer: OutgoingRequest.Answer
        do throws(OutgoingError) {
            answer = try await http.send(gateway.request(for: text.message, receipt: receipt, at: now))
        } catch {
            throw DeliveryError(error)
        }
        try gateway.settle(answer)
        try await database.write { try TextMessageStore.move(text.id, to: .accepted, in: $0) }
    }

    func giveUp(_ item: OutboxItem, in tx: any WriteTransaction) throws {
        if let text = Self.item(item.payload) { try TextMessageStore.move(text.id, to: .failed, in: tx) }
    }

    func recipient(of payload: [UInt8]) -> String? { Self.item(payload)?.message.recipient }

    private static func item(_ payload: [UInt8]) -> TextMessageItem? {
        try? JSONDecoder().decode(TextMessageItem.self, from: Data(payload))
    }
}
