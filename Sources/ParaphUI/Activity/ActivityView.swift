#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// What happened with the account, newest first.
public struct ActivityView: View {
    let model: ActivityModel
    private let open: (ActivityModel.Row) -> Void
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - open: Shows what a row is about, where it says that there is something.
    public init(_ model: ActivityModel, open: @escaping (ActivityModel.Row) -> Void) {
        self.model = model
        self.open = open
    }

    public var body: some View {
        ListScreen(screen: model, title: model.title, rows: model.rows, emptyText: model.emptyText) {
            await model.load()
        } content: { rows in
            ForEach(model.told) { told in
                VStack(alignment: .leading, spacing: Space.tiny) {
                    Text(told.text)
                    HStack(spacing: Space.tiny) {
                        MomentText(told.startsAt)
                        Text("–")
                        MomentText(told.endsAt)
                    }
                    .font(.footnote)
                    .foregroundStyle(theme.secondary)
                }
                .accessibilityElement(children: .combine)
            }
            ForEach(rows) { row in
                Button {
                    open(row)
                } label: {
                    ActivityRowView(row: row)
                }
                .buttonStyle(.plain)
                .disabled(row.opens == nil)
            }
            if model.hasEarlier {
                Button(words("activity.earlier")) { Task { await model.loadEarlier() } }
                    .disabled(model.isBusy)
            }
        }
        .task { await model.load() }
    }
}
#endif
