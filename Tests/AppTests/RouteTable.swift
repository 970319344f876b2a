/// Every route, with the answer for every kind of caller; a reader can check it, and a new route is to stand here.
///
/// A caller with a session of their own is looked at by every route. The columns say what the others get:
/// - `stranger`: without a session, with an app's key or not. `yes`: an answer; `401`: none; `sign-in`: is sent to sign in; `own`: the route asks for
///   credentials of its own, by the tests that are named.
/// - `another`: with a session, and the ids of another person's things. `no`: as if there were none; `yes`: knowing the id is enough; `-`: the path has none.
/// - one column for each scope that a domain declares: with a token of that scope, an administrator's or a client's. `-`: the token counts for nothing.
///   `email` stands for `address` and `phone` too.
///
/// Behind the bar stands, of the native API, what protected acts the route does (`ProtectedAct`): `act:` names one, `letter` says that the link of a mail is
/// its basis, and `free` that it does none: each route that changes what is a person's own chooses. Of others it says why the answer is so.
enum RouteTable {
    static let text = """
        method  path                                               stranger  another  csc  docs  email  openid  profile  service  | acts, or why
        GET     /v1/announcements                                  401       -        no   no    no     no      no       no
        POST    /v1/challenges                                     yes       -        no   no    no     no      no       no
        DELETE  /v1/challenges/{id}                                yes       no       no   no    no     no      no       no
        POST    /v1/challenges/{id}/answers                        yes       no       no   no    no     no      no       no       | act:signIn
        GET     /v1/changes                                        401       -        no   no    no     no      no       no
        GET     /v1/consent                                        yes       -        no   no    no     no      no       no
        POST    /v1/device-requests                                yes       -        no   no    no     no      no       no
        GET     /v1/device-requests/{id}                           401       no       no   no    no     no      no       no
        DELETE  /v1/device-requests/{id}                           401       no       no   no    no     no      no       no
        POST    /v1/device-requests/{id}/session                   yes       no       no   no    no     no      no       no
        POST    /v1/device-requests/{id}/recovery                  yes       no       no   no    no     no      no       no       | act:recoverDevice
        POST    /v1/documents                                      401       -        no   no    no     no      no       no
        GET     /v1/documents/{id}                                 yes       yes      no   yes   no     no      no       no
        GET     /v1/documents/{id}/evidence                        yes       yes      no   yes   no     no      no       no
        POST    /v1/documents/{id}/seals                           401       no       no   no    no     no      no       no
        GET     /v1/documents/{id}/signatures/{signatureId}/ink    yes       yes      no   yes   no     no      no       no
        GET     /v1/documents/{id}/signatures/{signatureId}/photo  yes       yes      no   yes   no     no      no       no
        DELETE  /v1/email-proofs/{token}                           yes       no       no   no    no     no      no       no       | letter
        GET     /v1/email-proofs/{token}                           yes       no       no   no    no     no      no       no
        POST    /v1/email-proofs/{token}                           yes       no       no   no    no     no      no       no       | act:allowAppByMail act:proveAddress
        POST    /v1/email-proofs/{token}/session                   yes       no       no   no    no     no      no       no       | act:firstDevice
        GET     /v1/events                                         401       -        no   no    no     no      no       no
        GET     /v1/files                                          401       -        no   no    no     no      no       no
        POST    /v1/files                                          401       -        no   no    no     no      no       no
        DELETE  /v1/files/{id}                                     401       no       no   no    no     no      no       no
        GET     /v1/files/{id}                                     401       no       no   no    no     no      no       no
        PATCH   /v1/files/{id}                                     401       no       no   no    no     no      no       no
        GET     /v1/files/{id}/content                             401       no       no   no    no     no      no       no
        PUT     /v1/files/{id}/content                             401       no       no   no    no     no      no       no
        POST    /v1/files/{id}/drafts                              401       no       no   no    no     no      no       no
        POST    /v1/files/{id}/drafts/{draftId}                    401       no       no   no    no     no      no       no
        POST    /v1/files/{id}/mail                                401       no       no   no    no     no      no       no
        POST    /v1/files/{id}/restore                             401       no       no   no    no     no      no       no
        POST    /v1/files/{id}/upload-token                        401       no       no   no    no     no      no       no
        GET     /v1/files/{id}/readers                             401       no       no   no    no     no      no       no
        POST    /v1/files/{id}/readers                             401       no       no   no    no     no      no       no
        DELETE  /v1/files/{id}/readers/{personId}                  401       no       no   no    no     no      no       no
        DELETE  /v1/me                                             401       -        no   no    no     no      no       no       | act:deleteAccount
        GET     /v1/me                                             401       -        no   no    no     no      no       no
        PATCH   /v1/me                                             401       -        no   no    no     no      no       no       | act:firstUsername act:changeUsername
        GET     /v1/me/accesses                                    401       -        no   no    no     no      no       no
        DELETE  /v1/me/accesses/{id}                               401       no       no   no    no     no      no       no       | act:endClient
        GET     /v1/me/app-grants                                  401       -        no   no    no     no      no       no
        POST    /v1/me/app-grants/{id}                             401       no       no   no    no     no      no       no       | act:allowApp
        DELETE  /v1/me/app-grants/{id}                             401       no       no   no    no     no      no       no       | act:endApp
        GET     /v1/me/activity                                    401       -        no   no    no     no      no       no
        DELETE  /v1/me/app-templates/{id}                          401       no       no   no    no     no      no       no       | free
        GET     /v1/me/app-templates/{id}                          401       no       no   no    no     no      no       no
        POST    /v1/me/app-templates/{id}/approval                 401       no       no   no    no     no      no       no       | act:allowAppSignature
        POST    /v1/me/approvals                                   401       -        no   no    no     no      no       no       | free
        GET     /v1/me/apps                                        401       -        no   no    no     no      no       no
        POST    /v1/me/apps                                        401       -        no   no    no     no      no       no       | act:registerApp
        DELETE  /v1/me/apps/{id}                                   401       no       no   no    no     no      no       no       | act:deleteApp
        PATCH   /v1/me/apps/{id}                                   401       no       no   no    no     no      no       no       | free
        GET     /v1/me/apps/{id}/icon                              401       no       no   no    no     no      no       no
        PUT     /v1/me/apps/{id}/icon                              401       no       no   no    no     no      no       no       | free
        POST    /v1/me/apps/{id}/key                               401       no       no   no    no     no      no       no       | act:renewAppKey
        GET     /v1/me/blocked-programs                            401       -        no   no    no     no      no       no
        DELETE  /v1/me/blocked-programs/{id}                       401       no       no   no    no     no      no       no       | free
        DELETE  /v1/me/circumstances                               401       -        no   no    no     no      no       no       | act:forbidCircumstances
        PUT     /v1/me/circumstances                               401       -        no   no    no     no      no       no       | act:allowCircumstances
        DELETE  /v1/me/consent                                     401       -        no   no    no     no      no       no       | act:withdrawConsent
        POST    /v1/me/consent                                     401       -        no   no    no     no      no       no       | act:giveConsent act:giveConsentAgain
        GET     /v1/me/device-requests                             401       -        no   no    no     no      no       no
        DELETE  /v1/me/device-requests/{id}                        401       no       no   no    no     no      no       no       | free
        POST    /v1/me/device-requests/{id}/approval               401       no       no   no    no     no      no       no       | act:addDevice
        GET     /v1/me/devices                                     401       -        no   no    no     no      no       no
        DELETE  /v1/me/devices/{id}                                401       no       no   no    no     no      no       no       | act:removeDevice
        GET     /v1/me/ended-requests                              401       -        no   no    no     no      no       no
        POST    /v1/me/enrolments                                  401       -        no   no    no     no      no       no       | act:firstSignature act:replaceSignature
        POST    /v1/me/enrolments/check                            401       -        no   no    no     no      no       no       | free
        POST    /v1/me/enrolments/{id}/samples                     401       no       no   no    no     no      no       no       | act:firstSignature act:replaceSignature
        POST    /v1/me/export                                      401       -        no   no    no     no      no       no       | act:exportData
        DELETE  /v1/me/approval-codes                              401       -        no   no    no     no      no       no       | free
        POST    /v1/me/approval-codes                              401       -        no   no    no     no      no       no       | free
        POST    /v1/me/approval-codes/{id}/approval                401       no       no   no    no     no      no       no       | free
        POST    /v1/me/passkey-approvals                           401       -        no   no    no     no      no       no       | free
        POST    /v1/me/passkey-devices                             401       -        no   no    no     no      no       no       | act:protectDevice
        POST    /v1/me/passkey-registrations                       401       -        no   no    no     no      no       no       | free
        POST    /v1/me/hand-overs                                  401       -        no   no    no     no      no       no       | free
        DELETE  /v1/me/hand-overs/{id}                             401       no       no   no    no     no      no       no       | free
        GET     /v1/me/hand-overs/{id}                             401       no       no   no    no     no      no       no
        GET     /v1/me/passkeys                                    401       -        no   no    no     no      no       no
        POST    /v1/me/passkeys                                    401       -        no   no    no     no      no       no       | act:firstPasskey act:addPasskey act:addDevicePasskey
        DELETE  /v1/me/passkeys/{id}                               401       no       no   no    no     no      no       no       | act:removePasskey
        PATCH   /v1/me/passkeys/{id}                               401       no       no   no    no     no      no       no       | free
        GET     /v1/me/phone                                       401       -        no   no    no     no      no       no
        POST    /v1/me/phone/codes                                 401       -        no   no    no     no      no       no       | free
        POST    /v1/me/phone/confirmation                          401       -        no   no    no     no      no       no       | free
        DELETE  /v1/me/phone/notices                               401       -        no   no    no     no      no       no       | free
        PUT     /v1/me/phone/notices                               401       -        no   no    no     no      no       no       | free
        DELETE  /v1/me/photo                                       401       -        no   no    no     no      no       no       | free
        GET     /v1/me/photo                                       401       -        no   no    no     no      no       no
        PUT     /v1/me/photo                                       401       -        no   no    no     no      no       no       | free
        DELETE  /v1/me/place                                       401       -        no   no    no     no      no       no       | free
        GET     /v1/me/place                                       401       -        no   no    no     no      no       no
        DELETE  /v1/me/push                                        401       -        no   no    no     no      no       no       | free
        GET     /v1/me/push                                        401       -        no   no    no     no      no       no
        PUT     /v1/me/push                                        401       -        no   no    no     no      no       no       | free
        GET     /v1/me/recovery-codes                              401       -        no   no    no     no      no       no
        POST    /v1/me/recovery-codes                              401       -        no   no    no     no      no       no       | act:firstRecoveryCodes act:renewRecoveryCodes
        GET     /v1/me/requests                                    401       -        no   no    no     no      no       no
        DELETE  /v1/me/requests/{id}                               401       no       no   no    no     no      no       no       | free
        POST    /v1/me/requests/{id}/report                        401       no       no   no    no     no      no       no       | free
        DELETE  /v1/me/request-code                                401       -        no   no    no     no      no       no       | free
        GET     /v1/me/request-code                                401       -        no   no    no     no      no       no
        PUT     /v1/me/request-code                                401       -        no   no    no     no      no       no       | free
        GET     /v1/me/sessions                                    401       -        no   no    no     no      no       no
        DELETE  /v1/me/sessions/{id}                               401       no       no   no    no     no      no       no       | free
        PUT     /v1/me/signatures/{id}/circumstances               401       no       no   no    no     no      no       no       | free
        GET     /v1/me/step-up                                     401       -        no   no    no     no      no       no
        GET     /v1/oauth2/authorization                           yes       -        no   no    no     no      no       no
        POST    /v1/oauth2/authorization                           401       -        no   no    no     no      no       no       | act:allowClient
        POST    /v1/passkey-challenges                             yes       -        no   no    no     no      no       no
        POST    /v1/passkey-sign-ins                               yes       -        no   no    no     no      no       no       | act:recoverDevice act:signIn
        POST    /v1/recovery-sign-ins                              yes       -        no   no    no     no      no       no       | act:recoverDevice act:signIn
        POST    /v1/registrations                                  yes       -        no   no    no     no      no       no
        POST    /v1/registrations/{id}/code                        yes       no       no   no    no     no      no       no
        POST    /v1/registrations/{id}/confirmation                yes       no       no   no    no     no      no       no       | act:firstDevice
        GET     /v1/seal                                           401       -        no   no    no     no      no       no
        POST    /v1/seal/verdict                                   401       -        no   no    no     no      no       no
        GET     /v1/oauth2/end-session                             yes       -        no   no    no     no      no       no
        POST    /v1/oauth2/device                                  401       -        no   no    no     no      no       no       | free
        POST    /v1/oauth2/device/decision                         401       -        no   no    no     no      no       no       | act:allowClient
        DELETE  /v1/session                                        401       -        no   no    no     no      no       no
        POST    /csc/v2/credentials/list                           401       -        yes  no    no     no      no       yes
        POST    /csc/v2/credentials/info                           401       -        yes  no    no     no      no       yes
        POST    /csc/v2/credentials/authorize                      401       -        yes  no    no     no      no       yes
        POST    /csc/v2/credentials/authorizeCheck                 401       -        yes  no    no     no      no       yes
        POST    /csc/v2/signatures/signHash                        401       -        yes  no    no     no      no       yes
        POST    /csc/v2/signatures/timestamp                       401       -        yes  no    no     no      no       yes
        GET     /oauth2/userinfo                                   401       -        no   no    no     yes     no       no
        POST    /oauth2/userinfo                                   401       -        no   no    no     yes     no       no
        POST    /csc/v2/info                                       yes       -        yes  yes   yes    yes     yes      yes
        POST    /csc/v2/{group}                                    yes       -        yes  yes   yes    yes     yes      yes
        POST    /csc/v2/{group}/{method}                           yes       -        yes  yes   yes    yes     yes      yes
        GET     /                                                  yes       -        -    -     -      -       -        -        | the start page
        GET     /register                                          yes       -        -    -     -      -       -        -        | who registers has no session yet
        GET     /sign-in                                           yes       -        -    -     -      -       -        -        | nor has who signs in
        GET     /enrol                                             sign-in   -        -    -     -      -       -        -
        GET     /documents                                         sign-in   -        -    -     -      -       -        -        | with documentid a history, as GET /v1/documents/{id} tells strangers
        GET     /documents/deleted                                 sign-in   -        -    -     -      -       -        -
        GET     /documents/view                                    sign-in   -        -    -     -      -       -        -
        GET     /hand-over/{id}                                    sign-in   -        -    -     -      -       -        -
        GET     /activity                                          sign-in   -        -    -     -      -       -        -
        GET     /more                                              sign-in   -        -    -     -      -       -        -
        GET     /requests                                          sign-in   -        -    -     -      -       -        -
        GET     /requests/{id}                                     sign-in   -        -    -     -      -       -        -
        GET     /profile                                           sign-in   -        -    -     -      -       -        -
        GET     /signature                                         sign-in   -        -    -     -      -       -        -
        GET     /devices                                           sign-in   -        -    -     -      -       -        -
        GET     /devices/requests/{id}                             sign-in   -        -    -     -      -       -        -
        GET     /protect                                           sign-in   -        -    -     -      -       -        -
        GET     /sessions                                          sign-in   -        -    -     -      -       -        -
        GET     /recovery-codes                                    sign-in   -        -    -     -      -       -        -
        GET     /apps                                              sign-in   -        -    -     -      -       -        -
        GET     /apps/new                                          sign-in   -        -    -     -      -       -        -
        GET     /apps/{id}                                         sign-in   -        -    -     -      -       -        -
        GET     /privacy                                           sign-in   -        -    -     -      -       -        -
        GET     /account/delete                                    sign-in   -        -    -     -      -       -        -
        GET     /alerts/{category}/{id}                            sign-in   -        -    -     -      -       -        -
        GET     /settings/language                                 sign-in   -        -    -     -      -       -        -
        GET     /settings/notifications                            sign-in   -        -    -     -      -       -        -
        GET     /about                                             sign-in   -        -    -     -      -       -        -
        GET     /confirm                                           yes       -        -    -     -      -       -        -        | the mailed token is the credential
        GET     /oauth2/authorize                                  yes       -        -    -     -      -       -        -        | tells a program's mistake; asks a person who signed in
        POST    /oauth2/authorize                                  yes       -        -    -     -      -       -        -        | leads to the same address with what it brings as its query
        GET     /oauth2/end-session                                yes       -        -    -     -      -       -        -        | tells who is signed out already so; asks a person who signed in
        POST    /oauth2/end-session                                yes       -        -    -     -      -       -        -        | leads to the same address with what it brings as its query
        GET     /device                                            sign-in   -        -    -     -      -       -        -
        GET     /offline                                           yes       -        -    -     -      -       -        -        | says that the network is away
        GET     /offline/view                                      yes       -        -    -     -      -       -        -        | shows what is on the device
        GET     /language                                          yes       -        -    -     -      -       -        -        | sets the language of the pages
        GET     /static/{version}/**                               yes       -        -    -     -      -       -        -        | the same for all
        GET     /manifest.webmanifest                              yes       -        -    -     -      -       -        -        | the same for all
        GET     /service-worker.js                                 yes       -        -    -     -      -       -        -        | the same for all
        GET     /.well-known/apple-app-site-association            yes       -        -    -     -      -       -        -        | the same for all
        GET     /.well-known/oauth-authorization-server            yes       -        -    -     -      -       -        -        | the same for all
        GET     /.well-known/openid-configuration                  yes       -        -    -     -      -       -        -        | the same for all
        GET     /openapi.yaml                                      yes       -        -    -     -      -       -        -        | the same for all
        GET     /problems                                          yes       -        -    -     -      -       -        -        | the same for all
        GET     /healthz                                           yes       -        -    -     -      -       -        -        | says only that the server runs
        GET     /readyz                                            yes       -        -    -     -      -       -        -        | and that its database does
        GET     /metrics                                           own       -        -    -     -      -       -        -        | the operator's token: MetricsTests
        POST    /register                                          own       -        -    -     -      -       -        -        | an app's key: SignToLogin
        POST    /login                                             own       -        -    -     -      -       -        -        | an app's key: SignToLogin
        POST    /authenticate                                      own       -        -    -     -      -       -        -        | an app's key: SignToLogin
        POST    /savedocument                                      own       -        -    -     -      -       -        -        | an app's key: SignToLogin
        POST    /opendocument                                      own       -        -    -     -      -       -        -        | an app's key: SignToLogin
        POST    /oauth2/token                                      own       -        -    -     -      -       -        -        | a client's secret or proof: TokenTests
        POST    /oauth2/revoke                                     own       -        -    -     -      -       -        -        | a client's secret: TokenTests
        POST    /oauth2/introspect                                 own       -        -    -     -      -       -        -        | a client's secret or key: IntrospectionTests
        POST    /oauth2/device_authorization                       own       -        -    -     -      -       -        -        | a client's secret or key: DeviceGrantTests
        POST    /oauth2/par                                        own       -        -    -     -      -       -        -        | a client's secret or key: PushedRequestTests
        OPTIONS /oauth2/token                                      yes       -        -    -     -      -       -        -        | which origins' scripts may call
        OPTIONS /oauth2/revoke                                     yes       -        -    -     -      -       -        -        | the same
        OPTIONS /oauth2/par                                        yes       -        -    -     -      -       -        -        | the same
        OPTIONS /oauth2/userinfo                                   yes       -        -    -     -      -       -        -        | the same
        POST    /oauth2/bc-authorize                               own       -        -    -     -      -       -        -        | a client's secret: BackchannelTests
        POST    /signpass/request                                  own       -        -    -     -      -       -        -        | a client's secret: SignPassTests
        POST    /signpass/result                                   own       -        -    -     -      -       -        -        | a client's secret: SignPassTests
        GET     /signpass/result                                   own       -        -    -     -      -       -        -        | a client's secret: SignPassTests
        GET     /text-messages/receipts/{key}                      own       -        -    -     -      -       -        -        | the key of a text, which its gateway alone knows: TextMessageReceiptTests
        POST    /text-messages/receipts/{key}                      own       -        -    -     -      -       -        -        | the same, and the gateway's signature: TextMessageReceiptTests
        GET     /oauth2/jwks                                       yes       -        -    -     -      -       -        -        | the same for all
        GET     /pki/{number}/root.crl                             yes       -        -    -     -      -       -        -        | what seals are judged by
        GET     /pki/{number}/root.cer                             yes       -        -    -     -      -       -        -        | what seals are judged by
        POST    /pki/ocsp                                          yes       -        -    -     -      -       -        -        | what seals are judged by (RFC 6960)
        GET     /pki/ocsp/**                                       yes       -        -    -     -      -       -        -        | what seals are judged by (RFC 6960)
        POST    /tsa                                               yes       -        -    -     -      -       -        -        | timestamps (RFC 3161)
        """

    struct Row {
        let route: String
        let stranger: String
        let another: String
        /// By scope.
        let tokens: [String: String]
        let acts: Set<String>

        /// Whether it belongs to the native API.
        var isNative: Bool { route.contains(" /v1/") }
        /// Whether tokens count there.
        var takesTokens: Bool { tokens.values.contains { $0 != "-" } }
    }

    /// The scopes that have a column, in order.
    private static var columns: [String] { Array(words(of: text.prefix { $0 != "\n" }).dropFirst(4)) }

    /// Scopes that open what another does.
    private static let like = ["address": "email", "phone": "email"]

    /// All scopes, in alphabetical order.
    static var scopes: [String] { (columns + like.keys).sorted() }

    static var rows: [Row] {
        text.split(separator: "\n").dropFirst().map { line in
            let words = words(of: line)
            let rest = line.split(separator: "|", maxSplits: 1).dropFirst().first ?? ""
            let route = "\(words[0]) \(words[1])"
            let tokens = Dictionary(uniqueKeysWithValues: zip(columns, words.dropFirst(4)))
            return Row(
                route: route,
                stranger: words[2],
                another: words[3],
                tokens: tokens.merging(like.compactMapValues { tokens[$0] }) { $1 },
                acts: route.contains(" /v1/") ? Set(rest.split(separator: " ").map(String.init)) : []
            )
        }
    }

    /// What stands before the bar.
    private static func words(of line: Substring) -> [String] {
        line.prefix { $0 != "|" && $0 != "," }.split(separator: " ").map(String.init)
    }
}
