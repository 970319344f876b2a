public import Observation
import ParaphClient
public import ParaphWire

/// What the person tells of themselves.
///
/// The address is the account's name, and stays.
@Observable public final class ProfileModel: ApprovingScreen {
    public let form: ProfileForm
    /// The address, once the profile is here.
    public private(set) var email = Loadable<String>.loading

    let context: AppContext
    private let work = Work()
    private let pending = PendingApproval()
    private var person: Person?
    /// What the form showed before the person changed it.
    private(set) var shown: ProfileForm.Draft?

    /// Makes the screen; a person is signed in.
    public init(_ context: AppContext) {
        self.context = context
        form = ProfileForm(context.words)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }
    public var approval: ApprovalModel? { pending.model }
    public func cancelApproval() async { await pending.cancel() }

    public var title: String { words("profile.title") }
    /// What stands beside the address, and why it cannot be changed.
    public var emailLabel: String { words("field.email") }
    public var emailNote: String { words("profile.emailWhy") }
    public var photoLabel: String { words("profile.photo") }
    public var saveLabel: String { words("action.save") }

    /// Gets the profile, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in email.noteFailure() }) {
            let person = try await context.client.account.person()
            show(person)
            form.show(photo: person.hasPhoto ? try await context.client.account.photo() : nil)
            await restoreDraft()
        }
    }

    private func show(_ person: Person) {
        (self.person, email) = (person, .loaded(person.email))
        form.fill(person)
        shown = edits
    }

    /// Save; another username takes an approval.
    public func save() async {
        guard !isBusy, let person, form.check() else { return }
        if let before = person.username, let now = form.username.given, before != now {
            work.notice = nil
            await pending.ask(context, .changeUsername) { [weak self] given in await self?.send(approval: given) }
        } else {
            await send(approval: nil)
        }
    }

    private func send(approval: String?) async {
        let take = { [form, words] (error: ClientError) in form.fields.refuse(error.problem?.fields ?? [], words) }
        await work.perform(words, kept: words("script.form.kept"), again: { [weak self] in await self?.save() }, take: take) {
            let update = PersonUpdate(profile: form.profile, username: form.username.given, approval: approval)
            show(try await context.client.account.update(update))
            await keepDraft()
            work.notice = Notice(words("script.form.saved"), kind: .good)
        }
    }

    /// Keeps another picture at once, a JPEG or PNG; `nil` takes it away.
    public func setPhoto(_ photo: Content?) async {
        guard !isBusy else { return }
        await work.perform(words, again: { [weak self] in await self?.setPhoto(photo) }) {
            try await context.client.account.setPhoto(photo)
            form.show(photo: photo)
            work.notice = Notice(words("script.form.saved"), kind: .good)
        }
    }
}
