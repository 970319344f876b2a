/// What a page shows, as boxes: its own content, and the annotations and fields on it.
struct PageContent {
    /// Something that would be missed if it were covered.
    struct Item {
        var box: PDFRectangle
        /// The number of the annotation that shows it, 0 for one without; nil for what is the page's own.
        var annotation: Int?
        var kind: ContentMark.Kind
        var colour: ContentColour?
        /// Whether it is text of signs to write on, as the file says.
        var isLine = false
        /// What shows it, where that is an annotation.
        var holder = Holder.other

        /// Whether it is a line, or the background of a table or a field, on which people write.
        var isWrittenOn: Bool {
            if holder == .blank || holder == .waiting { return true }
            guard annotation == nil, kind == .fill || kind == .stroke else { return false }
            if min(box.width, box.height) <= 3, max(box.width, box.height) >= 6 { return true }
            return kind == .fill && colour.map { $0.lightness > 0.7 } ?? false && box.width >= 24 && box.height >= 8
        }

        /// Whether it is a picture as large as that of a scanned page, and not one that stands beside a text.
        var isScan: Bool { kind == .image && annotation == nil && box.width >= 288 && box.height >= 288 }
    }

    /// What kind of annotation shows something, as far as it matters to what lies on it.
    enum Holder {
        /// The look of a signature, which proves nothing: who signed is told by the signature itself.
        case signature
        /// A field that nothing is written in.
        case blank
        /// A field that waits for a signature.
        case waiting
        /// Lines around or beside something, without letters.
        case lines
        case other
    }

    /// Where a thin line stands, roughly, and in which direction it goes.
    private struct BarPlace: Hashable {
        var isUpright: Bool
        var start: Int
        var end: Int
        var across: Int

        init(_ box: PDFRectangle) {
            func round(_ value: Double, to step: Double) -> Int { Int((max(-1e6, min(1e6, value)) / step).rounded(.down)) }
            isUpright = box.height > box.width
            start = round(isUpright ? box.bottom : box.left, to: 4)
            end = round(isUpright ? box.top : box.right, to: 4)
            across = round(isUpright ? box.left : box.bottom, to: 24)
        }
    }

    /// How many lines of the same length stand beside one another, in a third of an inch, that are still lines of a table: more are a barcode.
    private static let mostRules = 4

    private(set) var items: [Item] = []
    /// Whether anything may stand anywhere.
    private(set) var isUnknown: Bool
    /// Whether the page is shown turned.
    let isTurned: Bool
    /// What its own letters say, where they were kept.
    let text: PageText

    /// What a page draws itself.
    init(_ summary: ContentSummary, isTurned: Bool) {
        self.isTurned = isTurned
        text = PageText(summary)
        isUnknown = summary.isCut
        var bars: [BarPlace: Int] = [:]
        for mark in summary.marks where mark.isRule && !mark.isBlank { bars[BarPlace(mark.box), default: 0] += 1 }
        for mark in summary.marks where !mark.isBlank && !(mark.isRule && bars[BarPlace(mark.box), default: 0] <= Self.mostRules) {
            let colour = mark.blend == .normal ? mark.colour : nil
            items.append(Item(box: mark.box, annotation: nil, kind: mark.kind, colour: colour, isLine: mark.isLine))
        }
    }

    /// Adds what an annotation shows.
    mutating func add(_ area: DrawnArea, of annotation: Int, _ holder: Holder = .other) {
        switch area {
        case .nothing: break
        case .boxes(let boxes):
            for box in boxes { items.append(Item(box: box, annotation: annotation, kind: .fill, colour: nil, holder: holder)) }
        case .anywhere: isUnknown = true
        }
    }

    /// Where something with some flags lies on the page: what does not turn with it is turned around a corner (table 167: NoRotate).
    func placed(_ area: DrawnArea, flags: Int) -> DrawnArea {
        guard isTurned, flags & 16 != 0, case .boxes(let boxes) = area else { return area }
        return .boxes(
            boxes.map { box in
                let side = max(box.width, box.height)
                return box.grown(by: side, side)
            }
        )
    }

    /// What an area touches; `margin` is what must be free beside it too, as a part of the height of what stands there.
    func touched(by area: [PDFRectangle], except annotation: Int?, margin: Double, _ budget: PDFBudget) throws(PDFError) -> [Item] {
        try budget.spend(items.count / 4 * area.count)
        return items.filter { item in
            // One that stands in its page is known by its place only.
            if let annotation, item.annotation == annotation, annotation > 0 || area.contains(item.box) { return false }
            let more = item.annotation == nil ? min(item.box.width, item.box.height) * margin : 0
            return area.contains { Self.touches($0, item.box.grown(by: more, 0)) }
        }
    }

    /// Whether two boxes have more in common than the roughness with which they are known.
    static func touches(_ first: PDFRectangle, _ second: PDFRectangle) -> Bool {
        let width = min(first.right, second.right) - max(first.left, second.left)
        let height = min(first.top, second.top) - max(first.bottom, second.bottom)
        func slack(_ one: Double, _ other: Double) -> Double { min(0.5, 0.5 * min(one, other)) }
        let rough = max(slack(first.height, second.height), 0.12 * min(first.height, second.height))
        return width > slack(first.width, second.width) && height > rough
    }
}

/// Where an annotation is drawn.
enum DrawnArea {
    case nothing
    case boxes([PDFRectangle])
    /// It cannot be told.
    case anywhere

    /// The area and more.
    func joined(with boxes: [PDFRectangle]) -> DrawnArea {
        switch self {
        case .nothing: boxes.isEmpty ? .nothing : .boxes(boxes)
        case .boxes(let known): .boxes(known + boxes)
        case .anywhere: .anywhere
        }
    }
}
