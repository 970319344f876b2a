#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// Something that happened.
struct ActivityRowView: View {
    let row: ActivityModel.Row
    @Environment(\.theme) private var theme

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: Space.note) {
            Image(systemName: row.isWarning ? "exclamationmark.triangle" : "clock")
                .foregroundStyle(row.isWarning ? theme.warn : theme.secondary)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: Space.tiny) {
                Text(row.title).foregroundStyle(row.isWarning ? theme.warn : theme.text)
                if let place = row.place { Text(place).font(.subheadline).foregroundStyle(theme.secondary) }
                HStack {
                    if let similarity = row.similarity { Text(similarity) }
                    Spacer()
                    MomentText(row.at)
                }
                .font(.footnote)
                .foregroundStyle(theme.secondary)
            }
        }
        .contentShape(.rect)
        .accessibilityElement(children: .combine)
    }
}
#endif
