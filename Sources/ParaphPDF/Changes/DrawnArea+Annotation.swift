extension PDFFile {
    /// Where readers draw an annotation (ISO 32000-2, 12.5): its appearance, or what they make of its entries where it has none.
    func drawnArea(of annotation: PDFDictionary) throws(PDFError) -> DrawnArea {
        let flags = try flags(of: annotation)
        // Hidden (table 167).
        if flags & 2 != 0 { return .nothing }
        let rectangle = try place(annotation["Rect"])
        let (isDrawn, isComplete) = try drawnAppearance(annotation["AP"])
        var area = DrawnArea.nothing
        if isDrawn {
            guard case .boxes(let boxes) = rectangle else { return rectangle }
            for box in boxes { if try !isPlaced(annotation["AP"], in: box) { return .anywhere } }
            area = .boxes(boxes.map { unscaled($0, flags) })
        }
        // A state that is missing is one that some readers draw by themselves.
        if isComplete { return area }
        let kind = try resolve(annotation["Subtype"]).name
        guard let kind else { return .anywhere }
        if kind == "Popup" || kind == "Text" { return area }
        if kind == "Widget" { return try hasFrame(annotation) ? rectangle : area }
        if kind == "Link" { return try linkWidth(annotation) > 0 ? rectangle : area }
        let own = try ownArea(of: annotation, kind)
        guard case .boxes(let boxes) = own else { return own }
        switch rectangle {
        case .nothing: return area.joined(with: boxes)
        case .boxes(let place): return area.joined(with: place + boxes)
        case .anywhere: return .anywhere
        }
    }

    /// The flags of an annotation (table 167): what is no whole number hides nothing in some programs, and could mean anything.
    func flags(of annotation: PDFDictionary) throws(PDFError) -> Int {
        switch try resolve(annotation["F"]) {
        case .null: 0
        case .integer(let flags) where flags >= 0 && flags <= 0xFFFF: flags
        default: 8 | 16
        }
    }

    /// The rectangle of an annotation: an empty one shows nothing, one that cannot be read may be anywhere.
    private func place(_ object: PDFObject?) throws(PDFError) -> DrawnArea {
        guard let box = try corners(object) else { return object == nil ? .nothing : .anywhere }
        return box.width > 0 && box.height > 0 ? .boxes([box]) : .nothing
    }

    /// The rectangle of an annotation, also where it is empty; nil where it cannot be read.
    private func corners(_ object: PDFObject?) throws(PDFError) -> PDFRectangle? {
        guard let list = try resolve(object).array, list.count == 4 else { return nil }
        let numbers = try numbers(object)
        guard numbers.count == 4, numbers.allSatisfy({ $0.magnitude < 1e6 }) else { return nil }
        return PDFRectangle(numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Where readers put the sign of an attachment, which keeps its size however small the rectangle is.
    private static func sign(at box: PDFRectangle) -> PDFRectangle { box.grown(by: max(0, 24 - box.width), max(0, 24 - box.height)) }

    /// What else an annotation may reach that keeps its size or direction while the page does not (table 167: NoZoom, NoRotate).
    private func unscaled(_ box: PDFRectangle, _ flags: Int) -> PDFRectangle {
        guard flags & (8 | 16) != 0 else { return box }
        let side = max(box.width, box.height)
        // Small signs stay where they are; where others end is unknown.
        return side <= 32 ? box : box.grown(by: side, side)
    }

    /// Whether an annotation has an appearance at all, and whether there is one for the state that it has.
    private func drawnAppearance(_ object: PDFObject?) throws(PDFError) -> (isDrawn: Bool, isComplete: Bool) {
        let pictures = try resolve(object)
        guard case .dictionary(let appearances) = pictures else { return (false, false) }
        var isDrawn = false
        for key in ["N", "R", "D"] as [StaticString] {
            switch try resolve(appearances[key]) {
            case .stream: isDrawn = true
            case .dictionary(let states): if !states.entries.isEmpty { isDrawn = true }
            default: break
            }
        }
        guard case .stream(let normal) = try resolve(appearances["N"]) else { return (isDrawn, false) }
        // One that draws nothing is taken for none by some.
        let isEmpty = normal.data.count == 0 || (try? decoded(normal, limit: 64).bytes.array.allSatisfy { Lexer.isSpace(Int($0)) }) ?? false
        return (true, !isEmpty)
    }

    /// Whether all appearances have a size and a matrix by which every reader puts them into the same place.
    private func isPlaced(_ object: PDFObject?, in box: PDFRectangle) throws(PDFError) -> Bool {
        for entry in try resolve(object).dictionary?.entries ?? [] {
            var streams = [try resolve(entry.value)]
            if case .dictionary(let states) = streams[0] {
                guard states.entries.count <= 64 else { return false }
                streams = []
                for state in states.entries { streams.append(try resolve(state.value)) }
            }
            for case .stream(let stream) in streams { if try transform(of: stream, into: box) == nil { return false } }
        }
        return true
    }

    /// Whether a field has a background or border that readers draw, or a value.
    private func hasFrame(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        if annotation["V"] != nil { return true }
        return try isFramed(annotation)
    }

    /// Whether a field has a background or border that readers draw.
    func isFramed(_ annotation: PDFDictionary) throws(PDFError) -> Bool {
        let looks = try resolve(annotation["MK"]).dictionary
        return looks?["BG"] != nil || looks?["BC"] != nil
    }

    /// How wide the border of a link is (12.5.4): what any reader may take for it.
    private func linkWidth(_ annotation: PDFDictionary) throws(PDFError) -> Double {
        let style = try resolve(annotation["BS"]).dictionary
        let border = try resolve(annotation["Border"]).array
        if style == nil, border == nil { return 1 }
        var width = 0.0
        if let style { width = try resolve(style["W"]).number?.magnitude ?? 1 }
        if let border { width = max(width, border.count > 2 ? try resolve(border[2]).number?.magnitude ?? 1 : 1) }
        return width
    }

    /// What readers draw of an annotation without an appearance, by its own entries.
    private func ownArea(of annotation: PDFDictionary, _ kind: PDFName) throws(PDFError) -> DrawnArea {
        // Captions are text.
        if try resolve(annotation["Cap"]).boolean ?? false { return .anywhere }
        var keys: [StaticString] = []
        if kind == "Line" { keys = ["L"] }
        if kind == "Polygon" || kind == "PolyLine" { keys = ["Vertices", "Path"] }
        if kind == "Ink" { keys = ["InkList", "Path"] }
        let isMark = TextMark.isOne(kind)
        if isMark { keys = ["QuadPoints"] }
        var reach = max(1, try resolve(resolve(annotation["BS"]).dictionary?["W"]).number?.magnitude ?? 1)
        if let border = try resolve(annotation["Border"]).array, border.count > 2 {
            reach = max(reach, try resolve(border[2]).number?.magnitude ?? 1)
        }
        for key in ["LL", "LLE", "LLO"] as [StaticString] { reach += try resolve(annotation[key]).number?.magnitude ?? 0 }
        // The arrows at the ends of lines, and the clouds around shapes, are so many times as large.
        reach = reach * 10 + 20 * (try resolve(resolve(annotation["BE"]).dictionary?["I"]).number?.magnitude ?? 0)
        var boxes: [PDFRectangle] = []
        for key in keys {
            var points: [Double] = []
            guard try collect(annotation[key], into: &points, depth: 0) else { return .anywhere }
            guard var box = points.count >= 2 ? PDFRectangle(points[0], points[1], points[0], points[1]) : nil else { continue }
            for index in stride(from: 0, to: points.count - 1, by: 2) {
                box = box.joined(with: PDFRectangle(points[index], points[index + 1], points[index], points[index + 1]))
            }
            boxes.append(isMark ? box : box.grown(by: reach, reach))
        }
        if let box = try corners(annotation["Rect"]) {
            if kind == "FileAttachment" || kind == "Sound" { boxes.append(Self.sign(at: box)) }
            // The line around a shape without size is seen too.
            if kind == "Square" || kind == "Circle" { boxes.append(box.grown(by: max(1, reach - 10), max(1, reach - 10))) }
        }
        return .boxes(boxes)
    }

    /// All numbers of an array of numbers, or of such arrays; false where something else stands among them.
    private func collect(_ object: PDFObject?, into numbers: inout [Double], depth: Int) throws(PDFError) -> Bool {
        for element in try resolve(object).array ?? [] {
            try budget.spend(2)
            let element = try resolve(element)
            if let number = element.number, number.magnitude < 1e6, numbers.count < 100_000 {
                numbers.append(number)
            } else if element.array != nil, depth < 3 {
                if try !collect(element, into: &numbers, depth: depth + 1) { return false }
            } else {
                return false
            }
        }
        return true
    }
}
