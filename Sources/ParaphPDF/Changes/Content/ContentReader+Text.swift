extension ContentReader {
    /// Operators that place and show text (ISO 32000-2, 9.3 and 9.4).
    mutating func performText(_ code: Int) {
        let values = values
        switch code {
        case 0x4254: setMatrix(PDFTransform())  // BT
        case 0x5463: state.spacing = values.last ?? 0  // Tc
        case 0x5477: state.wordSpacing = values.last ?? 0  // Tw
        case 0x547A: state.scale = (values.last ?? 100) / 100  // Tz
        case 0x544C: state.leading = values.last ?? 0  // TL
        case 0x5473: state.rise = values.last ?? 0  // Ts
        case 0x5472: state.mode = operands.last?.integer ?? -1  // Tr
        case 0x5464: if values.count >= 2 { moveLine(values[0], values[1]) }  // Td
        case 0x5444:  // TD
            if values.count >= 2 {
                state.leading = -values[1]
                moveLine(values[0], values[1])
            }
        case 0x546D: if let matrix = PDFTransform(values) { setMatrix(matrix) } else { summary.isCut = true }  // Tm
        case 0x542A: moveLine(0, -state.leading)  // T*
        case 0x546A: if let string = operands.last?.string { show(string.bytes) }  // Tj
        case 0x27, 0x22:  // ' "
            if code == 0x22, values.count >= 2 { (state.wordSpacing, state.spacing) = (values[0], values[1]) }
            moveLine(0, -state.leading)
            if let string = operands.last?.string { show(string.bytes) }
        case 0x544A:  // TJ
            for element in operands.last?.array ?? [] {
                if let string = element.string { show(string.bytes) }
                if let number = element.number { advance(-number / 1000 * state.size * state.scale) }
            }
        default: break
        }
    }

    private mutating func setMatrix(_ matrix: PDFTransform) { (textMatrix, lineMatrix, advanced) = (matrix, matrix, 0) }

    private mutating func moveLine(_ x: Double, _ y: Double) {
        setMatrix(PDFTransform(scaleX: 1, scaleY: 1, x: x, y: y).then(lineMatrix))
    }

    private mutating func advance(_ width: Double) {
        guard width.isFinite else { return summary.isCut = true }
        advanced += width
        textMatrix = PDFTransform(scaleX: 1, scaleY: 1, x: width, y: 0).then(textMatrix)
    }

    /// Where a part of a line of text lies, from one place on it to another.
    private func box(from start: Double, to end: Double) -> PDFRectangle {
        let reach = state.font.reach
        let (left, right) = (min(start, end) + reach.left * state.size, max(start, end) + max(0, reach.right) * state.size)
        let low = reach.bottom * state.size + state.rise
        let high = reach.top * state.size + state.rise
        return textMatrix.then(state.transform).box(PDFRectangle(left, low, right, high))
    }

    private mutating func show(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        if state.font.isVertical { return showVertical(bytes) }
        var place = 0.0
        var (isCertain, isSpaced) = (true, true)
        /// The part that is not blank, and how many blanks followed it.
        var part: (start: Double, end: Double)?
        var blanks = 0
        var boxes: [PDFRectangle] = []
        /// Where lines to write on stand, in a font that only the file itself explains.
        var line: (start: Double, end: Double)?
        var scalars: [Unicode.Scalar]? = []
        /// Where the first letter begins and the last one ends.
        var letters: (start: Double, end: Double)?
        let codes = state.font.codes(bytes)
        // Half a code at the end is dropped by some readers and shown by others.
        if state.font.isComposite, bytes.count % 2 != 0 { scalars = nil }
        let isSign = isSign(codes)
        for code in codes {
            let scalar = state.font.scalar(of: code)
            if let scalar { scalars?.append(scalar) } else { scalars = nil }
            let width = state.font.width(of: code)
            if width == nil { isCertain = false }
            let own = (width ?? 1) * state.size
            let more = state.spacing + (code == 32 && !state.font.isComposite ? state.wordSpacing : 0)
            if more < -0.1 * state.size.magnitude || !state.font.isSpaced(code) { isSpaced = false }
            // What a font says of its widths need not be true of its glyphs.
            let end = place + max(own.magnitude, 0.5 * state.size.magnitude) * (own < 0 ? -1 : 1) * state.scale
            if keepsLetters { note(code, from: place, to: place + (width ?? 0.5) * state.size * state.scale) }
            let isDrawnLine = scalar == nil && state.font.lines.contains(code)
            if isDrawnLine { line = (line?.start ?? place, end) }
            if Self.isBlank(scalar) || isDrawnLine, !isSign {
                blanks += 1
                if blanks > 2, let known = part {
                    boxes.append(box(from: known.start, to: known.end))
                    part = nil
                }
            } else {
                part = (part?.start ?? place, max(part?.end ?? end, end))
                blanks = 0
            }
            if scalar.map({ !FieldLook.isSpace($0) }) ?? true { letters = (letters?.start ?? place, place + own * state.scale) }
            place += (own + more) * state.scale
        }
        if let part { boxes.append(box(from: part.start, to: part.end)) }
        // Without widths it is unknown where a line goes on.
        if !isCertain, !boxes.isEmpty { boxes = [box(from: -advanced, to: place)] }
        if isAppearance { note(scalars, letters: letters ?? (0, place), to: place, isSpaced: isSpaced && isCertain) }
        if state.mode != 3, state.mode != 7 {
            let colour = state.mode == 0 ? state.fill : nil
            for box in boxes { add(.text, box, colour: colour) }
            if let line, isCertain {
                let count = summary.marks.count
                add(.text, box(from: line.start, to: line.end), colour: colour)
                if summary.marks.count > count { summary.marks[count].isLine = true }
            }
        }
        if state.mode > 3 { state.isClippedOddly = true }
        advance(place)
    }

    /// Text from top to bottom: where its letters lie is only roughly known.
    private mutating func showVertical(_ bytes: [UInt8]) {
        let length = Double(bytes.count) * state.size
        if state.mode != 3, state.mode != 7 {
            let size = state.size.magnitude
            let whole = PDFRectangle(-size - advanced.magnitude, -length.magnitude, length.magnitude + size, size)
            add(.text, textMatrix.then(state.transform).box(whole), colour: nil)
        }
        if isAppearance { note(nil, letters: (0, length), to: length, isSpaced: false) }
        summary.isCut = true
    }

    /// Keeps a letter of a page, with where it stands.
    private mutating func note(_ code: Int, from start: Double, to end: Double) {
        guard summary.letters.count < Self.mostLetters, state.mode != 3, state.mode != 7 else { return }
        guard let scalar = state.font.meaning(of: code) else { return }
        summary.letters.append(PlacedLetter(scalar: scalar, box: box(from: start, to: end)))
    }

    private static let mostLetters = 100_000

    private mutating func note(_ scalars: [Unicode.Scalar]?, letters: (start: Double, end: Double), to end: Double, isSpaced: Bool) {
        guard summary.texts.count < 20_000 else { return summary.isCut = true }
        let matrix = textMatrix.then(state.transform)
        let height = state.size * matrix.d
        let width = state.size * matrix.a * state.scale
        let isStraight = matrix.b.magnitude < 0.01 * matrix.a.magnitude && matrix.c.magnitude < 0.5 * matrix.d.magnitude
        let body = matrix.box(PDFRectangle(letters.start, state.rise, letters.end, 0.55 * state.size + state.rise))
        var clip = state.clip
        // Some write no operator that ends the path; some readers clip all the same.
        if isClipping, let waiting = path.box { clip = clip.map { $0.common(with: waiting) ?? PDFRectangle(0, 0, 0, 0) } ?? waiting }
        summary.texts.append(
            ShownText(
                scalars: scalars,
                box: body,
                start: matrix.point(0, state.rise),
                end: matrix.point(end, state.rise),
                size: height,
                stretch: height != 0 ? width / height : 0,
                isUpright: width > 0 && height > 0 && isStraight,
                isSpaced: isSpaced,
                isSolid: state.mode == 0 && state.mixing == .normal && state.fillOpacity * state.groupOpacity >= 0.99
                    && !state.isClippedOddly,
                colour: state.fill,
                clip: clip,
                order: summary.marks.count
            )
        )
    }

    /// Whether a text is nothing but a sign or two, such as the dash that stands for no amount, and no line to write on.
    private func isSign(_ codes: [Int]) -> Bool {
        guard codes.count <= 8 else { return false }
        var count = 0
        for code in codes {
            guard let value = state.font.scalar(of: code)?.value, value != 0x20, value != 0xA0 else { continue }
            guard value == 0x2D || value == 0x2F else { return false }
            count += 1
        }
        return (1...3).contains(count)
    }

    /// Spaces, and lines to write on, hide nothing that anybody misses.
    private static func isBlank(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar else { return false }
        switch scalar.value {
        case 9, 10, 13, 0x20, 0xA0, 0x2D, 0x2E, 0x2F, 0x5F, 0x2026: return true
        default: return false
        }
    }
}
