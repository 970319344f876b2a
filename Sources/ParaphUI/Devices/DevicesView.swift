#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// The devices on which the person can sign.
public struct DevicesView: View {
    let model: DevicesModel
    private let wanted: String?
    @State private var asked: DevicesModel.Row?
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - wanted: A device that asks to be added and is shown at once, such as a link's.
    public init(_ model: DevicesModel, opening wanted: String? = nil) {
        self.model = model
        self.wanted = wanted
    }

    public var body: some View {
        ListScreen(screen: model, title: model.title, lead: model.lead, rows: model.rows) {
            await model.load()
        } content: { rows in
            if !model.waiting.isEmpty { waiting }
            ForEach(rows) { row in
                DeviceRowView(row: row)
                    .swipeActions {
                        if !row.isCurrent { Button(words("device.remove"), role: .destructive) { asked = row } }
                    }
                    .contextMenu {
                        if !row.isCurrent { Button(words("device.remove"), role: .destructive) { asked = row } }
                    }
            }
        }
        .alert(asked?.question ?? "", isPresented: isAsking, presenting: asked) { row in
            Button(words("device.remove"), role: .destructive) { Task { await model.remove(row.id) } }
            Button(words("action.cancel"), role: .cancel) {}
        } message: { row in
            Text(row.consequence)
        }
        .modifier(ApprovalSheet(approval: model.approval) { await model.cancelRemoval() })
        .modifier(
            OpenedCover(opened: model.opened, isBusy: model.opened?.isBusy == true, close: { await model.close() }) {
                DeviceRequestView($0)
            }
        )
        .task {
            await model.load()
            if let wanted { model.open(wanted) }
        }
    }

    private var waiting: some View {
        Section(model.waitingTitle) {
            ForEach(model.waiting) { device in
                Button {
                    model.open(device.id)
                } label: {
                    VStack(alignment: .leading) {
                        Text(device.name).font(.headline)
                        MomentText(device.askedAt).font(.subheadline).foregroundStyle(theme.secondary)
                    }
                    .frame(maxWidth: .infinity, alignment: .leading)
                    .contentShape(.rect)
                }
                .buttonStyle(.plain)
            }
        }
    }

    private var isAsking: Binding<Bool> {
        Binding {
            asked != nil
        } set: { isAsking in
            if !isAsking { asked = nil }
        }
    }
}
#endif
