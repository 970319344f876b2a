#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// A device of the person.
struct DeviceRowView: View {
    let row: DevicesModel.Row
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Text(row.name).font(.headline)
            if row.isCurrent { Text(words("device.this")).foregroundStyle(theme.good) }
            if let line = row.keyLine { Text(line) }
            moment(words("device.added"), row.addedAt)
            if let usedAt = row.usedAt { moment(words("device.used"), usedAt) }
        }
        .font(.subheadline)
        .accessibilityElement(children: .combine)
    }

    private func moment(_ label: String, _ moment: Date) -> some View {
        HStack(spacing: Space.tiny) {
            Text(label)
            MomentText(moment)
        }
        .foregroundStyle(theme.secondary)
    }
}
#endif
