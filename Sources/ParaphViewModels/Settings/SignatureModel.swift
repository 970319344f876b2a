public import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// What is known of the person's signature, and changing it: an approval, then ten new ones.
@Observable public final class SignatureModel: ApprovingScreen {
    /// What is known of it.
    public struct Facts: Hashable, Sendable {
        public let createdAt: Date?
        /// How many samples it is compared with.
        public let samples: String?
        /// Whether it is hard to forge.
        public let strength: String?
    }

    public private(set) var facts = Loadable<Facts>.loading
    /// The new signature, once it is approved: show it, until it is `nil` again.
    public private(set) var enrolment: EnrolmentModel?
    /// Whether the new one is in use.
    public private(set) var isChanged = false

    private let context: AppContext
    private let work = Work()
    private let pending = PendingApproval()

    /// Makes the screen; a person is signed in.
    public init(_ context: AppContext) { self.context = context }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }
    public var approval: ApprovalModel? { pending.model }
    public func cancelApproval() async { await pending.cancel() }

    public var title: String { words(isChanged ? "signature.modified" : "signature.title") }
    /// What follows from changing it, or from having done so.
    public var note: String { words(isChanged ? "signature.modifiedNote" : "signature.modifyNote") }
    public var createdLabel: String { words("signature.created") }
    public var samplesLabel: String { words("signature.samples") }
    public var strengthLabel: String { words("signature.strength") }
    public var modifyLabel: String { words("signature.modify") }

    /// Gets what is known, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in facts.noteFailure() }) {
            let status = try await context.client.account.person().signature
            facts = .loaded(
                Facts(
                    createdAt: status.createdAt.map { Date($0) },
                    samples: status.referenceCount.map(words.number),
                    strength: status.complexity.map(strength)
                )
            )
        }
    }

    private func strength(_ complexity: Double) -> String {
        words(complexity >= 0.66 ? "signature.strong" : complexity >= 0.33 ? "signature.fair" : "signature.weak")
    }

    /// Change my signature.
    public func modify() async {
        work.notice = nil
        await pending.ask(context, .modifySignature) { [weak self] given in self?.draw(given) }
    }

    private func draw(_ approval: String?) {
        let enrolment = EnrolmentModel(context) { [weak self] in
            let cancelled = self?.enrolment
            self?.enrolment = nil
            Task { await cancelled?.discard() }
        } onCreated: { [weak self] _ in
            self?.enrolment = nil
            self?.isChanged = true
        }
        enrolment.approval = approval
        self.enrolment = enrolment
    }
}
