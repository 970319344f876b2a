public import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// A program that asks for access to the account (OAuth 2.0, RFC 6749, section 4.1): the person says yes or no, and goes back to it.
@Observable public final class AuthorizationModel: WorkingScreen {
    /// What the program asks.
    public struct Question: Hashable, Sendable {
        /// Who asks for what.
        public let text: String
        /// What it can do then.
        public let rights: [String]
        /// Where the person goes afterwards.
        public let back: String
        /// As whom they are signed in.
        public let account: String
    }

    public private(set) var question = Loadable<Question>.loading
    /// Where the person goes back to: open it, once it is there.
    public private(set) var destination: URL?

    private let context: AppContext
    private let query: String
    private let work = Work()

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - query: The query of the address with which the program sent the person here, as links have it (`Link` of `ParaphClient`).
    public init(_ context: AppContext, query: String) { (self.context, self.query) = (context, query) }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("authorize.title") }
    /// What stands over ``Question/rights``.
    public var mayTitle: String { words("authorize.may") }
    /// What no program can do, and how its access ends.
    public var notes: [String] { [words("authorize.never"), words("authorize.end")] }
    public var allowLabel: String { words("authorize.allow") }
    public var refuseLabel: String { words("authorize.refuse") }

    /// Gets what is asked, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: take) {
            let asked = try await context.client.permissions.question(query)
            if let location = asked.location { return leave(to: location) }
            let person = try await context.client.account.person()
            question = .loaded(
                Question(
                    text: words("authorize.asks", ["client": asked.clientName]),
                    rights: asked.rights,
                    back: words("authorize.back", ["host": asked.redirectHost]),
                    account: words("authorize.account", ["email": person.email])
                )
            )
        }
    }

    /// What cannot be answered goes nowhere.
    private func take(_ error: ClientError) -> Bool {
        _ = question.noteFailure()
        guard error.status == 400 || error.status == 404 else { return false }
        let texts: [ProblemCode: String] = [
            .unknownClient: words("page.unknownClient"), .wrongRedirect: words("page.wrongRedirect"),
        ]
        work.notice = Notice(error.problem.flatMap { texts[$0.code] } ?? words("page.badAuthorization"), kind: .bad)
        return true
    }

    /// Says yes or no.
    public func decide(_ isAllowed: Bool) async {
        guard question.value != nil, destination == nil else { return }
        await work.perform(words, again: { [weak self] in await self?.decide(isAllowed) }) {
            leave(to: try await context.client.permissions.decide(query, isAllowed: isAllowed))
        }
    }

    private func leave(to location: String) {
        destination = URL(string: location)
        work.notice = Notice(words("script.authorize.going"), kind: .good)
    }
}
