/// What the browser says of a ceremony (section 5.8.1).
package struct ClientData: Hashable, Sendable {
    /// What the ceremony was.
    package enum Ceremony: String, Sendable {
        case registration = "webauthn.create"
        case authentication = "webauthn.get"
    }

    let type: String
    let challenge: String
    let origin: String
    let isCrossOrigin: Bool
    let hasTokenBinding: Bool

    /// Reads client data; nothing about it is believed yet.
    package init(_ bytes: [UInt8]) throws(PasskeyError) {
        let json = try ClientDataJSON(bytes)
        guard let type = json["type"]?.string, let challenge = json["challenge"]?.string, let origin = json["origin"]?.string else {
            throw PasskeyError(.malformed, "The client data lacks type, challenge or origin (section 5.8.1).")
        }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        switch json["crossOrigin"] {
        case nil: isCrossOrigin = json["topOrigin"] != nil
        case .bool(let isCross): isCrossOrigin = isCross || json["topOrigin"] != nil
        default: throw PasskeyError(.malformed, "The client data's crossOrigin is neither true nor false (section 5.8.1).")
        }
        hasTokenBinding = json["tokenBinding"]?["status"]?.string == "present"
    }

    /// Throws unless this is about one ceremony of a site: sections 7.1, steps 7 to 10, and 7.2, steps 11 to 14.
    ///
    /// - Parameters:
    ///   - ceremony: The one that was asked for.
    ///   - challenge: The challenge as it was sent: base64url without padding.
    ///   - relyingParty: This site.
    /// - Throws: ``PasskeyError`` that names the step.
    package func check(_ ceremony: Ceremony, challenge: String, relyingParty: RelyingParty) throws(PasskeyError) {
        let (section, first) = ceremony == .registration ? ("7.1", 7) : ("7.2", 11)
        // Compared as bytes: two texts of the same look are not the same statement.
        guard type.utf8.elementsEqual(ceremony.rawValue.utf8) else {
            throw PasskeyError(.type, "The client data is not of type \(ceremony.rawValue) (section \(section), step \(first)).")
        }
        guard self.challenge.utf8.elementsEqual(challenge.utf8) else {
            throw PasskeyError(.challenge, "The client data answers another challenge (section \(section), step \(first + 1)).")
        }
        guard origin.utf8.elementsEqual(relyingParty.origin.utf8) else {
            throw PasskeyError(.origin, "The page was not one of \(relyingParty.origin) (section \(section), step \(first + 2)).")
        }
        guard !isCrossOrigin else {
            throw PasskeyError(.origin, "The page stood in a frame of another site (section 5.8.1, crossOrigin).")
        }
        guard !hasTokenBinding else {
            throw PasskeyError(.malformed, "This server does no token binding (section \(section), step \(first + 3)).")
        }
    }
}
