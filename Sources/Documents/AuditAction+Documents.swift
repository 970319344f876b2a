import ServerKit

/// What this domain writes to the ledger.
extension AuditStore.Action {
    static let certificateRevoked = Self("certificateRevoked")
    static let authorityRootMade = Self("authorityRootMade")
    static let certificateIssued = Self("certificateIssued")
    static let signingActivated = Self("signingActivated")
    static let digestSigned = Self("digestSigned")
    static let evidenceMade = Self("evidenceMade")
    static let documentRegistered = Self("documentRegistered")
    static let documentSaved = Self("documentSaved")
    static let documentSealed = Self("documentSealed")

    static let documents: [Self] = [
        .certificateRevoked, .authorityRootMade, .certificateIssued, .signingActivated, .digestSigned, .evidenceMade,
        .documentRegistered, .documentSaved, .documentSealed,
    ]
}
