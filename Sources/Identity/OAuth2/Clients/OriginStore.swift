import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// The origins of pages whose scripts are clients (Fetch, section 3.3).
enum OriginStore {
    /// The most that a client has.
    static let limit = 20

    /// Takes an origin for registration, as browsers write it (RFC 6454, section 6.1): https anywhere, http on this machine.
    ///
    /// - Throws: a `malformed` ``Problem``.
    static func read(_ text: String) throws(Problem) -> String {
        let isLocal = ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { text == $0 || text.hasPrefix("\($0):") }
        guard text.utf8.count <= 260, text.hasPrefix("https://") || isLocal, text == text.lowercased(),
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let url = URL(string: text), let host = url.host(), !host.isEmpty, url.path().isEmpty, url.query() == nil,
            url.fragment() == nil,
            url.user() == nil
        else {
            throw .invalid(
                "origin",
                .malformed,
                "must be https://host, as a browser writes it: in small letters, with a port at most; http on this machine"
            )
        }
        return text
    }

    static func insert(_ origins: [String], client clientID: String, in tx: any WriteTransaction) throws {
        for origin in origins {
            try tx.execute(
                "INSERT INTO oauthOrigin (clientId, origin) VALUES (\(clientID), \(origin)) ON CONFLICT (clientId, origin) DO NOTHING"
            )
        }
    }

    /// The origins of a client, in order.
    static func all(of clientID: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT origin FROM oauthOrigin WHERE clientId = \(clientID) ORDER BY origin").map { try $0.get("origin") }
    }

    /// Whether an origin is that of a client that is enabled.
    static func isKnown(_ origin: String, in tx: any ReadTransaction) throws -> Bool {
        let row = try tx.first(
            """
            SELECT oauthClient.id FROM oauthOrigin JOIN oauthClient ON oauthClient.id = oauthOrigin.clientId
            WHERE oauthOrigin.origin = \(origin) AND oauthClient.disabledAt IS NULL LIMIT 1
            """
        )
        return row != nil
    }
}
