public import Observation
import ParaphClient
public import ParaphWire

/// Where the system lets an app be alerted; the app answers it by `UNUserNotificationCenter` and `registerForRemoteNotifications`.
public protocol AlertPermission {
    /// Asks the person where they were not asked yet, and gets the device's token.
    ///
    /// - Returns: the token's bytes; `nil` where the person, or the system, says no.
    func deviceToken() async throws -> [UInt8]?
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
    /// Said where nothing can be switched on.
    public var unsupported: String { words("alert.unsupported") }

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
            show(try await context.client.pushes.settings())
        }
    }

    /// Has this device alerted, or no longer; where the person says no to the system it stays as it was.
    public func setOn(_ wanted: Bool) async {
        await work.perform(words, again: { [weak self] in await self?.setOn(wanted) }) {
            if wanted {
                try await register(chosen)
            } else {
                try await context.client.pushes.end()
                isOn = false
            }
        }
    }

    /// Chooses a category, or no longer; the last one stays.
    public func choose(_ category: PushCategory, _ isChosen: Bool) async {
        var wanted = chosen
        if isChosen { wanted.insert(category) } else { wanted.remove(category) }
        guard !wanted.isEmpty else { return }
        guard isOn == true else {
            chosen = wanted
            return
        }
        await work.perform(words, again: { [weak self] in await self?.choose(category, isChosen) }) { try await register(wanted) }
    }

    private func register(_ categories: Set<PushCategory>) async throws {
        guard let token = try await permission.deviceToken() else {
            isOn = false
            return
        }
        show(try await context.client.pushes.register(deviceToken: token, categories: categories))
    }

    private func show(_ settings: PushSettings) {
        isOffered = settings.appleTopic != nil
        isOn = settings.categories != nil
        if let categories = settings.categories { chosen = Set(categories.compactMap(\.known)) }
    }
}
