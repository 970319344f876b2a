#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// A device that asks to be added: by the code that it shows, and an approval on this one.
public struct DeviceRequestView: View {
    let model: DeviceRequestModel
    @Environment(\.theme) private var theme

    /// Makes the view.
    public init(_ model: DeviceRequestModel) {
        self.model = model
    }

    public var body: some View {
        WorkScreen(model, title: model.title, lead: model.note) {
            Card {
                Text(model.nameLabel).font(.footnote).foregroundStyle(theme.secondary)
                Text(model.name).font(.title3.weight(.semibold))
                Text(model.askedLabel).font(.footnote).foregroundStyle(theme.secondary)
                MomentText(model.askedAt)
            }
            if let text = model.addedText {
                Label(text, systemImage: "checkmark.circle").foregroundStyle(theme.good)
            } else {
                FieldView(model.code)
            }
        } actions: {
            if model.addedText == nil {
                HStack(spacing: Space.small) {
                    Button(model.declineLabel) { Task { await model.decline() } }.buttonStyle(.quiet)
                    Button(model.approveLabel) { Task { await model.approve() } }.buttonStyle(.main)
                }
            }
        }
        .modifier(ApprovalSheet(approval: model.approval) { await model.cancelApproval() })
    }
}
#endif
