import Foundation
import ParaphClient
import ParaphUI
import ParaphViewModels
import SwiftUI
import UIKit

/// The code of the guide's articles (docs/Paraph.docc) that has to do with screens.
enum Pieces {
    static func pinned(authority: [UInt8], next: [UInt8]) throws -> ParaphClient {
        let client = try ParaphClient(
            server: "https://sign.example.org",
            apiKey: "your app's key",
            deviceName: "iPhone",
            pins: CertificatePins(sha256: [authority, next])
        )
        return client
    }

    @MainActor static func devices(_ context: AppContext, _ navigation: UINavigationController) {
        let model = DevicesModel(context)
        let screen = ScreenController(context) { DevicesView(model) }
        navigation.pushViewController(screen, animated: true)
    }

    static func carryingOn(_ server: URL) throws -> (ParaphClient, BackgroundTransport) {
        let transport = try BackgroundTransport(identifier: "org.example.app.transfers")
        let client = try ParaphClient(
            server: server,
            apiKey: "your app's key",
            device: DeviceDescription(name: "iPhone"),
            secrets: KeychainSecrets(service: "org.example.app"),
            transport: transport
        )
        return (client, transport)
    }

    static func shared() -> KeychainSecrets {
        let secrets = KeychainSecrets(service: "org.example.app", group: "TEAM.org.example.shared")
        return secrets
    }
}

/// A window in the organisation's colours and in one language.
struct ThemedWindow: View {
    let client: ParaphClient

    var body: some View {
        let context = AppContext(client: client, words: Words(.ru))
        StartView(context) { _ in EmptyView() }
            .environment(\.theme, theme)
    }

    private var theme: Theme {
        var theme = Theme()
        theme.accent = ThemeColor(light: 0x7A1F5C, dark: 0xE59AC8)
        theme.controlRadius = 4
        return theme
    }
}

/// A window that links lead to, and that looks for news in the background.
struct FollowingScene: Scene {
    let engine: SyncEngine
    let open: (URL) -> Void

    var body: some Scene {
        WindowGroup {
            EmptyView()
                .onOpenURL { url in open(url) }
                .task { await engine.run() }
        }
        .backgroundTask(.appRefresh("org.example.refresh")) {
            try? await engine.catchUp()
        }
    }
}

/// Hears that the system woke the app for what it sent meanwhile.
final class TransfersDelegate: NSObject, UIApplicationDelegate {
    var transport: BackgroundTransport?

    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        transport?.handleEvents { completionHandler() }
    }
}

/// Hands on to the SDK what the system tells of alerts.
final class AlertsDelegate: NSObject, UIApplicationDelegate {
    let alerts = SystemAlerts()

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        alerts.take(token: deviceToken)
    }

    func application(_ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error) {
        alerts.fail()
    }
}

/// The screen of alerts.
struct AlertsScreen: View {
    let context: AppContext
    let alerts: SystemAlerts

    var body: some View {
        AlertsView(AlertsModel(context, permission: alerts))
    }
}
