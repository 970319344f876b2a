import BackgroundTasks
import Foundation

/// Asks the system to let the app look for news in the background.
enum Refresh {
    static func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: ParaphApp.refresh)
        request.earliestBeginDate = Date(timeIntervalSinceNow: 15 * 60)
        // The system may refuse it, such as in Low Power Mode; the app looks when it is opened then.
        try? BGTaskScheduler.shared.submit(request)
    }
}
