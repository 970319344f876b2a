#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// Where the person is signed in.
public struct SessionsView: View {
    let model: SessionsModel
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    public init(_ model: SessionsModel) {
        self.model = model
    }

    public var body: some View {
        ListScreen(screen: model, title: model.title, lead: model.lead, rows: model.rows) {
            await model.load()
        } content: { rows in
            ForEach(rows) { row in
                HStack {
                    VStack(alignment: .leading, spacing: Space.tiny) {
                        Text(row.name).font(.headline)
                        MomentText(row.usedAt).font(.subheadline).foregroundStyle(theme.secondary)
                    }
                    .accessibilityElement(children: .combine)
                    Spacer()
                    if row.isCurrent {
                        Text(words("session.this")).font(.subheadline).foregroundStyle(theme.good)
                    } else {
                        Button(words("session.end"), role: .destructive) { Task { await model.end(row.id) } }
                            .buttonStyle(.borderless)
                            .frame(minHeight: Space.touch)
                            .disabled(model.isBusy)
                    }
                }
            }
        }
        .task { await model.load() }
    }
}
#endif
