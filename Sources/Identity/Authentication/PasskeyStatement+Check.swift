import Crypto
import ParaphWire
import Passkeys
import ServerKit

extension PasskeyStatement {
    /// The challenge that the passkey signed, as browsers repeat it: SHA-256 of the claims' canonical form.
    var challenge: String { Base64URL(SHA256.hash(data: claims.canonical)).text }

    /// Throws unless the passkey signed the claims, on a page of this site, once it had made sure who it was.
    ///
    /// - Returns: what is to be kept of the passkey.
    /// - Throws: ``Passkeys/PasskeyError``; of code `counter` when everything holds but the counter.
    func check(_ credential: PasskeyAssertion.Credential, relyingParty: RelyingParty) throws(PasskeyError) -> PasskeyAssertion {
        try PasskeyAssertion(
            PasskeyAssertion.Response(
                clientDataJSON: clientDataJSON.bytes,
                authenticatorData: authenticatorData.bytes,
                signature: signature.bytes,
                userHandle: userHandle?.bytes
            ),
            of: credential,
            isOwnerKnown: true,
            challenge: challenge,
            relyingParty: relyingParty
        )
    }
}
