/// Every route of the native API, and of the dialect that takes tokens, with what opens it; a reader can check it, and a new route is to stand here.
enum RouteTable {
    /// Every route with the scopes that open it: nothing else does, for tokens of administrators and of clients alike.
    ///
    /// `-` takes no token whatever it says, and `anybody` takes none into account. `stranger` says that it answers people who show no session: all others
    /// want one. `act:` names a protected act that it does (`ProtectedAct`), `letter` says that the link of a mail is its ground, and `free` that it
    /// does none: each route that changes what is a person's own chooses.
    static let text = """
        POST   /v1/challenges                                            - stranger
        DELETE /v1/challenges/{id}                                       - stranger
        POST   /v1/challenges/{id}/answers                               - stranger
        GET    /v1/changes                                               -
        GET    /v1/consent                                               - stranger
        POST   /v1/device-requests                                       - stranger
        GET    /v1/device-requests/{id}                                  -
        POST   /v1/device-requests/{id}/recovery                         - stranger act:recoverDevice
        POST   /v1/documents                                             -
        GET    /v1/documents/{id}                                        docs stranger
        GET    /v1/documents/{id}/evidence                               docs stranger
        POST   /v1/documents/{id}/seals                                  -
        GET    /v1/documents/{id}/signatures/{signatureId}/ink           docs stranger
        GET    /v1/documents/{id}/signatures/{signatureId}/photo         docs stranger
        DELETE /v1/email-proofs/{token}                                  - stranger letter
        GET    /v1/email-proofs/{token}                                  - stranger
        POST   /v1/email-proofs/{token}                                  - stranger act:allowAppByMail act:proveAddress
        GET    /v1/events                                                -
        GET    /v1/kept-documents                                        -
        POST   /v1/kept-documents                                        -
        DELETE /v1/kept-documents/{id}                                   -
        GET    /v1/kept-documents/{id}                                   -
        PATCH  /v1/kept-documents/{id}                                   -
        GET    /v1/kept-documents/{id}/content                           -
        PUT    /v1/kept-documents/{id}/content                           -
        POST   /v1/kept-documents/{id}/drafts                            -
        POST   /v1/kept-documents/{id}/drafts/{draftId}                  -
        POST   /v1/kept-documents/{id}/mail                              -
        GET    /v1/kept-documents/{id}/readers                           -
        POST   /v1/kept-documents/{id}/readers                           -
        DELETE /v1/kept-documents/{id}/readers/{personId}                -
        DELETE /v1/me                                                    - act:deleteAccount
        GET    /v1/me                                                    -
        PATCH  /v1/me                                                    - act:changeUsername
        GET    /v1/me/accesses                                           -
        DELETE /v1/me/accesses/{id}                                      - act:endClient
        GET    /v1/me/app-grants                                         -
        POST   /v1/me/app-grants/{id}                                    - act:allowApp
        DELETE /v1/me/app-grants/{id}                                    - act:endApp
        GET    /v1/me/activity                                           -
        GET    /v1/me/app-templates/{id}                                 -
        POST   /v1/me/app-templates/{id}/approval                        - act:allowAppSignature
        POST   /v1/me/approvals                                          - free
        GET    /v1/me/apps                                               -
        POST   /v1/me/apps                                               - act:registerApp
        DELETE /v1/me/apps/{id}                                          - act:deleteApp
        PATCH  /v1/me/apps/{id}                                          - free
        GET    /v1/me/apps/{id}/icon                                     -
        PUT    /v1/me/apps/{id}/icon                                     - free
        POST   /v1/me/apps/{id}/key                                      - act:renewAppKey
        GET    /v1/me/blocked-programs                                   -
        DELETE /v1/me/circumstances                                      - act:forbidCircumstances
        PUT    /v1/me/circumstances                                      - act:allowCircumstances
        DELETE /v1/me/consent                                            - act:withdrawConsent
        POST   /v1/me/consent                                            - act:giveConsent act:giveConsentAgain
        GET    /v1/me/device-requests                                    -
        DELETE /v1/me/device-requests/{id}                               - free
        POST   /v1/me/device-requests/{id}/approval                      - act:addDevice
        GET    /v1/me/devices                                            -
        DELETE /v1/me/devices/{id}                                       - act:removeDevice
        GET    /v1/me/ended-requests                                     -
        POST   /v1/me/enrolments                                         - act:firstSignature act:replaceSignature
        POST   /v1/me/enrolments/check                                   - free
        POST   /v1/me/enrolments/{id}/samples                            - act:firstSignature act:replaceSignature
        POST   /v1/me/export                                             - act:exportData
        DELETE /v1/me/approval-codes                                     - free
        POST   /v1/me/approval-codes                                     - free
        POST   /v1/me/approval-codes/{id}/approval                       - free
        POST   /v1/me/passkey-approvals                                  - free
        POST   /v1/me/passkey-devices                                    - act:protectDevice
        POST   /v1/me/passkey-registrations                              - free
        POST   /v1/me/hand-overs                                         - free
        DELETE /v1/me/hand-overs/{id}                                    - free
        GET    /v1/me/hand-overs/{id}                                    -
        GET    /v1/me/passkeys                                           -
        POST   /v1/me/passkeys                                           - act:firstPasskey act:addPasskey act:addDevicePasskey
        DELETE /v1/me/passkeys/{id}                                      - act:removePasskey
        PATCH  /v1/me/passkeys/{id}                                      - free
        DELETE /v1/me/photo                                              - free
        GET    /v1/me/photo                                              -
        PUT    /v1/me/photo                                              - free
        DELETE /v1/me/place                                              - free
        GET    /v1/me/place                                              -
        GET    /v1/me/recovery-codes                                     -
        POST   /v1/me/recovery-codes                                     - act:firstRecoveryCodes act:renewRecoveryCodes
        GET    /v1/me/requests                                           -
        DELETE /v1/me/requests/{id}                                      - free
        POST   /v1/me/requests/{id}/report                               - free
        GET    /v1/me/sessions                                           -
        DELETE /v1/me/sessions/{id}                                      - free
        PUT    /v1/me/signatures/{id}/circumstances                      - free
        GET    /v1/me/step-up                                            -
        GET    /v1/oauth2/authorization                                  - stranger
        POST   /v1/oauth2/authorization                                  - act:allowClient
        POST   /v1/passkey-challenges                                    - stranger
        POST   /v1/passkey-sign-ins                                      - stranger act:recoverDevice
        POST   /v1/registrations                                         - stranger
        POST   /v1/registrations/{id}/code                               - stranger
        POST   /v1/registrations/{id}/confirmation                       - stranger act:firstDevice
        GET    /v1/seal                                                  -
        POST   /v1/seal/verdict                                          -
        DELETE /v1/session                                               -
        POST   /csc/v2/credentials/list                                  csc service
        POST   /csc/v2/credentials/info                                  csc service
        POST   /csc/v2/credentials/authorize                             csc service
        POST   /csc/v2/credentials/authorizeCheck                        csc service
        POST   /csc/v2/signatures/signHash                               csc service
        POST   /csc/v2/signatures/timestamp                              csc service
        POST   /csc/v2/info                                              anybody
        POST   /csc/v2/{group}                                           anybody
        POST   /csc/v2/{group}/{method}                                  anybody
        """

    /// The scopes that open each route, `anybody` among them.
    static func rows() -> [String: Set<String>] {
        Dictionary(lines.map { ($0.route, $0.words.filter { !isAbout(acts: $0) && $0 != "stranger" }) }) { $0.union($1) }
    }

    /// The routes that answer people who show no session.
    static var forStrangers: Set<String> { Set(lines.filter { $0.words.contains("stranger") }.map(\.route)) }

    /// What each route says of protected acts.
    static var acts: [String: Set<String>] {
        Dictionary(lines.map { ($0.route, $0.words.filter(isAbout)) }) { $0.union($1) }
    }

    private static func isAbout(acts word: String) -> Bool { word.hasPrefix("act:") || word == "free" || word == "letter" }

    private static var lines: [(route: String, words: Set<String>)] {
        text.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            return ("\(words[0]) \(words[1])", Set(words.dropFirst(2)))
        }
    }
}
