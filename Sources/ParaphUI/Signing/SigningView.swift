#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// The pad over what is to be signed, and in its place how the last drawing went.
public struct SigningView: View {
    let model: SigningModel
    private let title: String
    private let useRecoveryCode: (() -> Void)?
    private let addAnew: (() async -> Void)?
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen, begun.
    ///   - title: What stands above it.
    ///   - useRecoveryCode: Shows where a recovery code is typed, where that can take the signature's place.
    ///   - addAnew: Has this device added again, where the account does not know it any more.
    public init(_ model: SigningModel, title: String, useRecoveryCode: (() -> Void)? = nil, addAnew: (() async -> Void)? = nil) {
        self.model = model
        self.title = title
        self.useRecoveryCode = useRecoveryCode
        self.addAnew = addAnew
    }

    public var body: some View {
        TimelineView(.periodic(from: .now, by: 1)) { timeline in
            if let answer = model.answer {
                SigningAnswerView(model: model, answer: answer, moment: timeline.date, title: title, useRecoveryCode: useRecoveryCode)
            } else {
                pad(at: timeline.date)
            }
        }
        .sensoryFeedback(trigger: model.answer) { _, answer in
            answer.map { $0.outcome == .accepted ? .success : .error }
        }
    }

    private func pad(at moment: Date) -> some View {
        PadScreen(model, title: title, purpose: model.purpose, pad: model.pad) {
            if let wait = model.waitLabel(at: moment) { Text(wait).monospacedDigit() }
        } actions: {
            VStack(spacing: Space.small) {
                Button(model.primaryLabel) { Task { await model.send() } }
                    .buttonStyle(.main)
                    .disabled(!model.isPrimaryEnabled(at: moment))
                if model.isUnknownDevice, let addAnew {
                    Button(words("script.sign.addAnew")) { Task { await addAnew() } }.buttonStyle(.quiet)
                }
                if let useRecoveryCode, !model.otherWays.isEmpty {
                    Button(words("script.sign.useCode")) { useRecoveryCode() }.frame(minHeight: Space.touch)
                }
            }
            .disabled(model.isBusy)
        }
    }
}
#endif
