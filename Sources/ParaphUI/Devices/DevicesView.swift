#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// The devices on which the person can sign.
public struct DevicesView: View {
    let model: DevicesModel
    @State private var asked: DevicesModel.Row?
    @Environment(\.words) private var words

    /// Makes the view.
    public init(_ model: DevicesModel) {
        self.model = model
    }

    public var body: some View {
        ListScreen(screen: model, title: model.title, lead: model.lead, rows: model.rows) {
            await model.load()
        } content: { rows in
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
        .task { await model.load() }
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
