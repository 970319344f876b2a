import ServerKit

/// What calls clients, supplied by the program: nothing here opens a connection.
public protocol CallbackTransport: Sendable {
    /// Posts a body to an address that an administrator registered.
    ///
    /// No redirect is followed, the answer's body is not read, and the call ends after some seconds.
    /// - Returns: the status of the answer.
    /// - Throws: a ``DeliveryError``; a final one where the address may not be called.
    func post(_ url: String, headers: [(name: String, value: String)], body: [UInt8]) async throws -> Int
}
