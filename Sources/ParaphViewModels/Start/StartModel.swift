import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// What an app shows first, and where it leads: to the documents, to the rest of an enrolment, or to creating an account and signing in.
@Observable public final class StartModel {
    /// What is shown.
    public enum Destination: Hashable, Sendable {
        /// It is not known yet who is signed in: the launch screen, which goes away by itself.
        case initialising
        /// No person is signed in. `identifier`: by which name a person signed in here last.
        case welcome(identifier: String?)
        /// A person is signed in who has no signature yet: ``RegistrationModel`` or ``EnrolmentModel``.
        case enrol
        case documents
    }

    public private(set) var destination = Destination.initialising
    /// Whether signing in is shown at once, over the welcome, as the web app does.
    ///
    /// A person signed in here before, and has not just signed out.
    public private(set) var beginsWithSignIn = false
    /// Why the person is here again, where their session ended by itself.
    public private(set) var notice: Notice?

    private let context: AppContext
    private var isLeaving = false

    public init(_ context: AppContext) {
        self.context = context
    }

    public var title: String { context.words("start.title") }
    /// What Paraph is, in a sentence.
    public var lead: String { context.words("start.what") }

    /// What the buttons say, the first one first.
    public var createLabel: String { context.words("start.create") }
    public var signInLabel: String { context.words("start.have") }

    /// Finds out who is signed in, and follows that until the task is cancelled.
    public func follow() async {
        for await session in await context.client.signIn.changes { await show(session) }
    }

    /// Signs out.
    public func signOut() async {
        isLeaving = true
        defer { isLeaving = false }
        try? await context.client.signIn.end()
        await context.drafts?.eraseAll()
        await show(nil)
    }

    private func show(_ session: CurrentSession?) async {
        let wasSignedIn = destination == .documents || destination == .enrol
        if let session, Date(session.expiresAt) > context.now() {
            (notice, beginsWithSignIn) = (nil, false)
            destination = session.isEnrolled ? .documents : .enrol
            return
        }
        if wasSignedIn, !isLeaving { notice = Notice(context.words("script.problem.unauthenticated"), kind: .warning) }
        let known = try? await context.client.signIn.knownIdentifiers().first
        // The end of a session is told again while the welcome is shown.
        if case .welcome = destination {} else { beginsWithSignIn = known != nil && !isLeaving }
        destination = .welcome(identifier: known)
    }
}

extension Date {
    nonisolated init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: TimeInterval(timestamp.milliseconds) / 1000)
    }
}
