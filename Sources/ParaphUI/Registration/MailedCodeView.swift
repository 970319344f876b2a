#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// The code from the mail.
struct MailedCodeView: View {
    let model: RegistrationModel
    @Environment(\.words) private var words

    var body: some View {
        WorkScreen(model, title: model.title, lead: model.sentTo) {
            FieldView(model.code)
                .submitLabel(.continue)
                .onSubmit { Task { await model.confirm() } }
            TimelineView(.periodic(from: .now, by: 1)) { timeline in
                Button(model.resendLabel(at: timeline.date)) { Task { await model.resend() } }
                    .monospacedDigit()
                    .frame(minHeight: Space.touch)
                    .disabled(!model.isResendable(at: timeline.date))
            }
            Button(words("register.change")) { model.changeEmail() }
                .frame(minHeight: Space.touch)
        } actions: {
            Button(words("action.continue")) { Task { await model.confirm() } }
                .buttonStyle(.main)
        }
        .toolbar {
            ToolbarItem(placement: .cancellationAction) {
                Button(words("action.back")) { model.change() }.disabled(model.isBusy)
            }
        }
    }
}
#endif
