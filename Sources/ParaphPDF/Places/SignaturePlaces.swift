/// Where on the pages of a file a signature goes, before there is one: what a place would lie on, by the rule by which later readers judge it, and which are free.
///
/// Pages are read once, when they are first asked for. Not safe for use by two tasks at once, as its file is not.
public final class SignaturePlaces {
    /// What a signature in a place would do there, from good to bad.
    public enum Background: Int, Comparable, Sendable {
        /// It lies on paper, lines and boxes, or in the field that it is for.
        case free
        /// It lies on a field for something else.
        case field
        /// It lies on text or drawings, which can still be read.
        case text
        /// It lies on another signature, which can still be seen.
        case signature
        /// It hides what stands there, or could be read in its place.
        case hidden

        /// Whether one is better than another.
        public static func < (left: Background, right: Background) -> Bool { left.rawValue < right.rawValue }

        /// The word for it.
        public var name: String {
            switch self {
            case .free: "free"
            case .field: "field"
            case .text: "text"
            case .signature: "signature"
            case .hidden: "hidden"
            }
        }
    }

    /// Where a signature is proposed.
    public struct Proposal: Sendable {
        /// Where.
        public var placement: PDFPlacement
        /// Whether a printed line, cell or label there is meant for it; else it is free space behind the text.
        public var isOnLine: Bool
    }

    let file: PDFFile
    let pages: [PDFPage]
    /// Whether there are signatures, whose readers are told of what comes later.
    public let isSigned: Bool
    private var backgrounds: [Int: PageBackground] = [:]

    /// How many pages are searched for a free place, and for lines at the start and the end of a document.
    private static let (mostSearched, firstPages, lastPages) = (24, 4, 12)
    /// How high a line of text is at most, in points.
    private static let tallest = 16.0
    /// How many steps an answer may take: what is asked while a person moves ink must leave enough for signing.
    private static let steps = 1 << 28
    /// How many lines are proposed, and looked at for a free place, and how much farther away than paper a line may be, in points.
    private static let (mostLines, detour) = (12, 150.0)
    /// How many pages are remembered.
    private static let mostKept = 32

    /// Looks at a file.
    ///
    /// - Throws: ``PDFError``, where its pages or signatures cannot be read.
    public init(_ file: PDFFile) throws(PDFError) {
        self.file = file
        pages = try file.pages()
        isSigned = try !file.signatures().isEmpty
    }

    private func background(_ page: Int) throws(PDFError) -> PageBackground? {
        if let known = backgrounds[page] { return known }
        guard pages.indices.contains(page) else { return nil }
        let background = try PageBackground(pages[page], in: file)
        if backgrounds.count >= Self.mostKept { backgrounds.removeAll() }
        backgrounds[page] = background
        return background
    }

    /// What a signature would lie on: the rule of ``PDFHistory/changes(since:)`` for its look, and fields that are for something else.
    ///
    /// - Parameters:
    ///   - appearance: what is seen of it.
    ///   - placement: where.
    ///   - field: the name of the field that it goes into, if it goes into one.
    ///   - fonts: fonts for characters that the standard fonts have not.
    /// - Returns: the worst that it would lie on.
    /// - Throws: ``PDFError``: `missing` where there is no such page, and what reading it throws.
    public func judge(
        _ appearance: PDFSignatureAppearance,
        at placement: PDFPlacement,
        in field: String? = nil,
        fonts: [TrueTypeFont] = []
    ) throws(PDFError) -> Background {
        try file.budget.apart(Self.steps) { () throws(PDFError) in try background(of: appearance, placement, field, fonts) }
    }

    private func background(
        of appearance: PDFSignatureAppearance,
        _ placement: PDFPlacement,
        _ field: String?,
        _ fonts: [TrueTypeFont] = []
    ) throws(PDFError) -> Background {
        guard let page = try background(placement.page) else { throw PDFError(.missing, "There is no such page") }
        guard !appearance.isEmpty else { return .free }
        let shown = placement.rectangle
        var update = PDFUpdate(unwritten: file)
        let reference = try update.addAppearance(
            appearance,
            width: shown.width,
            height: shown.height,
            rotation: page.geometry.rotation,
            fonts: fonts
        )
        guard var stream = try update.object(reference).stream else { return .hidden }
        // Photo and fonts are objects that the file does not have yet.
        stream.dictionary["Resources"] = stream.dictionary["Resources"].map { update.inlined($0) }
        guard var look = try SignatureLook(stream, in: page.geometry.onPage(shown), of: file) else { return .hidden }
        var own: Int?
        if let field {
            own = try number(of: field)
            // What it hides is seen once its own look is replaced.
            if try isHiding(field, on: page.content) { return .hidden }
        }
        // What such a page shows is unknown; the first signature on it gets no remark.
        if page.content.isUnknown, !isSigned { return .free }
        look.isExpected = page.fields.contains { $0.number == own && $0.use == .waiting }
        var touched: Set<PageContent.Holder> = []
        switch try look.touch(on: page.content, except: own ?? -1, noting: &touched, file.budget) {
        case .hides: return .hidden
        case .beside, .marks: return touched.contains(.signature) ? .signature : .text
        case .clear: break
        }
        guard let ink = look.box.map({ page.geometry.shown($0) }) else { return .free }
        let isElsewhere = page.fields.contains { field in
            field.number != own && (field.use == .waiting || field.use == .other) && PageContent.touches(ink, field.box)
        }
        return isElsewhere ? .field : .free
    }

    /// Looks for a free place on a page, as near to another as there is one, of the same size or somewhat smaller.
    ///
    /// - Parameters:
    ///   - appearance: what is to be seen there, if that is known.
    ///   - placement: the place that is wanted.
    ///   - isAnywhere: whether the pages behind it and before it are searched too, 24 at most.
    ///   - fonts: fonts for characters that the standard fonts have not.
    /// - Returns: nil where there is none.
    /// - Throws: ``PDFError``: what reading the pages throws.
    public func free(
        for appearance: PDFSignatureAppearance = PDFSignatureAppearance(),
        near placement: PDFPlacement,
        isAnywhere: Bool = false,
        fonts: [TrueTypeFont] = []
    ) throws(PDFError) -> PDFPlacement? {
        try file.budget.apart(Self.steps) { () throws(PDFError) in try nearest(appearance, placement, isAnywhere, fonts) }
    }

    private func nearest(
        _ appearance: PDFSignatureAppearance,
        _ placement: PDFPlacement,
        _ isAnywhere: Bool,
        _ fonts: [TrueTypeFont] = []
    ) throws(PDFError) -> PDFPlacement? {
        var wanted = placement
        for page in isAnywhere ? order(from: placement.page) : [placement.page] {
            wanted.page = page
            if let found = try free(appearance, wanted, fonts) { return found }
        }
        return nil
    }

    /// A page, those behind it and those before it, nearest first.
    private func order(from page: Int) -> [Int] {
        let behind = pages.indices.dropFirst(max(0, page))
        let before = pages.indices.prefix(max(0, page)).reversed()
        return Array((Array(behind) + before).prefix(Self.mostSearched))
    }

    private func free(_ appearance: PDFSignatureAppearance, _ placement: PDFPlacement, _ fonts: [TrueTypeFont]) throws(PDFError)
        -> PDFPlacement?
    {
        guard let page = try background(placement.page), !page.content.isUnknown else { return nil }
        let box = placement.rectangle
        let (x, y) = ((box.left + box.right) / 2, (box.bottom + box.top) / 2)
        func distance(_ place: PDFPlacement) -> Double {
            let (across, up) = (place.rectangle.left + box.width / 2 - x, place.rectangle.bottom + box.height / 2 - y)
            return (across * across + up * up).squareRoot()
        }
        let paper = try paper(appearance, placement, fonts)
        // A line that waits for a signature is meant more than a margin that is nearer.
        let open = try lines(on: page).open
        var best: PDFPlacement?
        for line in open.prefix(Self.mostLines) where line.label != .guess {
            guard let found = try line.place(box.width, box.height, on: page, besides: open, file.budget) else { continue }
            let place = PDFPlacement(page: placement.page, rectangle: found)
            if let best, distance(place) >= distance(best) { continue }
            if try background(of: appearance, place, nil, fonts) == .free { best = place }
        }
        guard let best else { return paper }
        guard let paper else { return best }
        return distance(best) < distance(paper) + Self.detour ? best : paper
    }

    private func paper(_ appearance: PDFSignatureAppearance, _ placement: PDFPlacement, _ fonts: [TrueTypeFont]) throws(PDFError)
        -> PDFPlacement?
    {
        guard let page = try background(placement.page) else { return nil }
        let box = placement.rectangle
        let (x, y) = ((box.left + box.right) / 2, (box.bottom + box.top) / 2)
        // White paper is better than a table, and that better than a signature that cannot be read.
        // Right beside a sentence a name would be read with it: then farther off.
        let all = page.obstacles + page.lines
        for boxes in [all, all.map(Self.apart), page.obstacles, page.obstacles.map(Self.apart)] {
            try file.budget.spend(4 * boxes.count + 400_000)
            let grid = FreePlace(page.whole, boxes)
            for part in [1, 0.8, 0.65] {
                guard let found = grid.place(box.width * part, box.height * part, near: x, y) else { continue }
                let place = PDFPlacement(page: placement.page, rectangle: found)
                if try background(of: appearance, place, nil, fonts) == .free { return place }
            }
        }
        return nil
    }

    /// A box with the room about it in which words are read with it.
    private static func apart(_ box: PDFRectangle) -> PDFRectangle {
        let height = min(box.height, tallest)
        return box.grown(by: 4 * height, 1.1 * height)
    }

    /// Where a signature is proposed first; see ``proposals(width:height:)``.
    ///
    /// - Returns: nil where there is no free place.
    /// - Throws: ``PDFError``: what reading the pages throws.
    public func proposal(width: Double, height: Double) throws(PDFError) -> Proposal? { try proposals(width: width, height: height).first }

    /// Where a signature is proposed: on the printed lines or in the cells whose labels say that they are for one and that have no signature yet,
    /// else under labels beside one another, else over the printed name at the end of a letter, else behind the last text.
    ///
    /// Lines are looked for on the first 4 and the last 12 pages. Which of several is a person's own they alone know: all of the first page that
    /// has any are given, 12 at most, from top to bottom and from left to right.
    /// Lines that may be of further signers, such as a party's below a signature's, are among them, so that who comes second is not led onto the first
    /// one's.
    ///
    /// - Parameters:
    ///   - width: how wide one is at most, in points.
    ///   - height: how high.
    /// - Returns: nothing where there is no free place.
    /// - Throws: ``PDFError``: what reading the pages throws.
    public func proposals(width: Double, height: Double) throws(PDFError) -> [Proposal] {
        try file.budget.apart(Self.steps) { () throws(PDFError) in
            var found: [Proposal] = []
            let (page, boxes) = try onLines(width, height)
            for box in boxes { found.append(Proposal(placement: PDFPlacement(page: page, rectangle: box), isOnLine: true)) }
            if found.isEmpty, let place = try behindText(width, height) { found.append(place) }
            return found
        }
    }

    /// The places on lines, or under labels, of the first page that has any.
    private func onLines(_ width: Double, _ height: Double) throws(PDFError) -> (page: Int, boxes: [PDFRectangle]) {
        let count = pages.count
        let looked =
            Array(0..<min(count, Self.firstPages)) + Array(max(Self.firstPages, count - Self.lastPages)..<max(Self.firstPages, count))
        var pages = [0, 0, 0]
        var (others, under, guesses): ([PDFRectangle], [PDFRectangle], [PDFRectangle]) = ([], [], [])
        for index in looked {
            guard let page = try background(index) else { continue }
            let wide = Self.width(width, on: page)
            let lines = try lines(on: page)
            let named = try places(of: .signature, lines, wide, height, on: page)
            if !named.isEmpty { return (index, named) }
            if others.isEmpty { (others, pages[0]) = (try places(of: .party, lines, wide, height, on: page), index) }
            if under.isEmpty {
                (under, pages[1]) = (try SignatureHeadings(on: page, file.budget).places(wide, height, on: page, file.budget), index)
            }
            if guesses.isEmpty { (guesses, pages[2]) = (try places(of: .guess, lines, wide, height, on: page), index) }
        }
        return !others.isEmpty ? (pages[0], others) : !under.isEmpty ? (pages[1], under) : (pages[2], guesses)
    }

    /// The places on the lines of a kind, and on those that may be of further signers.
    private func places(
        of label: SignatureLabel,
        _ all: (known: [SignatureLine], open: [SignatureLine]),
        _ wide: Double,
        _ height: Double,
        on page: PageBackground
    ) throws(PDFError) -> [PDFRectangle] {
        let meant = all.known.filter { $0.label == label }
        // Once these are signed, lines of other pages come before what is only guessed here.
        let isOpen = all.open.contains { $0.label == label }
        var (known, lines): ([PDFRectangle], [PDFRectangle]) = ([], [])
        for line in all.open where known.count < Self.mostLines {
            let mayFollow = label == .party && line.isNamed || isOpen && label != .guess
            guard line.label == label || mayFollow && line.isAnothers(than: meant) else { continue }
            // A line may be drawn twice.
            let (low, high) = (line.box.bottom - 6, line.box.bottom + 6)
            if lines.contains(where: { $0.left < line.box.right && $0.right > line.box.left && $0.bottom > low && $0.bottom < high }) {
                continue
            }
            guard let box = try line.place(wide, height, on: page, besides: all.open, and: known, file.budget) else { continue }
            known.append(box)
            lines.append(line.box)
        }
        return known
    }

    /// The lines of a page, and those on which no signature stands.
    private func lines(on page: PageBackground) throws(PDFError) -> (known: [SignatureLine], open: [SignatureLine]) {
        let signed = page.fields.filter { $0.use == .signed }.map { $0.box }
        let known = try SignatureLine.all(on: page, file.budget)
        return (known, known.filter { !$0.isTaken(by: signed) })
    }

    private func behindText(_ width: Double, _ height: Double) throws(PDFError) -> Proposal? {
        let last = pages.count - 1
        guard last >= 0 else { return nil }
        var start = PDFPlacement(page: last, rectangle: PDFRectangle(0, 0, width, height))
        for index in pages.indices.suffix(3).reversed() {
            guard let page = try background(index), let end = page.end else { continue }
            let wide = Self.width(width, on: page)
            if let gap = page.gapOverName {
                let left = max(20, min(gap.left, gap.right - wide))
                let box = PDFRectangle(left, gap.bottom, min(left + wide, gap.right), min(gap.bottom + height, gap.top))
                let near = try page.obstacles(near: box, file.budget)
                if box.width >= 96, !(near + page.blanks).contains(where: { SignatureLine.meets(box, $0) }) {
                    return Proposal(placement: PDFPlacement(page: index, rectangle: box), isOnLine: false)
                }
            }
            let top = end.bottom - 18
            start = PDFPlacement(page: index, rectangle: PDFRectangle(end.left, top - height, end.left + wide, top))
            break
        }
        return try nearest(PDFSignatureAppearance(), start, true).map { Proposal(placement: $0, isOnLine: false) }
    }

    /// How wide a signature is on a page.
    private static func width(_ width: Double, on page: PageBackground) -> Double { min(width, 0.45 * page.geometry.width) }

    /// The number of the annotation of a field.
    private func number(of field: String) throws(PDFError) -> Int? {
        let name = Array(field.utf8)
        return try file.fields().first { Array($0.name.utf8) == name }?.widgets.first?.number
    }
}
