public import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// Where the person is signed in.
@Observable public final class SessionsModel: WorkingScreen {
    /// A session.
    public struct Row: Identifiable, Hashable, Sendable {
        public let id: String
        /// The device that it is on.
        public let name: String
        public let usedAt: Date
        /// Whether it is the one of this app; signing out ends that.
        public let isCurrent: Bool
    }

    public private(set) var rows = Loadable<[Row]>.loading

    private let context: AppContext
    private let work = Work()
    private var sessions: [Session] = []

    /// Makes the screen; a person is signed in.
    public init(_ context: AppContext) {
        self.context = context
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("session.title") }
    public var lead: String { words("session.lead") }

    /// Gets the sessions, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in rows.noteFailure() }) {
            show(try await context.client.signIn.sessions())
        }
    }

    /// Ends a session of another device.
    public func end(_ id: String) async {
        guard let session = sessions.first(where: { $0.id == id }), !session.isCurrent else { return }
        await work.perform(words, again: { [weak self] in await self?.end(id) }) {
            do {
                try await context.client.signIn.end(session)
            } catch let error as ClientError where error.problem?.code == .notFound {
                // It is over already.
            }
            show(sessions.filter { $0.id != id })
        }
    }

    private func show(_ sessions: [Session]) {
        self.sessions = sessions
        rows = .loaded(
            sessions.map { session in
                Row(
                    id: session.id,
                    name: session.deviceName ?? words("session.unknown"),
                    usedAt: Date(session.lastUsedAt),
                    isCurrent: session.isCurrent
                )
            }
        )
    }
}
