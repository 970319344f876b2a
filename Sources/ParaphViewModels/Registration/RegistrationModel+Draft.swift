import Foundation

/// What was typed outlives the app; that the person agreed is asked again.
extension RegistrationModel: KeepingScreen {
    private struct Draft: Codable {
        var email: String
        var form: ProfileForm.Draft
    }

    static let draftName = "registration"

    public func keepDraft() async {
        // An account that is there has what was typed, and its signatures are kept by themselves.
        guard !isRegistered else { return await enrolment.keepDraft() }
        let draft = Draft(email: email.value, form: form.draft)
        await context.keep(draft.email.isEmpty && draft.form.isEmpty ? nil : draft, as: Self.draftName, at: context.draftTurn)
    }

    func restore() async {
        guard !isRegistered, step == .form, email.value.isEmpty, form.draft.isEmpty else { return }
        guard let draft = await context.draft(Self.draftName, as: Draft.self), email.value.isEmpty, form.draft.isEmpty else { return }
        email.value = draft.email
        form.fill(draft.form)
    }
}
