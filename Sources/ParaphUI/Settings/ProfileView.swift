#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// What the person tells of themselves.
public struct ProfileView: View {
    let model: ProfileModel
    @Environment(\.theme) private var theme

    /// Makes the view.
    public init(_ model: ProfileModel) {
        self.model = model
    }

    public var body: some View {
        WorkScreen(model, title: model.title) {
            if let email = model.email.value {
                VStack(alignment: .leading, spacing: Space.tiny) {
                    Text(model.emailLabel).font(.subheadline)
                    Text(email)
                    Text(model.emailNote).font(.footnote).foregroundStyle(theme.secondary)
                }
                .accessibilityElement(children: .combine)
                FieldView(model.form.userName)
                OptionalFields(form: model.form) { await model.setPhoto(model.form.photo) }
            }
        } actions: {
            Button(model.saveLabel) { Task { await model.save() } }
                .buttonStyle(.main)
                .disabled(model.email.value == nil)
        }
        .modifier(ApprovalSheet(approval: model.approval) { await model.cancelApproval() })
        .keepingDraft(of: model)
        .task {
            if model.email.value == nil { await model.load() }
        }
    }
}
#endif
