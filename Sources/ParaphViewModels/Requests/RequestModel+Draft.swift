import ParaphWire

/// What is drawn for a request and not sent is there again once the person is back from where the number is shown, also where the system ended the app.
extension RequestModel: KeepingScreen {
    /// What is kept, with the number that was typed.
    nonisolated private struct Draft: Codable, Sendable {
        var code: String
        var drawing: DrawingDraft
    }

    private var draftName: String? {
        get async { await context.draftName("request \(request.id)") }
    }

    public func keepDraft() async {
        let draft = signing?.draft.map { Draft(code: code, drawing: $0) }
        guard let name = await draftName else { return }
        await context.keep(draft, as: name, at: context.draftTurn)
    }

    /// Shows the pad again with what was drawn on it before the app was left, when the screen appears.
    public func restore() async {
        guard signing == nil, !isOver, let name = await draftName, let draft = await context.draft(name, as: Draft.self) else { return }
        code = draft.code
        await sign()
        guard let signing else { return }
        signing.pad.restore(draft.drawing)
        if signing.notice == nil { signing.work.notice = Notice(words("script.request.restored")) }
    }
}
