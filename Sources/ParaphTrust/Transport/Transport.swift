/// What fetches over HTTP, supplied by the program: nothing here opens a connection.
///
/// An implementation decides which addresses may be reached (``AddressRule`` helps), gives up after a time, and takes in no more than
/// `limit` bytes. Anything but a success is an error.
public protocol Transport: Sendable {
    /// Fetches what lies at an address.
    func get(_ url: String, limit: Int) async throws -> [UInt8]

    /// Sends a body of a media type to an address, and gives the answer's body.
    func post(_ url: String, type: String, body: [UInt8], limit: Int) async throws -> [UInt8]
}
