import ParaphClient
import ParaphUI
import ParaphViewModels
import SwiftUI

@main
struct YourApp: App {
    private let client = try? ParaphClient(server: "https://sign.example.org", apiKey: "the app’s key", deviceName: UIDevice.current.name)

    var body: some Scene {
        WindowGroup {
            if let context = client.map({ AppContext(client: $0) }) {
                StartView(context) { start in
                    Button("Sign out") { Task { await start.signOut() } }
                }
            }
        }
    }
}
