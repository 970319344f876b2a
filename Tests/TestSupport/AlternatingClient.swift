public import HTTPTypes
public import HummingbirdTesting
public import NIOCore
import Synchronization

/// A client whose calls go to the nodes in turn, as through a balancer in front of them.
public final class AlternatingClient: TestClientProtocol {
    private let clients: [any TestClientProtocol]
    private let count = Mutex(0)

    /// Makes a client of clients.
    public init(_ clients: any TestClientProtocol...) {
        self.clients = clients
    }

    public var port: Int? { nil }

    public func executeRequest(uri: String, method: HTTPRequest.Method, headers: HTTPFields, body: ByteBuffer?) async throws -> TestResponse
    {
        let turn = count.withLock { count in
            count += 1
            return count
        }
        return try await clients[turn % clients.count].executeRequest(uri: uri, method: method, headers: headers, body: body)
    }
}
