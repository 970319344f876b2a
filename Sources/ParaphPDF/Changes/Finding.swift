/// A change between two states that follow one another, before anybody's permissions are asked.
struct Finding {
    /// What a signature must permit, so that the change is allowed.
    enum Need {
        /// It is always allowed.
        case nothing
        case filling
        case annotating
        /// No signature permits it.
        case never
    }

    var kind: PDFChange.Kind
    var detail: String
    var need: Need
    /// Whether it may deceive even where it is permitted.
    var isSuspicious = false
    /// Whether it is suspicious only where no author said that annotations may be made and removed.
    var isForAnnotators = false
    /// Whether a person should look at the place, though nothing there was replaced.
    var isRemarkable = false
    /// What a field held and holds, where an earlier signer read the first.
    var replaced: PDFChange.Replaced?
    /// Whether that is a number which a script of the author's computes of what was filled in.
    var isComputed = false
    /// Whether it shows a new signature on a page, which a certified document does not expect.
    var isSeenSignature = false
    /// The full name of the field that it changes, as UTF-8, if locks hold for it.
    var field: [UInt8]?
    /// The page from 1, and where on it.
    var page: Int?
    var rectangle: PDFRectangle?

    init(
        _ kind: PDFChange.Kind,
        _ detail: String,
        _ need: Need,
        isSuspicious: Bool = false,
        field: [UInt8]? = nil,
        page: Int? = nil,
        rectangle: PDFRectangle? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.need = need
        self.isSuspicious = isSuspicious
        self.field = field
        self.page = page
        self.rectangle = rectangle
    }

    /// How the change is judged under permissions.
    func judged(by permissions: PDFPermissions, revision: Int) -> PDFChange {
        var kind = kind
        // Where annotations may be made a new place for a signature shows no more than these.
        let mayAnnotate = permissions.isCertified && permissions.level == .annotating
        let isUnexpected = isSeenSignature && permissions.isCertified && !mayAnnotate
        let isSuspected = isSuspicious && !(isForAnnotators && mayAnnotate)
        var verdict = isSuspected || isUnexpected ? PDFChanges.Verdict.suspicious : .allowed
        switch need {
        case .nothing: break
        case .filling: if permissions.level < .filling { verdict = .forbidden }
        case .annotating: if permissions.level < .annotating { verdict = .forbidden }
        case .never: verdict = .forbidden
        }
        if let field, permissions.locks.contains(where: { $0.holds(field) }) {
            verdict = .forbidden
            kind = .lockedField
        }
        return PDFChange(
            kind: kind,
            page: page,
            detail: detail,
            rectangle: rectangle,
            verdict: verdict,
            revision: revision,
            isRemarkable: isRemarkable && verdict == .allowed,
            replaced: replaced
        )
    }
}
