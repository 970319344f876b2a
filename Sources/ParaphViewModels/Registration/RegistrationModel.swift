import Foundation
public import Observation
import ParaphClient
public import ParaphWire

/// Creating an account: the profile, the code from the mail, and the person's signatures.
@Observable public final class RegistrationModel: WorkingScreen {
    /// Which part is shown.
    public enum Step: Hashable, Sendable {
        case form
        case code
        /// ``RegistrationModel/enrolment`` is shown.
        case draw
        /// The account has a signature: show ``EnrolmentModel/warning``, and offer recovery codes.
        case done
    }

    public internal(set) var step = Step.form
    /// The profile.
    public let form: ProfileForm
    public let email: FormField
    /// The code from the mail.
    public let code: FormField
    /// Whether the person agreed to ``consent``.
    public var isAgreed = false {
        didSet { if isAgreed { consentError = nil } }
    }
    /// What is wrong with the agreement.
    public internal(set) var consentError: String?
    /// The text that is agreed to.
    public internal(set) var consent = Loadable<ConsentText>.loading
    /// Where the person is, where they agreed to tell.
    public var place: RegistrationPlace?
    /// How far the view is with the place; `nil` while the person does not want to tell it.
    public var placeSearch: CircumstancesModel.Search?
    /// The drawing of the signatures; Cancel leads back to the form, filled in as it was.
    @ObservationIgnored public private(set) lazy var enrolment = EnrolmentModel(
        context,
        onCancel: { [weak self] in self?.step = .form },
        onCreated: { [weak self] _ in self?.step = .done }
    )

    let context: AppContext
    let work = Work()
    var pending: PendingRegistration?
    var resendAt: Date?
    /// The addresses that a code was mailed to from this screen.
    var mailed: Set<String> = []
    /// Whether a code was mailed to the address before: until then no earlier e-mail is spoken of.
    var isSentAgain = false
    /// The address whose account is here already.
    var registered: String?

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - person: Who is signed in and has no signature yet.
    public init(_ context: AppContext, person: Person? = nil) {
        self.context = context
        let words = context.words
        form = ProfileForm(words)
        email = .email(words)
        code = .mailedCode(words)
        guard let person else { return }
        form.fill(person)
        (email.value, registered, isAgreed) = (person.email, person.email, person.consent != nil)
    }

    var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words(step == .code ? "register.codeTitle" : "register.title") }

    // MARK: The form

    /// Gets the text that is agreed to, when the screen appears; shows what was typed before the system ended the app.
    public func load() async {
        await restore()
        if consent.value != nil { return }
        consent = .loading
        await work.perform(words, again: { [weak self] in await self?.load() }) {
            consent = .loaded(try await context.client.account.consentText())
        }
        if consent.value == nil { consent = .failed }
    }

    /// Continue: sends the profile; the code is asked for next, or the signatures where the account is there already.
    public func submit() async {
        guard !isBusy, checkForm() else { return }
        let kept = words("script.register.kept")
        await work.perform(words, kept: kept, again: { [weak self] in await self?.submit() }, take: takeForm) {
            if let registered, registered.lowercased() == email.given?.lowercased() {
                try await update()
            } else {
                try await register()
            }
        }
    }

    private func checkForm() -> Bool {
        let isRight = [email.check(), form.check()].allSatisfy(\.self)
        consentError = isAgreed ? nil : words("register.consentMissing")
        return isRight && isAgreed
    }

    private func register() async throws {
        if consent.value == nil { consent = .loaded(try await context.client.account.consentText()) }
        guard let version = consent.value?.version, let address = email.given else { return }
        let request = RegistrationRequest(
            email: address,
            profile: form.profile,
            username: form.username.given,
            language: words.language.rawValue,
            consentVersion: version,
            place: place
        )
        take(try await context.client.account.register(request))
        code.value = ""
        code.error = nil
        step = .code
    }

    private func update() async throws {
        _ = try await context.client.account.update(PersonUpdate(profile: form.profile, username: form.username.given))
        await form.sendPhoto(context.client)
        step = .draw
    }

    /// A failure of the form that fields tell; the text may have changed since the person read it.
    private func takeForm(_ error: ClientError) -> Bool {
        let fields = error.problem?.fields ?? []
        if error.problem?.code == .consentRequired || fields.contains(where: { $0.name == "consentVersion" }) {
            (consent, isAgreed, consentError) = (.loading, false, words("register.consentMissing"))
            return true
        }
        return ([email] + form.fields).refuse(fields, words)
    }
}

extension RegistrationModel {
    /// Whether the account is there already, so that Continue goes on to the signatures.
    public var isRegistered: Bool { registered != nil }
}
