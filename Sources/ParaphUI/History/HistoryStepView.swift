#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// Something that happened to a document, in its line of time; what branches off stands beside.
struct HistoryStepView: View {
    let step: HistoryStep
    /// Shows the page of a signature.
    let show: (String) -> Void
    @Environment(\.theme) private var theme

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: Space.note) {
            Image(systemName: step.isNewest ? "circle.fill" : "circle")
                .font(.caption)
                .foregroundStyle(theme.accent)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: Space.tiny) {
                Text(step.title)
                if let version = step.version { Text(version).font(.subheadline).foregroundStyle(theme.secondary) }
                if let branch = step.branch { Text(branch).font(.subheadline).foregroundStyle(theme.warn) }
                MomentText(step.at).font(.footnote).foregroundStyle(theme.secondary)
                ForEach(step.signatures) { signature in
                    Button(signature.place) { show(signature.id) }.frame(minHeight: Space.touch)
                }
            }
        }
        .padding(.leading, Double(step.lane) * Space.large)
        .accessibilityElement(children: .contain)
    }
}
#endif
