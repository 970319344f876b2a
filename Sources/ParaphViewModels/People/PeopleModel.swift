public import Observation
import ParaphClient
import ParaphWire

/// Who may read and sign a file of the server: others are invited by mail, and let out again.
@Observable public final class PeopleModel: WorkingScreen {
    /// A person who may read and sign it.
    public struct Row: Identifiable, Hashable, Sendable {
        public let id: String
        public let name: String
        /// Their address, where it is not their name.
        public let email: String?
        /// What VoiceOver says of removing them.
        public let dismissLabel: String
    }

    public private(set) var rows = Loadable<[Row]>.loading
    /// Who is invited.
    public let email: FormField
    /// What the button says that takes the last removal back; `nil` where there is none.
    public private(set) var undoLabel: String?

    private let context: AppContext
    private let file: StoredFile
    private let work = Work()
    private var readers: [FileReader] = []
    private var dismissed: FileReader?

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; the file's owner is signed in.
    ///   - row: A document in the list; `nil` is given where it is no file of the server, or another person's.
    public convenience init?(_ context: AppContext, _ row: DocumentRow) {
        guard let file = row.file else { return nil }
        self.init(context, file)
    }

    init?(_ context: AppContext, _ file: StoredFile) {
        guard file.isOwn, file.hash != nil else { return nil }
        (self.context, self.file) = (context, file)
        email = .inviteeEmail(context.words)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("files.people") }
    public var lead: String { words("files.peopleLead") }
    public var inviteLabel: String { words("files.invite") }
    public var dismissLabel: String { words("script.files.dismiss") }
    /// What is said in place of rows, where there are none.
    public var emptyText: String? { rows.value?.isEmpty == true ? words("files.onlyYou") : nil }

    /// Gets who may open it, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in rows.noteFailure() }) {
            show(try await context.client.files.readers(of: file.id))
        }
    }

    private func show(_ readers: [FileReader]) {
        self.readers = readers
        rows = .loaded(
            readers.map { reader in
                let name = words.shown(name: reader.name)
                let email = reader.name == reader.email ? nil : reader.email
                return Row(id: reader.id, name: name, email: email, dismissLabel: words("script.files.dismissOf", ["name": name]))
            }
        )
    }

    /// Invites the owner of the address, who gets a mail about it.
    public func invite() async {
        guard !isBusy, email.check(), let address = email.given else { return }
        (dismissed, undoLabel) = (nil, nil)
        await work.perform(words, again: { [weak self] in await self?.invite() }, take: take) {
            let reader = try await context.client.files.invite(address, to: file.id)
            show(readers.filter { $0.id != reader.id } + [reader])
            (email.value, email.error) = ("", nil)
            work.notice = Notice(words("script.files.invited", ["name": words.shown(name: reader.name)]), kind: .good)
        }
    }

    /// Lets a person open it no more; their signatures stay.
    public func dismiss(_ id: String) async {
        guard let reader = readers.first(where: { $0.id == id }) else { return }
        (dismissed, undoLabel) = (nil, nil)
        await work.perform(words, again: { [weak self] in await self?.dismiss(id) }, take: take) {
            do {
                try await context.client.files.dismiss(id, from: file.id)
            } catch let error as ClientError where error.status == 404 {
                // They left meanwhile.
            }
            show(readers.filter { $0.id != id })
            (dismissed, undoLabel) = (reader, words("script.files.undo"))
            work.notice = Notice(words("script.files.dismissed", ["name": words.shown(name: reader.name)]))
        }
    }

    /// Undo: invites who was removed last.
    public func undo() async {
        guard let dismissed else { return }
        email.value = dismissed.email
        await invite()
    }

    private func take(_ error: ClientError) -> Bool {
        let problem = error.problem
        if problem?.code == .noAccount {
            email.refuse(words("script.files.noAccount"))
            return true
        }
        if problem?.fields?.contains(where: { $0.code == "own" }) == true {
            email.refuse(words("script.files.ownAddress"))
            return true
        }
        if [email].refuse(problem?.fields ?? [], words) { return true }
        guard let code = problem?.code.rawValue, let text = words.known("script.files.problem.\(code)"), !error.isTransient else {
            return false
        }
        work.notice = Notice(text.replacing("{name}", with: file.name), kind: .bad)
        return true
    }
}

extension FormField {
    /// The address of a reader to be.
    static func inviteeEmail(_ words: Words) -> FormField {
        FormField(.email, name: "email", label: words("files.email"), rule: emailRule(words), words: words)
    }
}
