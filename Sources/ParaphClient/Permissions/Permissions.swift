public import ParaphWire

extension ParaphClient {
    /// What the person allowed apps and programs.
    public var permissions: Permissions { Permissions(client: self) }
}

/// Calls about what the person allowed: apps of Sign To Login's API, and programs that act for them (OAuth 2.0).
///
/// More is allowed on the server's own pages only, for an app could say yes for the person (docs/decisions, 15).
public struct Permissions: Sendable {
    let client: ParaphClient

    /// The apps that have something of the person's signature, and those that wait for their word.
    ///
    /// - Throws: ``ClientError``.
    public func apps() async throws -> [AppGrant] { try await client.call(IdentityEndpoints.appGrants).items }

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
}
