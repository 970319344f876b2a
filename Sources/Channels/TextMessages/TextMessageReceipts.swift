import HTTPTypes
import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Where gateways say how far texts came.
struct TextMessageReceipts: Sendable {
    let database: any Database
    let configuration: TextMessageConfiguration?

    /// The most bytes of a receipt.
    static let limit = 16_384

    func addRoutes(to router: Router<ParaphContext>) {
        router.get("/text-messages/receipts/{key}") { request, context in
            let fields = try FormBody.decode(Array((request.uri.query ?? "").utf8), atMost: 20)
            return try await take(fields, request, context)
        }
        router.post("/text-messages/receipts/{key}") { request, context in
            let fields = try FormBody.decode(try await request.bytes(upTo: Self.limit))
            return try await take(fields, request, context)
        }
    }

    /// Takes a receipt: only an address whose key is none counts towards the limits of strangers.
    private func take(_ fields: [(name: String, value: String)], _ request: Request, _ context: ParaphContext) async throws -> Response {
        let receipt = TextMessageReceipt(
            key: try context.parameter("key"),
            fields: fields,
            signature: HTTPField.Name("X-Twilio-Signature").flatMap { request.headers[$0] },
            isPosted: request.method == .post
        )
        guard try await note(receipt) else {
            if let refusal = context.overLimit { throw refusal }
            try await context.admitStranger()
            throw Problem.notFound()
        }
        return Response(status: .noContent)
    }

    /// Notes how far a text came.
    ///
    /// - Returns: whether the receipt's key is one of a text.
    /// - Throws: a ``Problem`` where it is not the gateway's.
    func note(_ receipt: TextMessageReceipt) async throws -> Bool {
        let found = try await database.read { try TextMessageStore.find(key: SecretHash(of: receipt.key), in: $0) }
        guard let configuration, let id = found else { return false }
        if let state = try configuration.service.state(in: receipt, at: configuration.receipt(receipt.key)) {
            _ = try await database.write { try TextMessageStore.move(id, to: state, in: $0) }
        }
        return true
    }
}
