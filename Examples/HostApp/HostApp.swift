import Foundation
import ParaphClient
import ParaphUI
import ParaphViewModels
import SwiftUI

/// An app on the SDK: people create their account and signature, sign in by it, and see their documents.
@main
struct HostApp: App {
    private let context = try? AppContext(
        client: ParaphClient(
            server: URL(string: "https://sign.example.org") ?? .homeDirectory,
            apiKey: "the key that the server gave for this app",
            device: DeviceDescription(name: "iPhone"),
            secrets: KeychainSecrets(service: "org.example.host"),
            transport: URLSessionTransport()
        )
    )

    var body: some Scene {
        WindowGroup {
            if let context {
                StartView(context) { start in
                    NavigationStack {
                        ActivityView(ActivityModel(context)) { _ in }
                            .toolbar {
                                Button("Sign out") { Task { await start.signOut() } }
                            }
                    }
                }
                .environment(\.theme, theme)
            }
        }
    }

    private var theme: Theme {
        var theme = Theme()
        theme.accent = ThemeColor(light: 0x7A1F5C, dark: 0xE59AC8)
        return theme
    }
}
