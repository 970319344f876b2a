/// What an authenticator answers when it made a key (section 6.5.4).
package struct AttestationObject: Hashable, Sendable {
    let format: String
    let statement: CBORValue
    /// The bytes of ``AuthenticatorData``, which attestations sign.
    let authenticatorData: [UInt8]

    /// Reads the bytes, all of them.
    package init(_ bytes: [UInt8]) throws(PasskeyError) {
        let value = try CBORDecoder.decode(bytes[...])
        guard value.count == 3, let format = value["fmt"]?.text, let statement = value["attStmt"], case .map = statement,
            let data = value["authData"]?.bytes
        else {
            throw PasskeyError(.malformed, "The attestation object is not a map of fmt, attStmt and authData (section 6.5.4).")
        }
        self.format = format
        self.statement = statement
        authenticatorData = data
    }
}
