public import Observation
import ParaphClient
public import ParaphWire

/// Everything about the account that is not work: who is signed in, and where the rest is.
@Observable public final class SettingsModel: WorkingScreen {
    /// A screen that is listed.
    public enum Item: Hashable, Sendable, CaseIterable {
        case profile, requests, signature, devices, passkeys, sessions, permissions, codes, notifications, privacy, language, about
    }

    /// Who is signed in.
    public struct Owner: Hashable, Sendable {
        public let name: String
        public let email: String
        public let photo: Content?
    }

    public private(set) var owner = Loadable<Owner>.loading

    private let context: AppContext
    private let work = Work()

    /// Makes the screen; a person is signed in.
    public init(_ context: AppContext) { self.context = context }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("more.title") }
    /// What the button says that signs out: ``StartModel/signOut()``.
    public var signOutLabel: String { words("more.signOut") }

    /// What a screen is called.
    public func label(of item: Item) -> String {
        switch item {
        case .profile: words("more.profile")
        case .requests: words("more.requests")
        case .signature: words("more.signature")
        case .devices: words("more.devices")
        case .passkeys: words("passkey.title")
        case .sessions: words("more.sessions")
        case .permissions: words("session.apps")
        case .codes: words("more.codes")
        case .notifications: words("more.notifications")
        case .privacy: words("more.privacy")
        case .language: words("more.language")
        case .about: words("more.about")
        }
    }

    /// Gets who is signed in, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in owner.noteFailure() }) {
            let account = context.client.account
            let person = try await account.person()
            let photo = person.hasPhoto ? try await account.photo() : nil
            owner = .loaded(Owner(name: person.profile.userName, email: person.email, photo: photo))
        }
    }
}
