/// What was changed and not saved outlives the app; a picture is kept on the server at once.
extension ProfileModel: KeepingScreen {
    private static let draftName = "profile"

    /// What the form holds, without its picture.
    var edits: ProfileForm.Draft {
        var draft = form.draft
        (draft.photo, draft.photoType) = (nil, nil)
        return draft
    }

    public func keepDraft() async {
        guard let name = await context.draftName(Self.draftName), let shown else { return }
        await context.keep(edits == shown ? nil : edits, as: name, at: context.draftTurn)
    }

    /// Shows what was changed before the system ended the app.
    func restoreDraft() async {
        guard let name = await context.draftName(Self.draftName), edits == shown else { return }
        guard let draft = await context.draft(name, as: ProfileForm.Draft.self), edits == shown else { return }
        form.fill(draft)
    }
}
