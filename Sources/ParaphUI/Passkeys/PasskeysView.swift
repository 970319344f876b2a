#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// The person's passkeys: adding, naming and removing one.
public struct PasskeysView: View {
    let model: PasskeysModel
    @State private var asked: PasskeysModel.Row?
    @State private var renamed: PasskeysModel.Row?
    @State private var name = ""
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    public init(_ model: PasskeysModel) {
        self.model = model
    }

    public var body: some View {
        ListScreen(screen: model, title: model.title, lead: model.lead, rows: model.rows) {
            await model.load()
        } content: { rows in
            ForEach(rows) { row in
                self.row(row)
                    .swipeActions { actions(row) }
                    .contextMenu { actions(row) }
            }
            if model.isAddable {
                Button(model.addLabel, systemImage: "person.badge.key") { Task { await model.add() } }
                    .frame(minHeight: Space.touch)
                    .disabled(model.isBusy)
            }
        }
        .alert(asked?.question ?? "", isPresented: isSet($asked), presenting: asked) { row in
            Button(model.removeLabel, role: .destructive) { Task { await model.remove(row.id) } }
            Button(words("action.cancel"), role: .cancel) {}
        } message: { row in
            Text(row.consequence)
        }
        .alert(model.renameLabel, isPresented: isSet($renamed), presenting: renamed) { row in
            TextField(model.nameLabel, text: $name)
            Button(words("action.save")) { Task { await model.rename(row.id, to: name) } }
            Button(words("action.cancel"), role: .cancel) {}
        }
        .modifier(ApprovalSheet(approval: model.approval) { await model.cancelApproval() })
        .task { await model.load() }
    }

    private func row(_ row: PasskeysModel.Row) -> some View {
        VStack(alignment: .leading, spacing: Space.tiny) {
            Text(row.name).font(.headline)
            ForEach(row.notes, id: \.self) { Text($0).font(.subheadline) }
            moment(model.addedLabel, row.addedAt)
            if let usedAt = row.usedAt { moment(model.usedLabel, usedAt) }
        }
        .accessibilityElement(children: .combine)
    }

    private func moment(_ label: String, _ moment: Date) -> some View {
        HStack(spacing: Space.tiny) {
            Text(label)
            MomentText(moment)
        }
        .font(.subheadline)
        .foregroundStyle(theme.secondary)
    }

    @ViewBuilder private func actions(_ row: PasskeysModel.Row) -> some View {
        Button(model.removeLabel, role: .destructive) { asked = row }
        Button(model.renameLabel) {
            name = row.name
            renamed = row
        }
    }

    private func isSet(_ row: Binding<PasskeysModel.Row?>) -> Binding<Bool> {
        Binding {
            row.wrappedValue != nil
        } set: { isSet in
            if !isSet { row.wrappedValue = nil }
        }
    }
}
#endif
