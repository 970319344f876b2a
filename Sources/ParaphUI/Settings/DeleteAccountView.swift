#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// Deleting the account: what goes with it, a word typed, and an approval.
public struct DeleteAccountView: View {
    @Bindable private var model: DeleteAccountModel
    @Environment(\.dismiss) private var dismiss
    @Environment(\.theme) private var theme

    /// Makes the view.
    public init(_ model: DeleteAccountModel) {
        self.model = model
    }

    public var body: some View {
        WorkScreen(model, title: model.title, lead: model.lead) {
            if let text = model.filesText { Label(text, systemImage: "exclamationmark.triangle").foregroundStyle(theme.warn) }
            VStack(alignment: .leading, spacing: Space.tiny) {
                Text(model.ask).font(.subheadline).accessibilityHidden(true)
                TextField(model.ask, text: $model.typed, prompt: Text(verbatim: ""))
                    .textInputAutocapitalization(.characters)
                    .autocorrectionDisabled()
                    .padding(.horizontal, Space.note)
                    .frame(minHeight: Space.touch)
                    .background(theme.surface, in: .rect(cornerRadius: theme.controlRadius))
                    .overlay { RoundedRectangle(cornerRadius: theme.controlRadius).strokeBorder(theme.lineStrong) }
            }
        } actions: {
            Button(model.keepLabel) { dismiss() }.buttonStyle(.main)
            Button(model.verb, role: .destructive) { Task { await model.delete() } }
                .buttonStyle(.quiet)
                .disabled(!model.isEnabled)
        }
        .modifier(ApprovalSheet(approval: model.approval) { await model.cancelApproval() })
        .task { await model.load() }
    }
}
#endif
