import ParaphStorage
import ParaphWire
import ServerKit

/// Authenticates apps by their keys; a disabled app is refused at once, and a restricted one whose owner is disabled.
struct AppAuthenticator: Sendable {
    let database: any Database

    /// The enabled app that a key belongs to; `nil` where there is none.
    func app(key: String) async throws -> AppRecord? {
        guard AppKey(shown: key) != nil else { return nil }
        return try await database.read { tx in try AppStore.find(byKey: key, in: tx) }.flatMap { $0.isOut ? nil : $0 }
    }

    /// The same inside a transaction, so that what is written for an app is written only while it is enabled.
    static func requireEnabled(_ appID: String, in tx: any ReadTransaction) throws {
        guard let app = try AppStore.find(appID, in: tx), !app.isOut else { throw Problem.appRefused }
    }
}

extension Problem {
    /// The app's key is unknown, or the app is disabled.
    static let appRefused = Problem(
        code: .appRefused,
        title: "This app is not let in",
        detail: "Its API key is unknown or was renewed, or the app is disabled. Whoever is responsible for the app can renew the key."
    )
}
