import ParaphStorage
import ParaphWire

extension ProtectedAct {
    /// The act that giving a signature is, by what the account ever had.
    static func signature(of personID: String, in tx: any ReadTransaction) throws -> ProtectedAct {
        try AccountFactorStore.contains(.template, of: personID, in: tx) ? .replaceSignature : .firstSignature
    }

    /// The act that making recovery codes is.
    static func recoveryCodes(of personID: String, in tx: any ReadTransaction) throws -> ProtectedAct {
        try AccountFactorStore.contains(.recoveryCode, of: personID, in: tx) ? .renewRecoveryCodes : .firstRecoveryCodes
    }

    /// The act that adding a passkey is; it may become the key of the device that asks.
    static func passkey(of personID: String, forDevice: Bool, in tx: any ReadTransaction) throws -> ProtectedAct {
        if forDevice { return .addDevicePasskey }
        return try AccountFactorStore.contains(.passkey, of: personID, in: tx) ? .addPasskey : .firstPasskey
    }
}

extension ChallengePurpose {
    /// Whether an approval of this purpose names what it is for.
    var namesSubject: Bool { ProtectedAct.allCases.contains { $0.rule.purpose == self && $0.rule.namesSubject } }

    /// Whether it approves anything at all.
    var isApproval: Bool { ProtectedAct.allCases.contains { $0.rule.purpose == self } }
}
