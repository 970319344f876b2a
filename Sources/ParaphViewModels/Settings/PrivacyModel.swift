public import Foundation
public import Observation
import ParaphClient
public import ParaphWire

/// The consent, the person's data, and the way out: ``DeleteAccountModel``.
@Observable public final class PrivacyModel: ApprovingScreen {
    /// What there is to show.
    public struct Contents: Sendable {
        /// The text that is agreed to.
        public let consent: ConsentText
        /// When the person agreed to it, and to which version; `nil` where they did not, or withdrew.
        public let givenAt: Date?
        public let versionLine: String?
        /// Where the person registered, where that is kept.
        public let place: String?
        /// Whether place and photo go into the history of what they sign.
        public let isTold: Bool
    }

    /// Something that is asked before it is done.
    public struct Question: Hashable, Sendable {
        public let title: String
        public let consequence: String
        public let verb: String
    }

    public private(set) var contents = Loadable<Contents>.loading
    /// The file with all data of the person, once it is here: offer to share it.
    public private(set) var exported: URL?

    private let context: AppContext
    private let work = Work()
    private let pending = PendingApproval()
    private let onConsentGiven: () -> Void

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - onConsentGiven: The person agreed again: ``EnrolmentModel`` comes next.
    public init(_ context: AppContext, onConsentGiven: @escaping () -> Void = {}) {
        (self.context, self.onConsentGiven) = (context, onConsentGiven)
    }

    private var words: Words { context.words }
    private var account: Account { context.client.account }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }
    public var approval: ApprovalModel? { pending.model }
    public func cancelApproval() async { await pending.cancel() }

    public var title: String { words("privacy.title") }
    public var consentTitle: String { words("consent.title") }
    /// What is said of the consent.
    public var consentText: String? {
        contents.value.map { words($0.givenAt == nil ? "consent.notGiven" : "consent.givenOn") }
    }
    public var giveLabel: String { words("consent.giveAndSign") }
    public var placeTitle: String { words("privacy.place") }
    public var placeNote: String { words("privacy.placeNote") }
    public var circumstancesTitle: String { words("circumstances.title") }
    /// What is said of place and photo in histories.
    public var circumstancesText: String { words(contents.value?.isTold == true ? "circumstances.note" : "circumstances.off") }
    public var exportTitle: String { words("privacy.export") }
    public var exportNote: String { words("privacy.exportNote") }
    public var exportLabel: String { words("privacy.exportVerb") }

    /// What is asked before the consent is withdrawn.
    public var withdrawQuestion: Question {
        Question(title: words("consent.withdrawAsk"), consequence: words("consent.withdrawNote"), verb: words("consent.withdraw"))
    }

    /// What is asked before the place is removed.
    public var placeQuestion: Question {
        Question(
            title: words("privacy.placeRemoveAsk"),
            consequence: words("privacy.placeRemoveNote"),
            verb: words("privacy.placeRemove")
        )
    }

    /// What is asked before place and photo are told no more.
    public var circumstancesQuestion: Question {
        Question(title: words("circumstances.stopAsk"), consequence: words("circumstances.stopNote"), verb: words("circumstances.stop"))
    }

    /// Gets all of it, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in contents.noteFailure() }) { try await show() }
    }

    private func show() async throws {
        let person = try await account.person()
        let place = person.hasPlace ? try await account.place() : nil
        contents = .loaded(
            Contents(
                consent: try await account.consentText(),
                givenAt: person.consent.map { Date($0.givenAt) },
                versionLine: person.consent.map { words("consent.version", ["version": $0.version]) },
                place: place.map {
                    ([$0.city, $0.country].compactMap(\.self) + ["\($0.latitude)°, \($0.longitude)°"]).joined(separator: ", ")
                },
                isTold: person.tellsCircumstances
            )
        )
    }

    /// Withdraws the consent, after the person said yes: the signature and its samples are deleted at once.
    public func withdrawConsent() async {
        await pending.ask(context, .withdrawConsent) { [weak self] given in
            guard let given else { return }
            await self?.change { try await $0.withdrawConsent(approval: given) }
        }
    }

    /// Agrees again.
    public func giveConsent() async {
        guard let version = contents.value?.consent.version else { return }
        await pending.ask(context, .giveConsent) { [weak self] given in
            await self?.change { try await $0.giveConsent(version: version, approval: given) }
            if self?.contents.value?.givenAt != nil { self?.onConsentGiven() }
        }
    }

    /// Forgets where the person registered, after they said yes.
    public func removePlace() async { await change { try await $0.removePlace() } }

    /// Tells place and photo no more, after the person said yes.
    public func stopCircumstances() async { await change { try await $0.forbidCircumstances() } }

    private func change(_ act: (Account) async throws -> some Sendable) async {
        await work.perform(words) {
            _ = try await act(account)
            try await show()
        }
    }

    /// Fetches all that is kept of the person.
    ///
    /// - Parameter file: Where it is to lie, such as `paraph.json` in a temporary folder.
    public func export(to file: URL) async {
        exported = nil
        await pending.ask(context, .exportData) { [weak self] given in
            guard let given else { return }
            await self?.fetch(file, given)
        }
    }

    private func fetch(_ file: URL, _ approval: String) async {
        await work.perform(words) {
            try await account.export(to: file, approval: approval)
            exported = file
        }
    }
}
