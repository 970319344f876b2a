public import Foundation
public import ParaphInk
public import ParaphWire

/// A place for one drawing of an enrolment.
nonisolated public struct EnrolmentSlot: Identifiable, Hashable, Sendable {
    /// How it stands with a place.
    public enum State: Hashable, Sendable {
        /// Nothing is drawn for it yet.
        case open
        case given
        /// It differs from the others, and may fit once more have come.
        case doubted
        /// It is no signature, and is to be drawn again.
        case refused(Open<SampleRefusal>)
    }

    public let id = UUID()
    public private(set) var state = State.open
    /// What to show: also of one that was refused.
    public private(set) var drawing: Sample?
    public private(set) var pen = InkColor.blue
    /// Whether it was submitted and stays as it is.
    public private(set) var isSubmitted = false

    init() {}

    /// What was drawn before the system ended the app.
    init(_ draft: Draft) {
        guard let drawing = draft.drawing?.drawing, let pen = draft.drawing?.pen else { return }
        (self.drawing, self.pen, isSubmitted) = (drawing, pen, draft.isSubmitted)
        state = draft.isDoubted ? .doubted : .given
    }

    /// A place as it is kept; what was refused is drawn again anyway.
    struct Draft: Codable, Sendable {
        var drawing: DrawingDraft?
        var isDoubted: Bool
        var isSubmitted: Bool
    }

    var draft: Draft { Draft(drawing: sample.map { DrawingDraft($0, pen) }, isDoubted: isDoubted, isSubmitted: isSubmitted) }

    init(_ sample: Sample, pen: InkColor) {
        (state, drawing, self.pen) = (.given, sample, pen)
    }

    /// What is sent of it.
    var sample: Sample? {
        switch state {
        case .given, .doubted: drawing
        case .open, .refused: nil
        }
    }

    var isDoubted: Bool { state == .doubted }

    mutating func refuse(_ reason: Open<SampleRefusal>) { (state, isSubmitted) = (.refused(reason), false) }

    mutating func submit(fits: Bool) { (state, isSubmitted) = (fits ? .given : .doubted, true) }
}
