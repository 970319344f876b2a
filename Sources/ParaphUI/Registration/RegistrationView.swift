#if canImport(UIKit)
public import ParaphViewModels
public import SwiftUI

/// Creating an account: the profile, the code from the mail, and ten signatures.
public struct RegistrationView: View {
    let model: RegistrationModel
    private let onDone: () -> Void

    /// Makes the view.
    ///
    /// - Parameters:
    ///   - model: The screen.
    ///   - onDone: The person read that their signature is ready.
    public init(_ model: RegistrationModel, onDone: @escaping () -> Void = {}) {
        self.model = model
        self.onDone = onDone
    }

    public var body: some View {
        Group {
            switch model.step {
            case .form: ProfileFormView(model: model)
            case .code: MailedCodeView(model: model)
            case .draw: EnrolmentView(model.enrolment)
            case .done: EnrolledView(model: model.enrolment, onDone: onDone)
            }
        }
        .keepingDraft(of: model)
        .task { await model.load() }
    }
}
#endif
