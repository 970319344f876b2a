/// Whom the instance's own certificates name, and where they say that revoked ones are listed.
public struct AuthoritySettings: Hashable, Sendable {
    /// The organisation that runs the instance; `nil` leaves the name that the certificates have, at first ``host``.
    public var organisation: String?
    /// What the instance is called where nothing else says it.
    public var host: String
    /// The public address without a trailing slash; `nil` leaves the addresses that the certificates have, at first none.
    public var publicURL: String?

    public init(organisation: String? = nil, host: String = "localhost", publicURL: String? = nil) {
        self.organisation = organisation
        self.host = host
        self.publicURL = publicURL
    }
}
