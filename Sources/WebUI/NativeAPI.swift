public import HTTPTypes
public import Hummingbird
public import ServerKit

/// The native API as pages reach it: in process, with the visitor's own credential and language.
public protocol NativeAPI: Sendable {
    /// Sends a request on behalf of the one that is being answered, and gives the body of the answer.
    ///
    /// - Throws: the `Problem` that the API answered with.
    func send(method: HTTPRequest.Method, path: String, body: [UInt8]?, for request: Request, context: ParaphContext) async throws
        -> [UInt8]
}
