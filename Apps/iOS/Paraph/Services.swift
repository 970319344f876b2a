import Foundation
import Observation
import ParaphClient
import ParaphUI
import ParaphViewModels
import UIKit
import UserNotifications

/// What the app has one of: the server, the store and what keeps that as the server is.
@Observable final class Services {
    let server: URL
    /// What all screens share; another one once the person chose another language.
    private(set) var context: AppContext
    let store: OfflineStore
    let engine: SyncEngine
    let places: ViewerModel.Places
    let passkeys = SystemPasskeys()
    let alerts: SystemAlerts
    /// Sends files while the app is away.
    let transport: BackgroundTransport
    private let drafts: Drafts

    /// Where the language is kept that the person chose in the app.
    private static let language = "language"

    private init(
        server: URL,
        client: ParaphClient,
        transport: BackgroundTransport,
        store: OfflineStore,
        places: ViewerModel.Places,
        drafts: Drafts,
        alerts: SystemAlerts
    ) {
        self.alerts = alerts
        (self.server, self.transport, self.store, self.places, self.drafts) = (server, transport, store, places, drafts)
        let chosen = UserDefaults.standard.string(forKey: Self.language).flatMap(Words.Language.init(rawValue:))
        context = AppContext(client: client, words: Words(chosen ?? .preferred), drafts: drafts)
        engine = SyncEngine(client: client, store: store)
    }

    /// What the server is called among people.
    var host: String { server.host() ?? "" }

    /// The app's version.
    var version: String { Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "" }

    /// Speaks another language from now on.
    func speak(_ language: Words.Language) {
        UserDefaults.standard.set(language.rawValue, forKey: Self.language)
        context = AppContext(client: context.client, words: Words(language), drafts: drafts)
    }

    /// Has the server know by which token this device is alerted, and takes away the mark on the app's icon: what waits is seen.
    func renewAlerts() async {
        try? await UNUserNotificationCenter.current().setBadgeCount(0)
        await AlertsModel(context, permission: alerts).renew()
    }

    /// Makes them for the server that Info.plist names.
    ///
    /// - Throws: ``ClientError`` of code `insecure` or `storage`.
    static func make(alerts: SystemAlerts) async throws -> Services {
        let information = Bundle.main.infoDictionary ?? [:]
        // Without an address the client says that it is not safe.
        let server = URL(string: "https://\(information["ParaphServer"] as? String ?? "")") ?? URL(filePath: "/")
        let identifier = Bundle.main.bundleIdentifier ?? "org.paraph.app"
        let secrets = KeychainSecrets(service: identifier)
        let transport = try BackgroundTransport(identifier: "\(identifier).transfers")
        let client = try ParaphClient(
            server: server,
            apiKey: information["ParaphAPIKey"] as? String ?? "",
            device: DeviceDescription(name: UIDevice.current.name),
            secrets: secrets,
            transport: transport
        )
        let store = try await OfflineStore.open(in: folder("Store"), secrets: secrets)
        let documents = DeviceDocuments(in: .documentsDirectory, notes: .applicationSupportDirectory.appending(path: "Documents"))
        let places = ViewerModel.Places(documents: documents, store: store, copies: try folder("Copies"))
        let drafts = Drafts(in: try folder("Drafts"), secrets: secrets)
        await drafts.eraseOld()
        return Services(server: server, client: client, transport: transport, store: store, places: places, drafts: drafts, alerts: alerts)
    }

    /// A folder that no backup takes up.
    private static func folder(_ name: String) throws -> URL {
        var folder = URL.applicationSupportDirectory.appending(path: name, directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try folder.setResourceValues(values)
        return folder
    }
}
