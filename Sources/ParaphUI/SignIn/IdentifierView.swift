#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// Who signs in.
struct IdentifierView: View {
    let model: SignInModel
    @Environment(\.words) private var words

    var body: some View {
        WorkScreen(model, title: model.title, lead: model.lead) {
            FieldView(model.identifier)
                .submitLabel(.continue)
                .onSubmit { Task { await model.identify() } }
        } actions: {
            Button(words("action.continue")) { Task { await model.identify() } }
                .buttonStyle(.main)
            if let label = model.passkeyLabel {
                Button(label) { Task { await model.usePasskey() } }.buttonStyle(.quiet)
            }
        }
    }
}
#endif
