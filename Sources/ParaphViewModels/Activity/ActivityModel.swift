public import Foundation
public import Observation
import ParaphClient
public import ParaphWire

/// What happened with the account, newest first, a page at a time.
@Observable public final class ActivityModel: WorkingScreen {
    /// Something that happened.
    public struct Row: Identifiable, Hashable, Sendable {
        public let id: String
        public let title: String
        public let at: Date
        /// What it was about or where: an app, a device.
        public let place: String?
        /// How like the samples a signature was, in words.
        public let similarity: String?
        /// Whether the person should look at it, because it may be another's doing.
        public let isWarning: Bool
        /// What to open; `nil` where nothing can be.
        public let opens: ActivityItem.Thing?
    }

    /// What the operator tells everybody.
    public struct Told: Identifiable, Hashable, Sendable {
        public let id: String
        public let text: String
        /// When what it tells of begins.
        public let startsAt: Date
        /// When that is over.
        public let endsAt: Date
    }

    /// What waits for the person's answer.
    public struct Waiting: Identifiable, Hashable, Sendable {
        /// What asks: open ``RequestsModel`` or ``DevicesModel`` with ``Waiting/id``.
        public enum Kind: Hashable, Sendable { case request, device }

        public let kind: Kind
        public let id: String
        public let title: String
        /// Which program or device asks.
        public let asker: String
        public let at: Date
    }

    public private(set) var rows = Loadable<[Row]>.loading
    /// What the operator tells everybody and is not over.
    public private(set) var told: [Told] = []
    /// What waits for an answer: programs' requests, then devices that ask to be added.
    public private(set) var waiting: [Waiting] = []
    /// Whether there is more: offer ``loadEarlier()``.
    public private(set) var hasEarlier = false

    private let context: AppContext
    private let work = Work()
    private var next: String?

    /// Makes the screen; a person is signed in.
    public init(_ context: AppContext) {
        self.context = context
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("activity.title") }

    /// What is said in place of rows, where there is nothing.
    public var emptyText: String? { rows.value?.isEmpty == true && told.isEmpty && waiting.isEmpty ? words("activity.empty") : nil }

    /// Gets the newest, when the screen appears, and again when the person pulls.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in rows.noteFailure() }) {
            let announcements = try await context.client.account.announcements()
            let (asked, devices) = (try await context.client.requests.list(), try await context.client.devices.requests())
            take(try await context.client.account.activity(), after: [])
            waiting = asked.map(shown) + devices.map(shown)
            told = announcements.map { Told(id: $0.id, text: $0.text, startsAt: Date($0.startsAt), endsAt: Date($0.endsAt)) }
        }
    }

    /// Gets the next page.
    public func loadEarlier() async {
        guard let next, let shown = rows.value else { return }
        await work.perform(words, again: { [weak self] in await self?.loadEarlier() }) {
            take(try await context.client.account.activity(after: next), after: shown)
        }
    }

    private func take(_ page: Page<ActivityItem>, after shown: [Row]) {
        let known = Set(shown.map(\.id))
        rows = .loaded(shown + page.items.filter { !known.contains($0.id) }.map(row))
        (next, hasEarlier) = (page.next, page.next != nil)
    }

    private func shown(_ request: ClientRequest) -> Waiting {
        Waiting(
            kind: .request,
            id: request.id,
            title: words("request.waits"),
            asker: words.asker(request.clientName),
            at: Date(request.createdAt)
        )
    }

    private func shown(_ request: DeviceRequest) -> Waiting {
        Waiting(kind: .device, id: request.id, title: words("device.asks"), asker: request.name, at: Date(request.createdAt))
    }

    private func row(_ item: ActivityItem) -> Row {
        let place = [item.appName, item.deviceName].compactMap(\.self).joined(separator: " · ")
        return Row(
            id: item.id,
            title: item.title ?? words("activity.other"),
            at: Date(item.at),
            place: place.isEmpty ? nil : place,
            similarity: item.similarity.map { words("activity.similarity", ["value": words.similarity($0)]) },
            isWarning: item.isWarning,
            opens: item.about.first { $0.kind == .file || $0.kind == .document }
        )
    }
}
