#if canImport(UIKit)
public import Foundation
public import ParaphViewModels
import ParaphWire
import UIKit
import UserNotifications

/// Asks the person, by the system, whether this device may be alerted, and gets its token from Apple's service.
///
/// The app has the entitlement `aps-environment`, and its delegate hands on what the system tells it alone: ``take(token:)`` and ``fail()``.
public final class SystemAlerts: AlertPermission {
    /// How long the token is waited for: without a connection the system says nothing.
    private static let patience = Duration.seconds(20)

    private var waiting: [UUID: CheckedContinuation<[UInt8], any Error>] = [:]

    /// Makes it.
    public init() {}

    /// Tells the system the categories of alerts, when the app begins.
    public func begin() {
        let categories = PushCategory.allCases.map { UNNotificationCategory(identifier: $0.rawValue, actions: [], intentIdentifiers: []) }
        UNUserNotificationCenter.current().setNotificationCategories(Set(categories))
    }

    public func isRefused() async -> Bool {
        await UNUserNotificationCenter.current().notificationSettings().authorizationStatus == .denied
    }

    public func deviceToken() async throws -> [UInt8]? {
        let isAllowed = try await UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .badge, .sound])
        guard isAllowed else { return nil }
        let id = UUID()
        let timeout = Task {
            try await Task.sleep(for: Self.patience)
            waiting.removeValue(forKey: id)?.resume(throwing: AlertServiceFailure())
        }
        defer { timeout.cancel() }
        return try await withCheckedThrowingContinuation { continuation in
            waiting[id] = continuation
            UIApplication.shared.registerForRemoteNotifications()
        }
    }

    /// The system gave the token: `application(_:didRegisterForRemoteNotificationsWithDeviceToken:)`.
    public func take(token: Data) { finish(.success([UInt8](token))) }

    /// The system got none: `application(_:didFailToRegisterForRemoteNotificationsWithError:)`.
    public func fail() { finish(.failure(AlertServiceFailure())) }

    private func finish(_ result: Result<[UInt8], any Error>) {
        let all = waiting.values
        waiting = [:]
        for continuation in all { continuation.resume(with: result) }
    }
}
#endif
