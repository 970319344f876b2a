public import Foundation
public import Observation
import ParaphClient
public import ParaphWire

/// Approving something weighty, such as removing a device: with a signature on this device, a recovery code, or a code by mail where the account
/// has neither.
@Observable public final class ApprovalModel: WorkingScreen {
    /// Which part is shown.
    public enum Step: Hashable, Sendable {
        /// It is not known yet what the account approves by.
        case loading
        /// ``ApprovalModel/signing``.
        case pad
        /// ``ApprovalModel/recoveryCode``.
        case recovery
        /// The code can be mailed: ``ApprovalModel/mailCode()``.
        case mail
        /// ``ApprovalModel/mailedCode``.
        case code
    }

    public private(set) var step = Step.loading
    public private(set) var signing: SigningModel?
    public let recoveryCode: FormField
    public let mailedCode: FormField
    /// From when on the code can be mailed, where the account had other factors once.
    public private(set) var mailableAt: Date?

    private let context: AppContext
    private let purpose: ChallengePurpose
    private let subject: String?
    private let work = Work()
    private var methods: [Open<StepUpStatus.Method>] = []
    private var receipt: String?
    private let onApproved: (String?) -> Void

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - purpose: What is approved.
    ///   - subject: The id of what it is about, where the purpose has an object.
    ///   - onApproved: What the call takes; `nil` where this session needs no approval for it.
    public init(_ context: AppContext, _ purpose: ChallengePurpose, subject: String? = nil, onApproved: @escaping (String?) -> Void) {
        self.context = context
        self.purpose = purpose
        self.subject = subject
        self.onApproved = onApproved
        recoveryCode = .recoveryCode(context.words)
        mailedCode = .approvalCode(context.words)
    }

    private var words: Words { context.words }
    private var approvals: Approvals { context.client.approvals }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }
    public func retry() async { await work.retry() }

    public var title: String { words("approval.title") }

    public var lead: String {
        switch step {
        case .loading, .pad: words("sign.hint")
        case .recovery: words("approval.recoveryNote")
        case .mail, .code: words("approval.mailNote")
        }
    }

    /// Whether a recovery code can take the signature's place.
    public var offersRecoveryCode: Bool { step == .pad && methods.contains(.recoveryCode) }

    /// Whether a signature can take the recovery code's place.
    public var offersPad: Bool { step == .recovery && signing != nil }

    /// Finds out what the account approves by, when the screen appears.
    public func start() async {
        await work.perform(words, again: { [weak self] in await self?.start() }) {
            let status = try await approvals.status()
            if status.exempt.contains(purpose) { return onApproved(nil) }
            methods = status.methods
            if methods.contains(.signature) {
                try await showPad()
            } else if methods.contains(.recoveryCode) {
                step = .recovery
            } else {
                mailableAt = status.mailedCodeAt.map { Date($0) }
                step = .mail
                if mailableAt == nil, status.mailedCodeWait != nil {
                    work.notice = Notice(words("script.approval.mailHold"), kind: .warning)
                }
            }
        }
    }

    private func showPad() async throws {
        let other: [SigningModel.OtherWay] = methods.contains(.recoveryCode) ? [.recoveryCode] : []
        let signing = SigningModel(context, for: .approval, otherWays: other) { [approvals, purpose, subject] in
            try await approvals.begin(purpose, subject: subject)
        } onAccepted: { [onApproved] accepted in
            onApproved(accepted.approval)
        }
        do {
            try await signing.begin()
            (self.signing, step) = (signing, .pad)
        } catch let error as ClientError where error.code == .keyMissing || error.code == .unknownDevice {
            guard methods.contains(.recoveryCode) else { throw error }
            step = .recovery
        }
    }

    /// Shows where a recovery code is typed.
    public func useRecoveryCode() {
        guard methods.contains(.recoveryCode) else { return }
        (step, work.notice) = (.recovery, nil)
    }

    /// Back to the pad.
    public func usePad() {
        guard offersPad else { return }
        (step, work.notice) = (.pad, nil)
    }

    /// Continue: approves by what was typed.
    public func approve() async {
        let field = step == .recovery ? recoveryCode : mailedCode
        guard !isBusy, step == .recovery || step == .code, field.check(), let code = field.given else { return }
        let take = { [words] (error: ClientError) in [field].refuse(error.problem?.fields ?? [], words) }
        await work.perform(words, take: take) {
            if step == .recovery {
                onApproved(try await approvals.approve(purpose, subject: subject, recoveryCode: code).approval)
            } else if let receipt {
                onApproved(try await approvals.approve(receipt, mailedCode: code).approval)
            }
        }
    }

    /// Has the code mailed.
    public func mailCode() async {
        guard step == .mail, !isBusy else { return }
        await work.perform(words, again: { [weak self] in await self?.mailCode() }) {
            let answer = try await approvals.mailCode(purpose, subject: subject)
            mailableAt = answer.availableAt.map { Date($0) }
            receipt = answer.id
            if receipt != nil { step = .code }
        }
    }

    /// What is said of a code that cannot be mailed yet, with the moment as the view writes it.
    public func waitText(until moment: String) -> String { words("script.approval.mailWait", ["time": moment]) }

    /// The person gives up.
    public func cancel() async { await signing?.cancel() }
}
