/// What the authenticator says (section 6.1): 32 bytes of the RP ID's hash, a byte of flags, a counter of 4 bytes, then what the flags name.
package struct AuthenticatorData: Hashable, Sendable {
    /// The flags of section 6.1; bits 3 and 4 as Level 3 gives them a meaning.
    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// A user touched it.
        package static let userPresent = Flags(rawValue: 1)
        /// It made sure who.
        package static let userVerified = Flags(rawValue: 1 << 2)
        /// The key may be copied to other devices of the person.
        package static let backupEligible = Flags(rawValue: 1 << 3)
        /// It is.
        package static let backedUp = Flags(rawValue: 1 << 4)
        /// A new key follows.
        package static let attestedCredential = Flags(rawValue: 1 << 6)
        /// Extensions' outputs follow.
        package static let extensions = Flags(rawValue: 1 << 7)
    }

    /// A new key (section 6.5.1).
    package struct Credential: Hashable, Sendable {
        package let aaguid: [UInt8]
        package let id: [UInt8]
        package let publicKey: COSEKey
    }

    package let relyingPartyHash: [UInt8]
    package let flags: Flags
    package let signCount: UInt32
    package let credential: Credential?

    /// The longest credential id (Level 3, section 7.1, step 25).
    package static let idLimit = 1_023

    /// Reads the bytes, all of them.
    package init(_ bytes: [UInt8]) throws(PasskeyError) {
        guard bytes.count >= 37 else { throw Self.fault("it is shorter than 37 bytes") }
        relyingPartyHash = Array(bytes[..<32])
        let flags = Flags(rawValue: bytes[32])
        self.flags = flags
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        guard flags.contains(.backupEligible) || !flags.contains(.backedUp) else {
            throw Self.fault("it is backed up without being eligible for it (Level 3, section 6.1.3)")
        }
        var rest = bytes[37...]
        credential = flags.contains(.attestedCredential) ? try Self.credential(&rest) : nil
        if flags.contains(.extensions) {
            let extensions = try CBORDecoder.decodePrefix(rest)
            guard case .map = extensions.value else { throw Self.fault("the extensions are not a map") }
            rest = extensions.rest
        }
        guard rest.isEmpty else { throw Self.fault("\(rest.count) bytes follow its end") }
    }

    private static func credential(_ rest: inout ArraySlice<UInt8>) throws(PasskeyError) -> Credential {
        guard rest.count >= 18 else { throw fault("the new key is cut short") }
        let aaguid = Array(rest.prefix(16))
        let length = rest.dropFirst(16).prefix(2).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(18)
        guard (1...idLimit).contains(length), rest.count > length else { throw fault("the key's id has an impossible length") }
        let id = Array(rest.prefix(length))
        let key = try CBORDecoder.decodePrefix(rest.dropFirst(length))
        rest = key.rest
        return Credential(aaguid: aaguid, id: id, publicKey: try COSEKey(key.value))
    }

    private static func fault(_ what: String) -> PasskeyError {
        PasskeyError(.malformed, "The authenticator data cannot be read: \(what) (section 6.1).")
    }
}
