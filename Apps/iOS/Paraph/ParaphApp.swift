import ParaphUI
import SwiftUI

/// The app: what is seen is ParaphUI's, what is done its view models'.
@main
struct ParaphApp: App {
    /// The task in `BGTaskSchedulerPermittedIdentifiers`.
    static let refresh = "org.paraph.refresh"

    @State private var launch = Launch()
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
        WindowGroup {
            LaunchView(launch: launch)
        }
        .onChange(of: phase) { _, phase in
            if phase == .background { Refresh.schedule() }
        }
        .backgroundTask(.appRefresh(Self.refresh)) {
            await launch.refresh()
        }
    }
}
