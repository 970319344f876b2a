import ParaphUI
import ParaphViewModels
import SwiftUI

/// The launch screen for as long as the services are made, and then the app.
struct LaunchView: View {
    let launch: Launch
    @State private var isLong = false
    @Environment(\.words) private var words

    var body: some View {
        Group {
            switch launch.state {
            case .beginning: beginning
            case .ready(let services): RootView(services: services, launch: launch)
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

    /// What the system's own launch screen shows, so that nothing moves; after three seconds what is still under way says so.
    private var beginning: some View {
        ZStack {
            Rectangle().fill(Theme().paper)
            if isLong {
                ProgressView().controlSize(.large)
            } else {
                Image("LaunchMark").accessibilityHidden(true)
            }
        }
        .ignoresSafeArea()
        .task {
            try? await Task.sleep(for: .seconds(3))
            isLong = true
        }
    }
}
