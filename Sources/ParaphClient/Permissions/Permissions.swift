public import ParaphWire

extension ParaphClient {
    /// What the person allowed apps and programs.
    public var permissions: Permissions { Permissions(client: self) }
}

/// Calls about what the person allowed: apps of Sign To Login's API, and programs that act for them (OAuth 2.0).
public struct Permissions: Sendable {
    let client: ParaphClient

    /// The apps that have something of the person's signature, and those that wait for their word.
    ///
    /// - Throws: ``ClientError``.
    public func apps() async throws -> [AppGrant] { try await client.call(IdentityEndpoints.appGrants).items }

    /// Lets an app compare with the signature that the person gave here.
    ///
    /// - Parameters:
    ///   - id: The app.
    ///   - approval: An approval of purpose `allowApp` for this app.
    /// - Returns: what it may do now.
    /// - Throws: ``ClientError``: `approvalRequired`, `notFound`.
    public func allowApp(_ id: String, approval: String) async throws -> AppGrant {
        try await client.call(IdentityEndpoints.allowApp, id, body: ApprovedRequest(approval: approval))
    }

    /// Ends all that an app has of the person, or says no to one that asks.
    ///
    /// - Parameters:
    ///   - id: The app.
    ///   - approval: An approval of purpose `endApp` for this app.
    /// - Throws: ``ClientError``: `approvalRequired`, `notFound`.
    public func endApp(_ id: String, approval: String) async throws {
        _ = try await client.call(IdentityEndpoints.endApp, id, body: ApprovedRequest(approval: approval))
    }

    /// The programs that may act for the person.
    ///
    /// - Throws: ``ClientError``.
    public func programs() async throws -> [ClientAccess] { try await client.call(IdentityEndpoints.accesses).items }

    /// Ends what a program was allowed: its tokens open nothing any more.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func endProgram(_ id: String) async throws { _ = try await client.call(IdentityEndpoints.endAccess, id) }

    /// What a program asks.
    ///
    /// - Parameter query: The query of the address with which it sent the person here, as it came.
    /// - Returns: the question, in the person's language; where it cannot be granted, where the browser goes at once.
    /// - Throws: ``ClientError``: `unknownClient`, `wrongRedirect`, `malformed`.
    public func question(_ query: String) async throws -> AuthorizationQuestion {
        try await client.call(IdentityEndpoints.authorization, query: AuthorizationQuery(query))
    }

    /// Tells a program yes or no.
    ///
    /// - Parameters:
    ///   - query: The query of the question.
    ///   - isAllowed: What the person says.
    /// - Returns: the address that the browser goes to, with a code or an error in its query.
    /// - Throws: ``ClientError``.
    public func decide(_ query: String, isAllowed: Bool) async throws -> String {
        try await client.call(IdentityEndpoints.authorize, body: AuthorizationDecision(query: query, isAllowed: isAllowed)).location
    }
}
