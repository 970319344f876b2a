import Foundation
import HTTPTypes
import Hummingbird
import ParaphStorage
import ServerKit

/// Who calls: a client, by its secret in the header or in the form (RFC 6749, section 2.3.1), or a public one by its id.
struct ClientAuthentication: Sendable {
    let id: String
    let secret: String?

    /// Reads what is shown.
    ///
    /// - Throws: `invalid_request` where it is shown in two ways; `invalid_client` where it cannot be read.
    init(_ request: Request, _ parameters: OAuthParameters) throws(OAuthError) {
        let named = try parameters.value("client_id")
        let secret = try parameters.value("client_secret")
        guard let header = request.headers[.authorization] else {
            self.id = if let named { named } else { try parameters.required("client_id") }
            self.secret = secret
            return
        }
        guard secret == nil else { throw .invalidRequest("Show the client's secret once: in the header or in the form.") }
        guard let basic = Self.basic(header), named == nil || named == basic.id else { throw .invalidClient }
        self.id = basic.id
        self.secret = basic.secret
    }

    /// The client, which is enabled.
    ///
    /// - Throws: `invalid_client`; a `tooMany` ``ParaphWire/Problem``.
    func client(in database: any Database, context: ParaphContext) async throws -> ClientRecord {
        let found = try await database.read { [id] in try ClientStore.find(id, in: $0) }
        guard let client = found, client.disabledAt == nil, isProved(client) else {
            try await context.admitStranger()
            throw OAuthError.invalidClient
        }
        // The id of a public client is no secret: who shows it counts by their address.
        if client.secretHash == nil {
            try await context.admitStranger()
        } else {
            try await context.admit(.client(Principal.program(ofClient: client.id)))
        }
        return client
    }

    private func isProved(_ client: ClientRecord) -> Bool {
        guard let secret else { return client.secretHash == nil }
        return client.accepts(secret: secret)
    }

    /// The two parts of `Basic`, each form-encoded before.
    private static func basic(_ header: String) -> (id: String, secret: String)? {
        guard header.utf8.count <= 2000, header.lowercased().hasPrefix("basic "),
            let bytes = Data(base64Encoded: String(header.dropFirst(6))), let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let id = decoded(bytes[..<colon]), let secret = decoded(bytes[bytes.index(after: colon)...])
        else { return nil }
        return (id, secret)
    }

    private static func decoded(_ bytes: Data) -> String? {
        let fields = try? FormBody.decode(Array("v=".utf8) + bytes)
        return fields.flatMap { $0.count == 1 ? $0.first?.value : nil }
    }
}
