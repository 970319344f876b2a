import ParaphUI
import ParaphViewModels
import SwiftUI

/// What is shown until the services are there, and then the app.
struct LaunchView: View {
    let launch: Launch
    @Environment(\.words) private var words

    var body: some View {
        Group {
            switch launch.state {
            case .beginning: Rectangle().fill(Theme().paper).ignoresSafeArea()
            case .ready(let services): RootView(services: services)
            case .failed:
                ContentUnavailableView {
                    Label(words("app.storage"), systemImage: "exclamationmark.triangle")
                } actions: {
                    Button(words("script.action.retry")) { Task { await launch.begin() } }
                }
            }
        }
        .task { await launch.begin() }
    }
}
