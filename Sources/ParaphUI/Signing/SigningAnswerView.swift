#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// How a drawing went: the ring, the words, and the reasons one tap deeper.
struct SigningAnswerView: View {
    let model: SigningModel
    let answer: SigningAnswer
    let moment: Date
    let title: String
    let useRecoveryCode: (() -> Void)?
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        WorkScreen(model, title: title) {
            VStack(spacing: Space.medium) {
                if let similarity = answer.similarity {
                    SimilarityRing(similarity: similarity, isMatch: answer.outcome == .accepted)
                }
                Text(answer.title).font(.title3.weight(.semibold))
                ForEach(answer.texts, id: \.self) { Text($0) }
                reasons
                if let wait = model.waitLabel(at: moment) { Text(wait).monospacedDigit() }
            }
            .multilineTextAlignment(.center)
            .frame(maxWidth: .infinity)
        } actions: {
            if model.offersAgain {
                Button(words("script.sign.again")) { Task { await model.again() } }
                    .buttonStyle(.main)
                    .disabled(!model.isAgainEnabled(at: moment))
            }
            if answer.outcome != .accepted {
                if let useRecoveryCode, !model.otherWays.isEmpty {
                    if answer.offersOtherWays { Text(words("script.sign.otherWays")) }
                    Button(words("script.sign.useCode")) { useRecoveryCode() }.buttonStyle(.quiet)
                }
            }
        }
    }

    @ViewBuilder private var reasons: some View {
        if answer.reasons.isEmpty {
            EmptyView()
        } else if answer.similarity == nil {
            ForEach(answer.reasons, id: \.self) { Text($0).foregroundStyle(theme.secondary) }
        } else {
            DisclosureGroup(words("script.sign.why")) {
                VStack(alignment: .leading, spacing: Space.small) {
                    ForEach(answer.reasons, id: \.self) { Text($0) }
                }
                .frame(maxWidth: .infinity, alignment: .leading)
            }
        }
    }
}
#endif
