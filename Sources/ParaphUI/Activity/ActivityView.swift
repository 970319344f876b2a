#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// What happened with the account, newest first.
public struct ActivityView: View {
    let model: ActivityModel
    private let answer: ((ActivityModel.Waiting) -> Void)?
    private let open: (ActivityModel.Row) -> Void
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - answer: Shows what waits for an answer: `RequestsView` or `DevicesView`.
    ///   - open: Shows what a row is about, where it says that there is something.
    public init(
        _ model: ActivityModel,
        answer: ((ActivityModel.Waiting) -> Void)? = nil,
        open: @escaping (ActivityModel.Row) -> Void
    ) {
        self.model = model
        self.answer = answer
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
            ForEach(model.waiting) { waiting in
                Button {
                    answer?(waiting)
                } label: {
                    self.row(of: waiting)
                }
                .buttonStyle(.plain)
                .disabled(answer == nil)
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

    private func row(of waiting: ActivityModel.Waiting) -> some View {
        HStack(alignment: .firstTextBaseline, spacing: Space.note) {
            Image(systemName: waiting.kind == .request ? "tray.and.arrow.down" : "iphone")
                .foregroundStyle(theme.warn)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: Space.tiny) {
                Text(waiting.title).font(.headline)
                HStack {
                    Text(waiting.asker)
                    Spacer()
                    MomentText(waiting.at)
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
