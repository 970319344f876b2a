public import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// What the person allowed: apps that have something of their signature, and programs that act for them; each can be ended.
@Observable public final class PermissionsModel: ApprovingScreen {
    /// An app.
    public struct App: Identifiable, Hashable, Sendable {
        public let id: String
        public let name: String
        /// What it has, or that it asks.
        public let line: String
        /// That the organisation's own may ask again.
        public let note: String?
        public let at: Date
        /// Whether it can be allowed to compare with the signature that was given here, on the server's own page: ``PermissionsModel/page``.
        public let isAllowable: Bool
        /// What the button says that ends it, or says no to it.
        public let endLabel: String
    }

    /// A program.
    public struct Program: Identifiable, Hashable, Sendable {
        public let id: String
        public let name: String
        public let allowedAt: Date
        public let usedAt: Date
    }

    /// What there is to show.
    public struct Contents: Hashable, Sendable {
        public let apps: [App]
        public let programs: [Program]
    }

    public private(set) var contents = Loadable<Contents>.loading

    /// Where the person allows an app more: no app says yes for them.
    public let page: URL

    private let context: AppContext
    private let work = Work()
    private let pending = PendingApproval()

    /// Makes the screen; a person is signed in.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - server: The server's public address.
    public init(_ context: AppContext, server: URL) { (self.context, page) = (context, server.appending(path: "sessions")) }

    private var words: Words { context.words }
    private var permissions: Permissions { context.client.permissions }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }
    public var approval: ApprovalModel? { pending.model }
    public func cancelApproval() async { await pending.cancel() }

    public var title: String { words("session.apps") }
    public var appsLead: String { words("session.appsLead") }
    public var programsTitle: String { words("session.programs") }
    public var programsLead: String { words("session.programsLead") }
    public var allowedLabel: String { words("session.allowed") }
    public var allowLabel: String { words("session.allow") }
    public var endLabel: String { words("session.end") }
    /// What is said in place of rows, where there are none.
    public var emptyText: String? {
        contents.value.flatMap { $0.apps.isEmpty && $0.programs.isEmpty ? words("app.noPermissions") : nil }
    }

    /// Gets them, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in contents.noteFailure() }) { try await show() }
    }

    private func show() async throws {
        let apps = try await permissions.apps()
        let programs = try await permissions.programs()
        contents = .loaded(Contents(apps: apps.map(app), programs: programs.map(program)))
    }

    private func app(_ grant: AppGrant) -> App {
        let line =
            if grant.basis == nil {
                words("session.appAsks")
            } else if grant.hasOwnSignature {
                words("session.appOwn")
            } else {
                words(grant.comparesHere ? "session.appHere" : "session.appKnows")
            }
        return App(
            id: grant.appId,
            name: grant.appName,
            line: line,
            note: grant.isOfOrganisation ? words("session.appOrganisation") : nil,
            at: Date(grant.createdAt),
            isAllowable: !grant.isOfOrganisation && !grant.comparesHere,
            endLabel: words(grant.basis == nil ? "session.decline" : "session.end")
        )
    }

    private func program(_ access: ClientAccess) -> Program {
        Program(id: access.id, name: access.clientName, allowedAt: Date(access.createdAt), usedAt: Date(access.lastUsedAt))
    }

    /// Ends all that an app has of the person.
    public func end(app id: String) async {
        guard !isBusy else { return }
        work.notice = nil
        await pending.ask(context, .endApp, subject: id) { [weak self] given in
            guard let given else { return }
            await self?.change { try await $0.endApp(id, approval: given) }
        }
    }

    /// Ends what a program was allowed.
    public func end(program id: String) async {
        await change(again: { [weak self] in await self?.end(program: id) }) { permissions in
            do {
                try await permissions.endProgram(id)
            } catch let error as ClientError where error.status == 404 {
                // It is over already.
            }
        }
    }

    private func change(again: (() async -> Void)? = nil, _ act: (Permissions) async throws -> Void) async {
        await work.perform(words, again: again) {
            try await act(permissions)
            try await show()
        }
    }
}
