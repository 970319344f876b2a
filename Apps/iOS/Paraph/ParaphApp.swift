import ParaphUI
import SwiftUI

/// The app: what is seen is ParaphUI's, what is done its view models'.
@main
struct ParaphApp: App {
    /// The task in `BGTaskSchedulerPermittedIdentifiers`.
    static let refresh = "org.paraph.refresh"

    @UIApplicationDelegateAdaptor(AppDelegate.self) private var delegate
    @Environment(\.scenePhase) private var phase

    var body: some Scene {
        WindowGroup {
            LaunchView(launch: delegate.launch)
        }
        .onChange(of: phase) { _, phase in
            if phase == .background { Refresh.schedule() }
        }
        .backgroundTask(.appRefresh(Self.refresh)) {
            await delegate.launch.refresh()
        }
    }
}
