public import ParaphPDF

/// A place that is offered for a signature: a field of the document, a printed line, or free paper.
nonisolated public struct SigningPlace: Hashable, Sendable, Identifiable {
    /// The page's index.
    public let page: Int
    /// Where, as the page is shown: in points, from the lower left corner.
    public let box: PDFRectangle
    /// The field that is signed, where it is one.
    public let field: String?
    /// What VoiceOver says of it.
    public let label: String

    public var id: String { field ?? "\(page) \(box.left) \(box.bottom)" }

    /// How large a signature is at first, in points, and how much of the page's width at most.
    static let (usualWidth, mostOfWidth, usualHeight) = (170.0, 0.45, 60.0)

    init(page: Int, box: PDFRectangle, field: String? = nil, label: String = "") {
        (self.page, self.box, self.field, self.label) = (page, box, field, label)
    }

    /// A place of the usual size around a point, from the lower left corner.
    init(page: Int, aroundX x: Double, y: Double, on size: PageSize?) {
        let width = min(Self.usualWidth, (size?.width ?? .infinity) * Self.mostOfWidth)
        let (left, bottom) = (x - width / 2, y - Self.usualHeight / 2)
        self.init(page: page, box: PDFRectangle(left, bottom, left + width, bottom + Self.usualHeight))
    }

    /// A field that is open.
    init?(_ field: FileFacts.Field, _ words: Words) {
        guard !field.isSigned, !field.isLocked, let placement = field.placement else { return nil }
        // What forms call their fields inside says nothing to people.
        let isInner = field.name.contains { "[]#".contains($0) } || field.name.wholeMatch(of: /\w*\d+/) != nil
        let label = isInner ? words("script.signing.here") : words("script.signing.field", ["name": field.name])
        self.init(page: placement.page, box: placement.rectangle, field: field.name, label: label)
    }
}
