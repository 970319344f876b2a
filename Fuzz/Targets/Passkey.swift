import Foundation
import ParaphWire
import Passkeys

/// The first byte chooses what the rest is read as.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = bytes(data, count)
    guard let kind = input.first else { return 0 }
    let rest = Array(input.dropFirst())
    switch kind & 7 {
    case 0:
        guard let value = try? CBORDecoder.decode(rest[...]) else { return 0 }
        require(value.encoded == rest, "canonical CBOR is written otherwise than it was read")
        if let key = try? COSEKey(rest) { require(key.encoded == rest, "a key is written otherwise than it was read") }
    case 1:
        guard let data = try? AuthenticatorData(rest) else { return 0 }
        require(data.relyingPartyHash.count == 32, "the hash of the RP ID has another length")
        require(
            data.flags.contains(.attestedCredential) == (data.credential != nil),
            "a key came unannounced or not at all"
        )
        if let credential = data.credential {
            require((1...AuthenticatorData.idLimit).contains(credential.id.count), "limits were not kept")
            require((try? COSEKey(credential.publicKey.encoded)) == credential.publicKey, "a key was not read again")
        }
    case 2: _ = try? AttestationObject(rest)
    case 4: statement(rest)
    default:
        if (try? ClientDataJSON(rest)) != nil {
            require(rest.count <= ClientDataJSON.lengthLimit, "limits were not kept")
        }
        _ = try? ClientData(rest)
    }
    return 0
}

/// An answer whose device's key is a passkey, as the body of a request; nothing of it is verified here.
private func statement(_ bytes: [UInt8]) {
    guard let answer = try? JSONDecoder().decode(ChallengeAnswer.self, from: Data(bytes)) else { return }
    guard let passkey = answer.passkey else { return }
    let canonical = passkey.claims.canonical
    // The form is JSON of these claims and no others: what a passkey signs can be read in one way only.
    let read = try? JSONDecoder().decode(AnswerClaims.self, from: Data(canonical))
    let bound = 1 << 53
    if (-bound + 1..<bound).contains(passkey.claims.att), (-bound + 1..<bound).contains(passkey.claims.iat) {
        require(read?.canonical == canonical, "the canonical form says something else")
    }
    _ = try? AuthenticatorData(passkey.authenticatorData.bytes)
    _ = try? ClientData(passkey.clientDataJSON.bytes)
}
