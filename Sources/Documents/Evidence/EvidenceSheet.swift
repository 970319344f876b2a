import ParaphPDF

/// The pages of a certificate while they are filled from top to bottom.
struct EvidenceSheet {
    /// The colours of paper; states are told in words too.
    enum Colour {
        case text, secondary, accent, line, good, bad, badSoft, warn, warnSoft

        var parts: (red: Double, green: Double, blue: Double) {
            switch self {
            case .text: (0.086, 0.094, 0.114)
            case .secondary: (0.357, 0.380, 0.431)
            case .accent: (0.122, 0.247, 0.659)
            case .line: (0.84, 0.83, 0.80)
            case .good: (0.118, 0.498, 0.310)
            case .bad: (0.702, 0.149, 0.118)
            case .badSoft: (0.992, 0.925, 0.918)
            case .warn: (0.604, 0.404, 0)
            case .warnSoft: (1, 0.957, 0.851)
            }
        }
    }

    /// How a text looks.
    struct Style {
        var face = PDFDocument.Face.regular
        var size = 9.0
        var colour = Colour.text

        /// From one line to the next.
        var leading: Double { size * 1.38 }

        static let title = Style(face: .bold, size: 22)
        static let heading = Style(face: .bold, size: 13, colour: .accent)
        static let name = Style(face: .bold, size: 12)
        static let body = Style()
        static let strong = Style(face: .bold)
        static let label = Style(size: 8.5, colour: .secondary)
        static let small = Style(size: 7.5, colour: .secondary)
    }

    /// A4, in points.
    static let size = (width: 595.28, height: 841.89)
    static let left = 54.0
    static let width = size.width - 2 * left
    private static let top = size.height - 56
    private static let bottom = 62.0

    private(set) var document: PDFDocument
    private var pages: [PDFContent] = [PDFContent()]
    /// The height that is reached, from the foot of the page.
    private(set) var y = top

    init(_ fonts: EvidenceFonts) {
        document = PDFDocument(width: Self.size.width, height: Self.size.height, regular: fonts.regular, bold: fonts.bold)
    }

    /// How much a page holds.
    static var pageHeight: Double { top - bottom }

    /// Leaves some space, unless a page begins here.
    mutating func space(_ height: Double) {
        if y < Self.top { y -= height }
    }

    /// Leaves some space, at the top of a page too.
    mutating func skip(_ height: Double) { y -= height }

    /// Begins a page where less is left than is needed; what needs more than a page begins where it is.
    mutating func need(_ height: Double) {
        guard y - height < Self.bottom, height <= Self.pageHeight, y < Self.top else { return }
        begin()
    }

    private mutating func begin() {
        pages.append(PDFContent())
        y = Self.top
    }

    /// Sets a text for measuring and showing it.
    mutating func lines(_ text: String, _ style: Style, width: Double) -> [PDFTextLine] {
        document.lines(text, style.face, size: style.size, width: width)
    }

    /// Shows a text from here on, on as many pages as it takes.
    mutating func paragraph(_ text: String, _ style: Style = .body, indent: Double = 0) {
        show(lines(text, style, width: Self.width - indent), style, at: Self.left + indent)
    }

    /// Shows lines that were set, from here on.
    mutating func show(_ lines: [PDFTextLine], _ style: Style, at x: Double) {
        for line in lines {
            need(style.leading)
            y -= style.leading
            place(line, style, at: x, y + style.size * 0.3)
        }
    }

    /// Shows what is called something beside what it is, each in a column of its own.
    mutating func row(
        _ label: String,
        _ value: String,
        at x: Double = left,
        labels: Double = 112,
        width: Double = width,
        style: Style = .body
    ) {
        let (first, second) = (lines(label, .label, width: labels - 8), lines(value, style, width: width - labels))
        let leading = style.leading
        for index in 0..<max(first.count, second.count) {
            need(leading)
            y -= leading
            if index < first.count { place(first[index], .label, at: x, y + style.size * 0.3) }
            if index < second.count { place(second[index], style, at: x + labels, y + style.size * 0.3) }
        }
    }

    /// How high ``row(_:_:at:labels:width:style:)`` is.
    mutating func height(ofRow label: String, _ value: String, labels: Double, width: Double, style: Style = .body) -> Double {
        let count = max(lines(label, .label, width: labels - 8).count, lines(value, style, width: width - labels).count)
        return Double(count) * style.leading
    }

    /// Shows a line at a place of the page.
    mutating func place(_ line: PDFTextLine, _ style: Style, at x: Double, _ y: Double) {
        draw { content, document in
            content.set(style.colour)
            content.show(line, at: x, y, in: document)
        }
    }

    /// Draws a line across the page.
    mutating func rule(_ colour: Colour = .line) {
        let y = y
        draw { content, _ in
            content.set(colour)
            content.lineWidth(0.6)
            content.move(to: Self.left, y)
            content.line(to: Self.left + Self.width, y)
            content.stroke()
        }
    }

    /// Fills a box.
    mutating func fill(_ colour: Colour, _ box: PDFRectangle) {
        draw { content, _ in
            content.set(colour)
            content.rectangle(box)
            content.fill()
        }
    }

    /// Adds a picture to the file.
    mutating func add(_ image: PDFImage) -> PDFPicture { document.add(image) }

    /// Shows a picture in the middle of a box.
    mutating func show(_ picture: PDFPicture, in box: PDFRectangle) {
        let width = min(box.width, box.height * picture.aspect)
        let height = width / picture.aspect
        let (x, y) = (box.left + (box.width - width) / 2, box.bottom + (box.height - height) / 2)
        draw { content, _ in content.show(picture, in: PDFRectangle(x, y, x + width, y + height)) }
    }

    /// Shows a drawing whose lower left corner is at a place of the page.
    mutating func show(_ ink: EvidenceInk, at x: Double, _ y: Double) {
        draw { content, _ in content.append(ink.operators(at: x, y)) }
    }

    private mutating func draw(_ body: (inout PDFContent, PDFDocument) -> Void) {
        body(&pages[pages.count - 1], document)
    }

    /// Writes the file, with a line at the foot of every page.
    consuming func write(_ description: PDFDocument.Description, foot: String, number: (Int, Int) -> String) throws(PDFError) -> [UInt8] {
        let style = Style.small
        for index in pages.indices {
            let left = document.lines(foot, style.face, size: style.size, width: Self.width - 110)
            let right = document.lines(number(index + 1, pages.count), style.face, size: style.size, width: 110)
            pages[index].set(.secondary)
            if let line = left.first { pages[index].show(line, at: Self.left, 36, in: document) }
            if let line = right.first { pages[index].show(line, at: Self.left + Self.width - line.width, 36, in: document) }
        }
        for page in pages { document.addPage(page) }
        return try document.write(description)
    }
}

extension PDFContent {
    fileprivate mutating func set(_ colour: EvidenceSheet.Colour) {
        let (red, green, blue) = colour.parts
        self.colour(red: red, green: green, blue: blue)
    }
}
