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
        var verdict = isSuspicious || (isSeenSignature && permissions.isCertified) ? PDFChanges.Verdict.suspicious : .allowed
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
        return PDFChange(kind: kind, page: page, detail: detail, rectangle: rectangle, verdict: verdict, revision: revision)
    }
}
