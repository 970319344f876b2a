#if canImport(UIKit)
import ParaphViewModels
import ParaphWire
import SwiftUI

/// The form of a new account.
struct ProfileFormView: View {
    @Bindable var model: RegistrationModel
    @State private var isReading = false
    @State private var isMoreShown = false
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    var body: some View {
        WorkScreen(model, title: model.title, lead: words("register.lead")) {
            FieldView(model.email)
            FieldView(model.form.userName)
            DisclosureGroup(words("register.more"), isExpanded: $isMoreShown) {
                OptionalFields(form: model.form).padding(.top, Space.small)
            }
            if !model.isRegistered { PlaceToggle(model: model) }
            consent
        } actions: {
            Button(words("action.continue")) { Task { await model.submit() } }
                .buttonStyle(.main)
        }
        .onAppear { isMoreShown = isMoreShown || model.form.hasMore }
        .sheet(isPresented: $isReading) { ConsentView(text: model.consent.value?.text ?? "") }
    }

    private var consent: some View {
        VStack(alignment: .leading, spacing: Space.small) {
            Toggle(words("register.consent"), isOn: $model.isAgreed)
            Button(words("register.consentRead")) { isReading = true }
                .frame(minHeight: Space.touch)
                .disabled(model.consent.value == nil)
            if let error = model.consentError {
                Label(error, systemImage: "exclamationmark.circle")
                    .font(.footnote)
                    .foregroundStyle(theme.bad)
            }
        }
    }
}
#endif
