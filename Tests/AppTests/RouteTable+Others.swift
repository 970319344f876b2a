extension RouteTable {
    /// Every route beside the native API and the dialect that takes tokens, with what a stranger gets and why it may be so.
    ///
    /// `sign-in` sends a stranger to sign in; `open` answers one; `own` asks for credentials of its own, by the tests that are named.
    static let others = """
        GET    /                                           open     the start page
        GET    /register                                   open     who registers has no session yet
        GET    /sign-in                                    open     nor has who signs in
        GET    /enrol                                      sign-in
        GET    /documents                                  sign-in  with documentid a history, as GET /v1/documents/{id} tells strangers
        GET    /documents/view                             sign-in
        GET    /hand-over/{id}                             sign-in
        GET    /activity                                   sign-in
        GET    /more                                       sign-in
        GET    /requests                                   sign-in
        GET    /requests/{id}                              sign-in
        GET    /profile                                    sign-in
        GET    /signature                                  sign-in
        GET    /devices                                    sign-in
        GET    /devices/requests/{id}                      sign-in
        GET    /protect                                    sign-in
        GET    /sessions                                   sign-in
        GET    /recovery-codes                             sign-in
        GET    /apps                                       sign-in
        GET    /apps/new                                   sign-in
        GET    /apps/{id}                                  sign-in
        GET    /privacy                                    sign-in
        GET    /account/delete                             sign-in
        GET    /settings/language                          sign-in
        GET    /about                                      sign-in
        GET    /confirm                                    open     the mailed token is the credential
        GET    /oauth2/authorize                           open     tells a program's mistake; asks a person who signed in
        GET    /offline                                    open     says that the network is away
        GET    /offline/view                               open     shows what is on the device
        GET    /language                                   open     sets the language of the pages
        GET    /static/{version}/{file}                    open     the same for all
        GET    /manifest.webmanifest                       open     the same for all
        GET    /service-worker.js                          open     the same for all
        GET    /.well-known/apple-app-site-association     open     the same for all
        GET    /.well-known/oauth-authorization-server     open     the same for all
        GET    /openapi.yaml                               open     the same for all
        GET    /healthz                                    open     says only that the server runs
        GET    /readyz                                     open     and that its database does
        GET    /metrics                                    own      the operator's token: MetricsTests
        POST   /register                                   own      an app's key: SignToLogin
        POST   /login                                      own      an app's key: SignToLogin
        POST   /authenticate                               own      an app's key: SignToLogin
        POST   /savedocument                               own      an app's key: SignToLogin
        POST   /opendocument                               own      an app's key: SignToLogin
        POST   /oauth2/token                               own      a client's secret or proof: TokenTests
        POST   /oauth2/revoke                              own      a client's secret: TokenTests
        GET    /pki/{number}/root.crl                      open     what seals are judged by
        GET    /pki/{number}/root.cer                      open     what seals are judged by
        POST   /pki/ocsp                                   open     what seals are judged by (RFC 6960)
        GET    /pki/ocsp/**                                open     what seals are judged by (RFC 6960)
        POST   /tsa                                        open     timestamps (RFC 3161)
        """

    /// The routes of ``others`` with the word for what a stranger gets.
    static func otherRows() -> [String: String] {
        let rows = others.split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(rows.map { ("\($0[0]) \($0[1])", String($0[2])) }) { first, _ in first }
    }
}
