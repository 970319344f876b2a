public import Observation
import ParaphClient
public import ParaphWire

/// Where the system lets an app be alerted; the app answers it by `UNUserNotificationCenter` and `registerForRemoteNotifications`.
public protocol AlertPermission {
    /// Asks the person where they were not asked yet, and gets the device's token.
    ///
    /// - Returns: the token's bytes; `nil` where the person, or the system, says no.
    ///
    /// - Throws: ``AlertServiceFailure`` where the system's service cannot be reached.
    func deviceToken() async throws -> [UInt8]?

    /// Whether the person said no, so that they are not asked again.
    func isRefused() async -> Bool
}

/// The system's service for alerts gave no token.
public struct AlertServiceFailure: Error {
    /// Makes it.
    public init() {}
}

/// Whether this device is alerted, and of what.
@Observable public final class AlertsModel: WorkingScreen {
    /// A category that is switched on for itself.
    public struct Row: Identifiable, Hashable, Sendable {
        public let id: PushCategory
        public let label: String
        /// What it is about.
        public let hint: String
        public let isChosen: Bool
    }

    /// Whether this device is alerted; `nil` until the server said so.
    public private(set) var isOn: Bool?
    /// Whether the server reaches devices like this one.
    public private(set) var isOffered = false
    /// Whether the person said no to the system: offer ``settingsLabel``, which opens the system's settings.
    public private(set) var isRefused = false
    /// What is chosen; what is asked of the person at first.
    public private(set) var chosen: Set<PushCategory> = [.requests, .signIns]

    private let context: AppContext
    private let permission: any AlertPermission
    private let work = Work()

    /// Makes the screen; a person is signed in.
    public init(_ context: AppContext, permission: any AlertPermission) {
        (self.context, self.permission) = (context, permission)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("alert.title") }
    public var lead: String { words("alert.lead") }
    public var privacy: String { words("alert.private") }
    public var switchLabel: String { words("alert.on") }
    public var aboutLabel: String { words("alert.about") }
    public var settingsLabel: String { words("app.openSettings") }
    /// Why nothing can be switched on, where that is so.
    public var obstacle: String? {
        guard isOn != nil else { return nil }
        return isRefused ? words("app.alertsRefused") : isOffered ? nil : words("app.alertsUnoffered")
    }
    /// Whether something can be switched on or off.
    public var isSwitchable: Bool { isOn != nil && obstacle == nil && !isBusy }

    /// The categories, in their order.
    public var rows: [Row] {
        PushCategory.allCases.map { category in
            Row(
                id: category,
                label: words("alert.category.\(category.rawValue)"),
                hint: words("alert.hint.\(category.rawValue)"),
                isChosen: chosen.contains(category)
            )
        }
    }

    /// Gets the settings, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }) {
            isRefused = await permission.isRefused()
            show(try await context.client.pushes.settings())
        }
    }

    /// Tells the server this device's token as it is now, where it is alerted, when the app begins: the system changes tokens.
    ///
    /// The person is asked nothing, and what fails is done when the app begins next.
    public func renew() async {
        guard !isBusy, !(await permission.isRefused()) else { return }
        guard let settings = try? await context.client.pushes.settings() else { return }
        show(settings)
        guard isOn == true, let token = try? await permission.deviceToken() else { return }
        _ = try? await context.client.pushes.register(deviceToken: token, categories: chosen)
    }

    /// Has this device alerted, or no longer; where the person says no to the system it stays as it was.
    public func setOn(_ wanted: Bool) async {
        await work.perform(words, again: { [weak self] in await self?.setOn(wanted) }) {
            if wanted {
                guard try await register(chosen) else { return }
            } else {
                try await context.client.pushes.end()
                isOn = false
            }
            work.notice = Notice(words(wanted ? "script.alert.on" : "script.alert.off"), kind: .good)
        }
    }

    /// Chooses a category, or no longer; the last one stays.
    public func choose(_ category: PushCategory, _ isChosen: Bool) async {
        var wanted = chosen
        if isChosen { wanted.insert(category) } else { wanted.remove(category) }
        guard !wanted.isEmpty else {
            work.notice = Notice(words("script.alert.one"), kind: .warning)
            return
        }
        guard isOn == true else {
            chosen = wanted
            return
        }
        await work.perform(words, again: { [weak self] in await self?.choose(category, isChosen) }) {
            if try await register(wanted) { work.notice = Notice(words("script.alert.saved"), kind: .good) }
        }
    }

    /// - Returns: whether this device is alerted now.
    private func register(_ categories: Set<PushCategory>) async throws -> Bool {
        do {
            guard let token = try await permission.deviceToken() else {
                (isOn, isRefused) = (false, await permission.isRefused())
                return false
            }
            show(try await context.client.pushes.register(deviceToken: token, categories: categories))
            return isOn == true
        } catch is AlertServiceFailure {
            work.notice = Notice(words("app.alertsFailed"), kind: .warning)
            return false
        }
    }

    private func show(_ settings: PushSettings) {
        isOffered = settings.appleTopic != nil
        // The person may have said no to the system since.
        isOn = settings.categories != nil && !isRefused
        if let categories = settings.categories { chosen = Set(categories.compactMap(\.known)) }
    }
}
