import Observation
import ParaphWire

/// A screen on which something weighty is done, which takes an approval.
public protocol ApprovingScreen: WorkingScreen {
    /// The approval that is asked for: show it, until it is `nil` again.
    var approval: ApprovalModel? { get }
    /// The person does not approve: nothing is done.
    func cancelApproval() async
}

/// The approval that an act of a screen waits for.
@Observable final class PendingApproval {
    private(set) var model: ApprovalModel?

    /// Asks for it, then acts; `nil` is given where this session needs none.
    func ask(_ context: AppContext, _ purpose: ChallengePurpose, subject: String? = nil, act: @escaping (String?) async -> Void) async {
        guard model == nil else { return }
        let asked = ApprovalModel(context, purpose, subject: subject) { [weak self] given in
            Task {
                self?.model = nil
                await act(given)
            }
        }
        model = asked
        await asked.start()
    }

    func cancel() async {
        let cancelled = model
        model = nil
        await cancelled?.cancel()
    }
}
