import Foundation
public import Observation
import ParaphClient
import ParaphInk
public import ParaphWire

/// The screen on which a person gives the signatures that theirs is recognised by: ten, and one to nine more where some do not fit.
///
/// They are drawn one at a time, and each can be given again. What is no signature at all is refused as soon as it is drawn. Every submission
/// holds all drawings that are shown, and they alone count.
@Observable public final class EnrolmentModel: WorkingScreen {
    /// What is drawn at the moment, for the place ``current``.
    public let pad: PadModel
    /// A place for each drawing.
    public internal(set) var slots: [EnrolmentSlot]
    /// The index of the place that is drawn for.
    public internal(set) var current = 0
    /// What the server made of them, once it did.
    public internal(set) var result: EnrolmentResult?
    /// The approval of purpose `modifySignature`, where the person has, or had, another signature.
    public var approval: String?
    /// Whether the server wants an approval first: get one, then ``retry()``.
    public internal(set) var needsApproval = false

    let context: AppContext
    let work = Work()
    /// The places that more drawings were asked for, in order; `nil` before the first submission.
    var asked: [Int]?
    /// Whether what is drawn is kept no more.
    var isDiscarded = false
    @ObservationIgnored var checks: [Task<Void, Never>] = []
    private let onCancel: () -> Void
    private let onCreated: (EnrolmentResult) -> Void

    /// Makes the screen.
    ///
    /// - Parameters:
    ///   - context: What all screens share; a person is signed in.
    ///   - onCancel: The person goes back; what they drew stays here.
    ///   - onCreated: The signature is ready.
    public init(_ context: AppContext, onCancel: @escaping () -> Void = {}, onCreated: @escaping (EnrolmentResult) -> Void = { _ in }) {
        self.context = context
        self.onCancel = onCancel
        self.onCreated = onCreated
        pad = PadModel(context.words)
        slots = Self.empty
    }

    private static var empty: [EnrolmentSlot] { (0..<Enrolment.sampleCount).map { _ in EnrolmentSlot() } }

    public var isBusy: Bool { work.isBusy }
    public var notice: Notice? { work.notice }

    public func retry() async {
        needsApproval ? await submit() : await work.retry()
    }

    // MARK: What the person does

    /// Next, Keep it, Replace or Create signature, as ``primaryLabel`` says: takes what is on the pad, and goes to the next place or submits.
    public func advance() async {
        guard !isBusy, result == nil else { return }
        guard keep() || slots[current].sample != nil else {
            work.notice = Notice(words("script.draw.signFirst"))
            return
        }
        work.notice = nil
        let missing = missing
        guard let next = missing.first(where: { $0 > current }) ?? missing.first else {
            await submit()
            return
        }
        current = next
    }

    /// Goes to a place, to draw for it or to replace what was drawn; what is on the pad is kept for the place before.
    public func choose(_ index: Int) {
        guard index != current, isChoosable(index), !isBusy, result == nil else { return }
        _ = keep()
        current = index
        work.notice = nil
    }

    /// Cancel: back to the form before, filled in as it was.
    public func cancel() {
        guard !isBusy else { return }
        _ = keep()
        onCancel()
    }

    /// Throws all drawings away.
    public func startOver() {
        guard !isBusy, result == nil else { return }
        pad.clear()
        (slots, current, asked, work.notice) = (Self.empty, 0, nil, nil)
        let turn = context.draftTurn
        Task { await eraseDraft(at: turn) }
    }

    // MARK: Taking

    var missing: [Int] { slots.indices.filter { slots[$0].sample == nil } }

    /// Takes what is on the pad for the current place.
    private func keep() -> Bool {
        guard let sample = pad.sample else { return false }
        let slot = EnrolmentSlot(sample, pen: pad.pen)
        slots[current] = slot
        pad.clear()
        if !missing.isEmpty { checks.append(Task { await check(slot) }) }
        return true
    }

    /// Asks whether a drawing is a signature at all; where no answer comes, the server says it when it has all of them.
    private func check(_ slot: EnrolmentSlot) async {
        guard let sample = slot.sample, let result = try? await context.client.enrolment.check(sample.encoded()) else { return }
        guard !result.isUsable, let reason = result.reason, let index = slots.firstIndex(where: { $0.id == slot.id }), !isBusy else {
            return
        }
        slots[index].refuse(reason)
        // What is being drawn is not taken away.
        if pad.isEmpty { current = index }
        let words = [words("script.draw.refused", ["number": words.number(index + 1)]), words.explain(reason: reason.rawValue)]
        work.notice = Notice(words.compactMap(\.self).joined(separator: " "), kind: .warning)
    }

    private func submit() async {
        let sent = slots.filter { $0.sample != nil }
        needsApproval = false
        pad.isLocked = true
        defer { pad.isLocked = result != nil }
        await work.perform(words, kept: words("script.draw.kept"), again: { [weak self] in await self?.submit() }) { [self] error in
            needsApproval = error.problem?.code == .approvalRequired
            return false
        } _: {
            let answer = try await context.client.enrolment.submit(sent.compactMap { $0.sample?.encoded() }, approval: approval)
            if answer.status == .created {
                result = answer
                await eraseDraft(at: context.draftTurn)
                onCreated(answer)
            } else {
                askForMore(answer, sent)
            }
        }
    }
}
