#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// Ten signatures, and one to nine more where some do not fit.
public struct EnrolmentView: View {
    let model: EnrolmentModel
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// Makes the view.
    public init(_ model: EnrolmentModel) {
        self.model = model
    }

    public var body: some View {
        PadScreen(model, title: model.title, purpose: model.hint, pad: model.pad) {
            SlotRow(model: model)
        } actions: {
            Button(model.primaryLabel) { Task { await model.advance() } }
                .buttonStyle(.main)
                .disabled(!model.isPrimaryEnabled)
        }
        .toolbar {
            ToolbarItem(placement: .cancellationAction) {
                Button(words("action.cancel")) { model.cancel() }.disabled(model.isBusy)
            }
            ToolbarItem(placement: .secondaryAction) {
                Button(words("script.draw.startOver"), role: .destructive) { model.startOver() }.disabled(model.isBusy)
            }
        }
        .interactiveDismissDisabled()
        .keepingDraft(of: model)
        .task { await model.restoreDraft() }
    }
}
#endif
