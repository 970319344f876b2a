import Foundation

/// What was filled in and drawn and not signed outlives the app, by the version that it is for.
extension ViewerModel: KeepingScreen {
    private struct Draft: Codable {
        var form: [String: FormFieldModel.Content]?
        var signing: DocumentSigningModel.Draft?
    }

    public func keepDraft() async {
        guard let name = await draftName else { return }
        let draft = Draft(form: form?.draft, signing: signing == nil ? unsignable : signing?.draft)
        await context.keep(draft.form == nil && draft.signing == nil ? nil : draft, as: name, at: context.draftTurn)
    }

    private var draftName: String? {
        get async {
            guard let version else { return nil }
            return await context.draftName("document \(version)")
        }
    }

    /// Shows what was kept, as the document is opened.
    func restoreDraft() async {
        guard let name = await draftName, let draft = await context.draft(name, as: Draft.self) else { return }
        if let filled = draft.form { form?.restore(filled) }
        // Without a connection it waits for one.
        unsignable = signing == nil ? draft.signing : nil
        if let drawn = draft.signing { await signing?.restore(drawn) }
    }

    /// Erases what was kept.
    func eraseDraft() async {
        let turn = context.draftTurn
        if let name = await draftName { await context.eraseDraft(name, at: turn) }
    }
}
