import Foundation
import ParaphClient
import ParaphUI
import ParaphViewModels
import SwiftUI

/// An app on the SDK: people create their account and signature, sign in by it, and see what happened with their account.
@main
struct HostApp: App {
    private let context = URL(string: "https://sign.example.org").flatMap { server in
        try? AppContext(
            client: ParaphClient(
                server: server,
                apiKey: "the key that the server gave for this app",
                device: DeviceDescription(name: "iPhone"),
                secrets: KeychainSecrets(service: "org.example.host"),
                transport: URLSessionTransport()
            )
        )
    }

    var body: some Scene {
        WindowGroup {
            if let context {
                StartView(context) { start in Home(context: context, start: start) }
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

/// What people see who are signed in.
struct Home: View {
    let start: StartModel
    @State private var activity: ActivityModel

    init(context: AppContext, start: StartModel) {
        self.start = start
        _activity = State(initialValue: ActivityModel(context))
    }

    var body: some View {
        NavigationStack {
            ActivityView(activity) { _ in }
                .toolbar {
                    Button("Sign out") { Task { await start.signOut() } }
                }
        }
    }
}
