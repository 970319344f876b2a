import UIKit

/// What the system tells applications alone, and no scene.
final class AppDelegate: NSObject, UIApplicationDelegate {
    let launch = Launch()

    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        Task { await launch.takeTransfers { completionHandler() } }
    }
}
