import Foundation

/// The drawings outlive the app, each as it lies here: sealed on this device, and sent by the person alone.
extension EnrolmentModel: KeepingScreen {
    private struct Draft: Codable {
        var slots: [EnrolmentSlot.Draft]
        var current: Int
        var asked: [Int]?
        var pad: DrawingDraft?
    }

    private static let draftName = "enrolment"

    public func keepDraft() async {
        guard let name = await context.draftName(Self.draftName), result == nil, !isDiscarded else { return }
        let isEmpty = pad.isEmpty && slots.allSatisfy { $0.sample == nil }
        let draft = Draft(slots: slots.map(\.draft), current: current, asked: asked, pad: pad.draft)
        await context.keep(isEmpty ? nil : draft, as: name, at: context.draftTurn)
    }

    /// Shows what was drawn before the system ended the app, when the screen appears.
    public func restoreDraft() async {
        guard isUntouched, let name = await context.draftName(Self.draftName) else { return }
        guard let draft = await context.draft(name, as: Draft.self), isUntouched else { return }
        let restored = draft.slots.map(EnrolmentSlot.init)
        guard restored.count >= slots.count, restored.indices.contains(draft.current) else { return }
        (slots, current, asked) = (restored, draft.current, draft.asked)
        if let drawn = draft.pad { pad.restore(drawn) }
    }

    private var isUntouched: Bool { result == nil && !isBusy && pad.isEmpty && slots.allSatisfy { $0.drawing == nil } }

    /// The person wants none of it any more.
    func discard() async {
        isDiscarded = true
        await eraseDraft(at: context.draftTurn)
    }

    /// Erases what is kept.
    func eraseDraft(at turn: Int) async {
        if let name = await context.draftName(Self.draftName) { await context.eraseDraft(name, at: turn) }
    }
}
