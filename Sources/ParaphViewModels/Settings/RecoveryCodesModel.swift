import Foundation
public import Observation
import ParaphClient
import ParaphWire

/// Recovery codes: how many are left, and new ones, which are shown once.
@Observable public final class RecoveryCodesModel: ApprovingScreen {
    /// How many are left, in words.
    public private(set) var left = Loadable<String>.loading
    /// The new codes, while they are shown.
    public private(set) var codes: [String]?
    /// Whether the person stored them, or says so; it is set by what stores them.
    public var isStored = false {
        didSet { if isStored, work.notice?.kind == .warning { work.notice = nil } }
    }

    private let context: AppContext
    private let host: String
    private let work = Work()
    private let pending = PendingApproval()

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - host: What the server is called among people, for the text that is stored.
    public init(_ context: AppContext, host: String) {
        (self.context, self.host) = (context, host)
    }

    private var words: Words { context.words }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }
    public var approval: ApprovalModel? { pending.model }
    public func cancelApproval() async { await pending.cancel() }

    public var title: String { words("codes.title") }
    public var lead: String { words("codes.why") }
    /// What the button says that makes new ones, and what follows.
    public var renewLabel: String { words("codes.renew") }
    public var renewNote: String { words("codes.renewNote") }
    /// What the tick says.
    public var storedLabel: String { words("codes.stored") }
    /// What the buttons say that save and copy.
    public var saveLabel: String { words("codes.save") }
    public var copyLabel: String { words("action.copy") }

    /// What is stored of the codes: a text, and a name for a file.
    public var storedText: String? {
        codes.map {
            [words("script.codes.fileTitle", ["host": host]), "", $0.joined(separator: "\n"), "", words("script.codes.fileNote")].joined(
                separator: "\n"
            )
        }
    }
    public var fileName: String { "paraph-recovery-codes.txt" }

    /// Finds out how many are left, when the screen appears.
    public func load() async {
        await work.perform(words, again: { [weak self] in await self?.load() }, take: { _ in left.noteFailure() }) {
            show(try await context.client.account.recoveryCodes().remaining)
        }
    }

    private func show(_ remaining: Int) {
        left = .loaded(remaining == 0 ? words("codes.none") : words("codes.left", count: remaining))
    }

    /// Makes new ones in place of the old.
    public func renew() async {
        guard !isBusy, codes == nil else { return }
        work.notice = nil
        await pending.ask(context, .recoveryCodes) { [weak self] given in await self?.renew(approval: given) }
    }

    private func renew(approval: String?) async {
        await work.perform(words) {
            let made = try await context.client.account.renewRecoveryCodes(approval: approval)
            (codes, isStored) = (made.codes, false)
            show(made.remaining)
        }
    }

    /// Whether the person may go on: the codes are stored, or none are shown; else says that they are to be stored first.
    public func leave() -> Bool {
        guard codes != nil, !isStored else {
            codes = nil
            return true
        }
        work.notice = Notice(words("script.codes.storeFirst"), kind: .warning)
        return false
    }
}
