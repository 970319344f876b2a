#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// What is known of the person's signature, and changing it.
public struct SignatureView: View {
    let model: SignatureModel
    @Environment(\.theme) private var theme

    /// Makes the view.
    public init(_ model: SignatureModel) {
        self.model = model
    }

    public var body: some View {
        WorkScreen(model, title: model.title) {
            if let facts = model.facts.value {
                Card {
                    if let created = facts.createdAt { row(model.createdLabel) { MomentText(created) } }
                    if let samples = facts.samples { row(model.samplesLabel) { Text(samples) } }
                    if let strength = facts.strength { row(model.strengthLabel) { Text(strength) } }
                }
            }
            Text(model.note).foregroundStyle(theme.secondary)
        } actions: {
            Button(model.modifyLabel) { Task { await model.modify() } }
                .buttonStyle(.main)
                .disabled(model.facts.value == nil)
        }
        .modifier(ApprovalSheet(approval: model.approval) { await model.cancelApproval() })
        .fullScreenCover(isPresented: isDrawing) {
            if let enrolment = model.enrolment { NavigationStack { EnrolmentView(enrolment) } }
        }
        .task { await model.load() }
    }

    // The drawing ends by its own Cancel.
    private var isDrawing: Binding<Bool> {
        Binding {
            model.enrolment != nil
        } set: { _ in
        }
    }

    private func row(_ label: String, @ViewBuilder value: () -> some View) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(label).font(.footnote).foregroundStyle(theme.secondary)
            value()
        }
        .accessibilityElement(children: .combine)
    }
}
#endif
