import ParaphStorage
import ParaphWire

/// A document that one device of a person asks another one to sign, as the table keeps it.
struct HandOverRecord: Hashable, Sendable {
    /// Until when it can be signed, in seconds.
    static let lifetime: Int64 = 600

    let id: String
    let personID: String
    /// The device that asks, which places the signature.
    let deviceID: String
    /// The session that asks, which is told how the signature looks.
    let sessionID: String
    let documentHash: String
    let name: String
    var status: Status
    var signatureID: String?
    var isBlack: Bool?
    var drawnAt: Timestamp?
    let createdAt: Timestamp
    let expiresAt: Timestamp

    enum Status: String, Sendable { case waiting, drawn, declined, cancelled }

    func isWaiting(at now: Timestamp) -> Bool { status == .waiting && now < expiresAt }

    /// How it stands, as both devices see it.
    func wireStatus(at now: Timestamp) -> HandOver.Status {
        switch status {
        case .waiting: now < expiresAt ? .waiting : .expired
        case .drawn: .drawn
        case .declined: .declined
        case .cancelled: .cancelled
        }
    }
}

extension HandOverRecord {
    /// A new one, that waits.
    init(_ wanted: HandOverRequest, personID: String, deviceID: String, sessionID: String, at now: Timestamp) {
        self.init(
            id: Identifier.random(),
            personID: personID,
            deviceID: deviceID,
            sessionID: sessionID,
            documentHash: wanted.hash,
            name: wanted.name,
            status: .waiting,
            createdAt: now,
            expiresAt: now.adding(seconds: Self.lifetime)
        )
    }
}
