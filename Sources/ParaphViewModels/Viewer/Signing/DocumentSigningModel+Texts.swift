import ParaphWire

extension DocumentSigningModel {
    /// What is said below the pages: how far the document is signed, or what comes next.
    public var hint: String {
        switch step {
        case .idle: return stateLabel
        case .choosing:
            if !isAnywhere { return words("script.signing.chooseField") }
            return words(places.contains { $0.field != nil } ? "script.signing.chooseBoth" : "script.signing.choose")
        case .pad: return signing?.purpose ?? ""
        case .placed:
            if isBusy { return words("script.signing.saving") }
            if isFixed { return words("script.signing.again") }
            return words(placed?.field == nil ? "script.signing.adjust" : "script.signing.adjustField")
        }
    }

    private var stateLabel: String {
        guard let stored = shown.stored else { return "" }
        let row = DocumentRow(stored, words)
        return [.mine, .mineForOthers, .all, .forOthers].contains(row.state) ? row.stateLabel ?? "" : ""
    }

    /// What the button says that begins.
    public var beginLabel: String { words("script.signing.sign") }

    /// What the button says that ends it unsaved.
    public var cancelLabel: String { words("script.signing.cancel") }

    /// What the button says that takes the middle of the page in sight.
    public var middleLabel: String { words("script.signing.middle") }

    /// What stands on places that are offered.
    public var hereLabel: String { words("script.signing.here") }

    /// What the button says that saves.
    public var saveLabel: String { words("script.signing.save") }

    /// What the button says that takes the signature away.
    public var removeLabel: String { words("script.signing.remove") }

    /// What the button says that adds a photo, or takes it away.
    public var photoLabel: String { words(placed?.photo == nil ? "script.signing.photo" : "script.signing.photoAway") }

    /// What the button says that moves the signature to a free place.
    public var moveAwayLabel: String { words("script.signing.free") }

    /// What is asked before the person leaves ink that is not saved.
    public var leaveQuestion: (title: String, note: String, leave: String) {
        (
            words("script.viewer.leaveAsk"), words("script.viewer.leaveNote", ["name": shown.name]), words("script.viewer.leave")
        )
    }
}
