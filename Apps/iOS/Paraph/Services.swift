import Foundation
import ParaphClient
import ParaphViewModels
import UIKit

/// What the app has one of: the server, the store and what keeps that as the server is.
struct Services: Sendable {
    let server: URL
    let context: AppContext
    let store: OfflineStore
    let engine: SyncEngine

    /// Makes them for the server that Info.plist names.
    ///
    /// - Throws: ``ClientError`` of code `insecure` or `storage`.
    static func make() async throws -> Services {
        let information = Bundle.main.infoDictionary ?? [:]
        // Without an address the client says that it is not safe.
        let server = URL(string: "https://\(information["ParaphServer"] as? String ?? "")") ?? URL(filePath: "/")
        let secrets = KeychainSecrets(service: Bundle.main.bundleIdentifier ?? "org.paraph.app")
        let client = try ParaphClient(
            server: server,
            apiKey: information["ParaphAPIKey"] as? String ?? "",
            device: DeviceDescription(name: UIDevice.current.name),
            secrets: secrets,
            transport: URLSessionTransport()
        )
        var folder = URL.applicationSupportDirectory.appending(path: "Store", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try folder.setResourceValues(values)
        let store = try await OfflineStore.open(in: folder, secrets: secrets)
        let engine = SyncEngine(client: client, store: store)
        return Services(server: server, context: AppContext(client: client), store: store, engine: engine)
    }
}
