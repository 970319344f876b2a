/// A page, with what it inherits from the nodes above it (ISO 32000-2, 7.7.3).
public struct PDFPage: Sendable {
    /// The object that the page is, unless it stands directly in its node, which is wrong.
    public let reference: PDFReference?
    /// The page's own dictionary.
    public let dictionary: PDFDictionary
    /// The inheritable entries that it has not itself: /Resources, /MediaBox, /CropBox and /Rotate.
    public let inherited: PDFDictionary

    /// An entry of the page or of the nodes above it.
    public subscript(_ key: StaticString) -> PDFObject? { dictionary[key] ?? inherited[key] }
}

/// A rectangle in the units of default user space, 1/72 inch: normalised, so that width and height are not negative.
public struct PDFRectangle: Hashable, Sendable {
    public var left: Double
    public var bottom: Double
    public var right: Double
    public var top: Double
    public var width: Double { right - left }
    public var height: Double { top - bottom }

    /// Makes a rectangle of two opposite corners.
    public init(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
        (left, right) = x0 <= x1 ? (x0, x1) : (x1, x0)
        (bottom, top) = y0 <= y1 ? (y0, y1) : (y1, y0)
    }
}

extension PDFFile {
    static let inheritable: [StaticString] = ["Resources", "MediaBox", "CropBox", "Rotate"]

    /// All pages in order.
    ///
    /// A node that leads back to itself, or that a second node leads to, is followed once; kids that are no dictionaries are left out.
    /// - Throws: ``PDFError``: `tooLarge` for too many pages, `password` for a locked file whose pages lie in streams, and what limits say.
    public func pages() throws(PDFError) -> [PDFPage] {
        var pages: [PDFPage] = []
        try forEachPage { page in
            pages.append(page)
            return true
        }
        return pages
    }

    /// The page with an index from 0; reads no more of the tree than lies before it.
    public func page(at index: Int) throws(PDFError) -> PDFPage? {
        var number = 0
        var found: PDFPage?
        try forEachPage { page in
            if number == index { found = page }
            number += 1
            return found == nil
        }
        return found
    }

    /// The number of pages, as other readers show it.
    ///
    /// That is how many there are; where the tree leads back into itself, what its root claims if that is more.
    public func pageCount() throws(PDFError) -> Int {
        var count = 0
        let hasLoop = try forEachPage { _ in
            count += 1
            return true
        }
        guard hasLoop, let claimed = try resolve(resolve(catalog()?["Pages"]).dictionary?["Count"]).integer else { return count }
        return claimed <= limits.pages ? max(count, claimed) : count
    }

    /// Hands over one page after another while the closure says so; says whether a node was met a second time.
    @discardableResult
    private func forEachPage(_ body: (PDFPage) -> Bool) throws(PDFError) -> Bool {
        guard let root = try catalog()?["Pages"] else { return false }
        var hasLoop = false
        /// What is still to be visited, the next one last.
        var stack: [(node: PDFObject, inherited: PDFDictionary)] = [(root, PDFDictionary())]
        var seen: Set<PDFReference> = []
        var count = 0
        while let (node, inherited) = stack.popLast() {
            try budget.spend(16)
            guard let dictionary = try resolve(node).dictionary else { continue }
            guard try isNode(dictionary) else {
                count += 1
                guard count <= limits.pages else { throw PDFError(.tooLarge, "The file has too many pages") }
                guard body(PDFPage(reference: node.reference, dictionary: dictionary, inherited: inherited)) else { return hasLoop }
                continue
            }
            if let reference = node.reference, !seen.insert(reference).inserted {
                hasLoop = true
                continue
            }
            var passed = inherited
            for key in Self.inheritable { if let own = dictionary[key] { passed[key] = own } }
            let kids = try resolve(dictionary["Kids"]).array ?? []
            guard stack.count + kids.count <= limits.pages * 2 else { throw PDFError(.tooLarge, "The file has too many pages") }
            for kid in kids.reversed() { stack.append((kid, passed)) }
        }
        return hasLoop
    }

    /// Whether a dictionary of the page tree is a node, whatever it calls itself.
    private func isNode(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        if dictionary["Kids"] != nil { return true }
        return try resolve(dictionary["Type"]).name.map { $0 == "Pages" } ?? false
    }

    /// The visible part of a page: its crop box within its media box, else A4's.
    public func box(of page: PDFPage) throws(PDFError) -> PDFRectangle {
        let media = try rectangle(page["MediaBox"]) ?? PDFRectangle(0, 0, 595.276, 841.89)
        guard let crop = try rectangle(page["CropBox"]) else { return media }
        let common = PDFRectangle(
            max(media.left, crop.left),
            max(media.bottom, crop.bottom),
            min(media.right, crop.right),
            min(media.top, crop.top)
        )
        return max(media.left, crop.left) < min(media.right, crop.right) && max(media.bottom, crop.bottom) < min(media.top, crop.top)
            ? common : media
    }

    /// By how much a page is turned clockwise when shown: 0, 90, 180 or 270 degrees.
    public func rotation(of page: PDFPage) throws(PDFError) -> Int {
        let degrees = try resolve(page["Rotate"]).integer ?? 0
        return degrees % 90 == 0 ? (degrees % 360 + 360) % 360 : 0
    }

    /// A rectangle of four numbers that are of a size that pages have, and not empty.
    public func rectangle(_ object: PDFObject?) throws(PDFError) -> PDFRectangle? {
        guard let elements = try resolve(object).array, elements.count >= 4 else { return nil }
        var numbers: [Double] = []
        for element in elements.prefix(4) {
            guard let number = try resolve(element).number, number.magnitude < 1e7 else { return nil }
            numbers.append(number)
        }
        let rectangle = PDFRectangle(numbers[0], numbers[1], numbers[2], numbers[3])
        return rectangle.width > 0 && rectangle.height > 0 ? rectangle : nil
    }
}
