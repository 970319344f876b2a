import ParaphPDF

/// What is said of what a signature lies on, which the next reader will be told too.
nonisolated public struct PlacementWarning: Hashable, Sendable {
    public let text: String
    /// Whether it cannot be saved like this.
    public let isRefused: Bool
    /// Whether to offer ``DocumentSigningModel/moveAway()``.
    public let canMoveAway: Bool
    /// Whether there is no free place.
    public internal(set) var isNoneFree = false

    init(_ text: String, isRefused: Bool = false, canMoveAway: Bool = false) {
        (self.text, self.isRefused, self.canMoveAway) = (text, isRefused, canMoveAway)
    }

    /// What a signature lies on; `nil` where there is nothing to say.
    ///
    /// In a field it lies where it is meant to.
    init?(_ found: (background: SignaturePlaces.Background, isSigned: Bool)?, _ placed: PlacedSignature, isOnServer: Bool, _ words: Words) {
        let isField = placed.field != nil
        guard let found else {
            // What this device cannot read, such as a file that is kept encrypted, is unknown before it is sealed.
            guard !isField else { return nil }
            self.init(words(isOnServer ? "script.signing.background.unknownOnServer" : "script.signing.background.unknown"))
            return
        }
        // A first signature is not announced.
        let text: String
        switch (found.background, found.isSigned) {
        case (.free, _): return nil
        case (.field, _): text = words("script.signing.background.field")
        case (.text, true): text = words("script.signing.background.text")
        case (.text, false): text = words("script.signing.background.textFirst")
        case (.signature, true): text = words("script.signing.background.signature")
        case (.signature, false): text = words("script.signing.background.signatureFirst")
        case (.hidden, true):
            self.init(hiding: placed, isElsewhere: false, words)
            return
        case (.hidden, false):
            text = words(isField ? "script.signing.background.hiddenFieldFirst" : "script.signing.background.hiddenFirst")
        }
        self.init(text, canMoveAway: !isField)
    }

    /// It hides what was signed, which is not sealed.
    ///
    /// - Parameters:
    ///   - placed: Where the signature lies.
    ///   - isElsewhere: Whether only the server sees it: then this device finds no way around.
    ///   - words: The texts.
    init(hiding placed: PlacedSignature, isElsewhere: Bool, _ words: Words) {
        let (isField, hasPhoto) = (placed.field != nil, placed.photo != nil)
        let what = words(isElsewhere ? "script.signing.background.hiddenElsewhere" : "script.signing.background.hidden")
        let help =
            if isField {
                words(hasPhoto ? "script.signing.hiddenPhoto" : "script.signing.hiddenField")
            } else {
                words(hasPhoto ? "script.signing.hiddenMovePhoto" : "script.signing.hiddenMove")
            }
        self.init("\(what) \(help)", isRefused: true, canMoveAway: !isField && !isElsewhere)
    }

    /// The same, said besides that there is no free place.
    func toldNoneFree(_ words: Words) -> PlacementWarning {
        guard !isNoneFree else { return self }
        var told = PlacementWarning("\(text) \(words("script.signing.noneFree"))", isRefused: isRefused)
        told.isNoneFree = true
        return told
    }
}
