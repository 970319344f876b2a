import Crypto

extension AuthenticatorData {
    /// Throws unless this was made for a site, by a user whom the authenticator recognised: sections 7.1, steps 13 to 15, and 7.2,
    /// steps 15 to 17.
    func check(_ ceremony: ClientData.Ceremony, relyingParty: RelyingParty) throws(PasskeyError) {
        let (section, first) = ceremony == .registration ? ("7.1", 13) : ("7.2", 15)
        guard relyingPartyHash.elementsEqual(SHA256.hash(data: Array(relyingParty.id.utf8))) else {
            throw PasskeyError(.relyingParty, "The key is not one for \(relyingParty.id) (section \(section), step \(first)).")
        }
        guard flags.contains(.userPresent) else {
            throw PasskeyError(.userPresence, "The authenticator was not touched (section \(section), step \(first + 1)).")
        }
        guard flags.contains(.userVerified) else {
            throw PasskeyError(.userVerification, "The authenticator did not make sure who it was (section \(section), step \(first + 2)).")
        }
    }
}
