#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// A document in the list.
struct DocumentRowView: View {
    let row: DocumentRow
    @Environment(\.theme) private var theme

    var body: some View {
        HStack(alignment: .top, spacing: Space.note) {
            Image(systemName: "doc.text")
                .font(.title2)
                .foregroundStyle(theme.secondary)
                .frame(width: 40)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: Space.tiny) {
                Text(row.name).font(.headline)
                Text((row.facts + [row.origin]).joined(separator: " · "))
                    .font(.subheadline)
                    .foregroundStyle(theme.secondary)
                HStack {
                    if let label = row.stateLabel { Label(label, systemImage: symbol).foregroundStyle(colour) }
                    Spacer()
                    MomentText(row.changedAt).foregroundStyle(theme.secondary)
                }
                .font(.footnote)
            }
        }
        .frame(minHeight: Space.touch)
        .contentShape(.rect)
        .accessibilityElement(children: .combine)
    }

    private var symbol: String {
        switch row.tone {
        case .good: "checkmark.circle"
        case .warning: "signature"
        case .plain: "circle"
        }
    }

    private var colour: ThemeColor {
        switch row.tone {
        case .good: theme.good
        case .warning: theme.warn
        case .plain: theme.secondary
        }
    }
}
#endif
