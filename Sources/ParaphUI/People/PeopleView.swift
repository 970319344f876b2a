#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// Who may read and sign a file of the server, and inviting others.
public struct PeopleView: View {
    let model: PeopleModel
    @Environment(\.theme) private var theme

    /// Makes the view.
    public init(_ model: PeopleModel) {
        self.model = model
    }

    public var body: some View {
        WorkScreen(model, title: model.title, lead: model.lead) {
            if let undo = model.undoLabel {
                Button(undo) { Task { await model.undo() } }.frame(minHeight: Space.touch)
            }
            if let text = model.emptyText { Text(text).foregroundStyle(theme.secondary) }
            ForEach(model.rows.value ?? []) { row in
                HStack {
                    VStack(alignment: .leading, spacing: Space.tiny) {
                        Text(row.name).font(.headline)
                        if let email = row.email { Text(email).font(.subheadline).foregroundStyle(theme.secondary) }
                    }
                    .accessibilityElement(children: .combine)
                    Spacer()
                    Button(model.dismissLabel, role: .destructive) { Task { await model.dismiss(row.id) } }
                        .buttonStyle(.borderless)
                        .frame(minHeight: Space.touch)
                        .accessibilityLabel(row.dismissLabel)
                }
                .disabled(model.isBusy)
            }
            FieldView(model.email)
                .submitLabel(.send)
                .onSubmit { Task { await model.invite() } }
        } actions: {
            Button(model.inviteLabel) { Task { await model.invite() } }.buttonStyle(.main)
        }
        .task { await model.load() }
    }
}
#endif
