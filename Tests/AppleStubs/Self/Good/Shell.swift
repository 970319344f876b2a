import BackgroundTasks
import SwiftUI
import UIKit
import UserNotifications

enum Area: String, CaseIterable, Identifiable, Hashable {
    case documents, files, messages, activity, more
    var id: Self { self }
    var title: LocalizedStringKey {
        switch self {
        case .documents: "Documents"
        case .files: "Files"
        case .messages: "Messages"
        case .activity: "Activity"
        case .more: "More"
        }
    }
    var symbol: String { "square" }
}

@Observable
final class Router {
    var area = Area.documents
    var path: [String] = []
    func open(_ url: URL) { path.append(url.absoluteString) }
}

final class SampleDelegate: NSObject, UIApplicationDelegate, UNUserNotificationCenterDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        UNUserNotificationCenter.current().delegate = self
        let approve = UNNotificationAction(identifier: "approve", title: "Approve", options: [.authenticationRequired, .foreground])
        let category = UNNotificationCategory(
            identifier: "request",
            actions: [approve],
            intentIdentifiers: [],
            options: .customDismissAction
        )
        UNUserNotificationCenter.current().setNotificationCategories([category])
        return true
    }

    func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data) {
        print(deviceToken.map { String(format: "%02x", $0) }.joined())
    }

    func application(
        _ application: UIApplication,
        handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {
        completionHandler()
    }

    nonisolated func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification) async
        -> UNNotificationPresentationOptions
    {
        [.banner, .sound]
    }

    nonisolated func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async {
        let id = response.notification.request.identifier
        await MainActor.run { print(id) }
    }
}

struct SampleApp: App {
    @UIApplicationDelegateAdaptor(SampleDelegate.self) private var delegate
    @State private var router = Router()
    @Environment(\.scenePhase) private var scenePhase

    var body: some Scene {
        WindowGroup {
            Shell()
                .environment(router)
                .onOpenURL { router.open($0) }
                .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { activity in
                    if let url = activity.webpageURL { router.open(url) }
                }
        }
        .onChange(of: scenePhase) { _, phase in
            switch phase {
            case .background: schedule()
            case .active, .inactive: break
            @unknown default: break
            }
        }
        .backgroundTask(.appRefresh("org.example.refresh")) {
            await MainActor.run { print("refreshed") }
        }
        .commands {
            CommandGroup(after: .newItem) {
                Button("Open…") { router.area = .documents }.keyboardShortcut("o")
            }
        }
    }

    private func schedule() {
        let request = BGAppRefreshTaskRequest(identifier: "org.example.refresh")
        request.earliestBeginDate = .now.addingTimeInterval(900)
        try? BGTaskScheduler.shared.submit(request)
    }
}

struct Shell: View {
    @Environment(Router.self) private var router
    @AppStorage("customization") private var customization = TabViewCustomization()
    @SceneStorage("area") private var stored = Area.documents

    var body: some View {
        @Bindable var router = router
        TabView(selection: $router.area) {
            Tab("Documents", systemImage: "doc", value: Area.documents) {
                NavigationStack(path: $router.path) {
                    Text("Documents").navigationDestination(for: String.self) { Text($0) }
                }
            }
            .customizationID("documents")
            TabSection("Work") {
                Tab("Files", systemImage: "folder", value: Area.files) { Text("Files") }
                    .badge(3)
                Tab("Messages", systemImage: "bubble", value: Area.messages) { Text("Messages") }
            }
            Tab(value: Area.more, role: .search) {
                Text("More")
            } label: {
                Label(Area.more.title, systemImage: Area.more.symbol)
            }
        }
        .tabViewStyle(.sidebarAdaptable)
        .tabViewCustomization($customization)
        .onChange(of: router.area) { stored = router.area }
        .onAppear { router.area = stored }
    }
}
