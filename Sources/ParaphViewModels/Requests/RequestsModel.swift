public import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// What programs ask of the person, what became of it, and the programs that may ask nothing more.
@Observable public final class RequestsModel: WorkingScreen {
    /// A request.
    public struct Row: Identifiable, Hashable, Sendable {
        public let id: String
        /// Which program asks.
        public let asker: String
        /// What the program says that it is about; nothing vouches for it.
        public let description: String?
        public let at: Date
        /// What became of it; `nil` while it waits.
        public let outcome: String?
        /// Whether it can be reported: ``RequestsModel/report(_:)``.
        public let isReportable: Bool
    }

    /// A program that may ask nothing more.
    public struct Blocked: Identifiable, Hashable, Sendable {
        public let id: String
        public let asker: String
        public let at: Date
    }

    /// What there is to show.
    public struct Contents: Hashable, Sendable {
        public let waiting: [Row]
        /// What is over since yesterday.
        public let ended: [Row]
        public let blocked: [Blocked]
    }

    public private(set) var contents = Loadable<Contents>.loading
    /// The request that is looked at.
    public private(set) var opened: RequestModel?

    private let context: AppContext
    private let work = Work()
    private var requests: [ClientRequest] = []
    private var blocked: [BlockedProgram] = []

    /// Makes the screen; a person is signed in.
    public init(_ context: AppContext) { self.context = context }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("request.title") }
    public var lead: String { words("request.lead") }
    public var endedTitle: String { words("request.ended") }
    public var endedLead: String { words("request.endedLead") }
    public var blockedTitle: String { words("request.blocked") }
    public var blockedLead: String { words("request.blockedLead") }
    /// What is said in place of requests, where none wait.
    public var emptyText: String? { contents.value?.waiting.isEmpty == true ? words("request.empty") : nil }
    /// Lets a blocked program ask again.
    public var allowLabel: String { words("request.allow") }
    /// What is asked before a program is reported.
    public var reportQuestion: (title: String, consequence: String, verb: String) {
        (words("request.reportAsk"), words("request.reportNote"), words("request.report"))
    }

    /// Gets them, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in contents.noteFailure() }) { try await show() }
    }

    private func show() async throws {
        let calls = context.client.requests
        requests = try await calls.list()
        let ended = try await calls.ended()
        blocked = try await calls.blockedPrograms()
        contents = .loaded(
            Contents(
                waiting: requests.map(row),
                ended: ended.map(row),
                blocked: blocked.map { Blocked(id: $0.id, asker: words.asker($0.clientName), at: Date($0.at)) }
            )
        )
        requests += ended
    }

    private func row(_ request: ClientRequest) -> Row {
        Row(
            id: request.id,
            asker: words.asker(request.clientName),
            description: request.description,
            at: Date(request.createdAt),
            outcome: request.outcome.flatMap { words.known("request.outcome.\($0.rawValue)") },
            isReportable: request.outcome != .reported
        )
    }

    /// Opens a request that waits.
    public func open(_ id: String) {
        guard let request = requests.first(where: { $0.id == id && $0.outcome == nil }) else { return }
        opened = RequestModel(context, request) { [weak self] text in
            self?.opened = nil
            await self?.load()
            if let text, self?.work.notice == nil { self?.work.notice = Notice(text, kind: .good) }
        }
    }

    /// Closes it; it goes on waiting.
    public func close() async {
        let closed = opened
        opened = nil
        await closed?.signing?.cancel()
    }

    /// Says that the person knows nothing of a request, after they said yes: its program can ask them nothing more.
    public func report(_ id: String) async {
        guard let request = requests.first(where: { $0.id == id }) else { return }
        await work.perform(words, again: { [weak self] in await self?.report(id) }) {
            try await context.client.requests.report(request)
            try await show()
        }
    }

    /// Lets a blocked program ask the person again.
    public func allow(_ id: Blocked.ID) async {
        guard let program = blocked.first(where: { $0.id == id }) else { return }
        await work.perform(words, again: { [weak self] in await self?.allow(id) }) {
            do {
                try await context.client.requests.unblock(program)
            } catch let error as ClientError where error.problem?.code == .notFound {
                // Another device or the administrator let it already.
            }
            try await show()
        }
    }
}

extension Words {
    /// What a program is called.
    func asker(_ name: String?) -> String { name ?? self("request.nameless") }
}
