extension ContentReader {
    /// Operators that make and draw paths (ISO 32000-2, 8.5); says whether it was one.
    mutating func performPath(_ code: Int) -> Bool {
        let values = values
        switch code {
        case 0x6D, 0x6C:  // m, l
            if values.count >= 2 { extend(values[0], values[1]) }
        case 0x63:  // c
            if values.count >= 6 { for index in [0, 2, 4] { extend(values[index], values[index + 1]) } }
        case 0x76, 0x79:  // v, y
            if values.count >= 4 { for index in [0, 2] { extend(values[index], values[index + 1]) } }
        case 0x7265:  // re
            if values.count >= 4 {
                extend(values[0], values[1])
                extend(values[0] + values[2], values[1] + values[3])
                extend(values[0] + values[2], values[1])
                extend(values[0], values[1] + values[3])
            }
        case 0x66, 0x46, 0x662A, 0x42, 0x422A, 0x62, 0x622A:  // f F f* B B* b b*
            if let path { paint(path) }
            path = nil
        case 0x53, 0x73, 0x6E: path = nil  // S s n
        default: return false
        }
        return true
    }

    private mutating func extend(_ x: Double, _ y: Double) {
        let point = state.transform.point(x, y)
        guard point.x.isFinite, point.y.isFinite else { return }
        guard let old = path else { return path = PDFRectangle(point.x, point.y, point.x, point.y) }
        path = PDFRectangle(min(old.left, point.x), min(old.bottom, point.y), max(old.right, point.x), max(old.top, point.y))
    }

    /// Operators that place and show text (9.4).
    mutating func performText(_ code: Int) {
        let values = values
        switch code {
        case 0x4254: (textMatrix, lineMatrix) = (PDFTransform(), PDFTransform())  // BT
        case 0x544C: state.leading = values.last ?? 0  // TL
        case 0x5472: state.isShown = values.last != 3  // Tr
        case 0x5464: if values.count >= 2 { moveLine(values[0], values[1]) }  // Td
        case 0x5444:  // TD
            if values.count >= 2 {
                state.leading = -values[1]
                moveLine(values[0], values[1])
            }
        case 0x546D:  // Tm
            if let matrix = PDFTransform(values) { (textMatrix, lineMatrix) = (matrix, matrix) }
        case 0x542A: moveLine(0, -state.leading)  // T*
        case 0x546A: if let string = operandObjects.last?.string { show(string.bytes) }  // Tj
        case 0x27, 0x22:  // ' "
            moveLine(0, -state.leading)
            if let string = operandObjects.last?.string { show(string.bytes) }
        case 0x544A:  // TJ
            for element in operandObjects.last?.array ?? [] {
                if let string = element.string { show(string.bytes) }
                if let number = element.number { advance(-number / 1000 * state.size) }
            }
        default: break
        }
    }

    private mutating func moveLine(_ x: Double, _ y: Double) {
        lineMatrix = PDFTransform(scaleX: 1, scaleY: 1, x: x, y: y).then(lineMatrix)
        textMatrix = lineMatrix
        if summary.plainText?.isEmpty == false { summary.plainText?.append(10) }
    }

    private mutating func advance(_ width: Double) {
        textMatrix = PDFTransform(scaleX: 1, scaleY: 1, x: width, y: 0).then(textMatrix)
    }

    private mutating func show(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        summary.textLength += state.isComposite ? bytes.count / 2 : bytes.count
        if state.isLatin, (summary.plainText?.count ?? 0) < Self.mostBytes {
            summary.plainText?.append(contentsOf: bytes)
        } else {
            summary.plainText = nil
        }
        // Letters are about half as wide as they are high.
        let count = state.isComposite ? (bytes.count + 1) / 2 : bytes.count
        let width = Double(count) * 0.5 * state.size
        guard state.isShown else { return advance(width) }
        // Spaces, and lines to write on, hide nothing that anybody misses.
        let isBlank = !state.isComposite && bytes.allSatisfy { [9, 10, 13, 32, 0x2D, 0x2E, 0x5F].contains($0) }
        let box = textMatrix.then(state.transform).box(PDFRectangle(0, -0.2 * state.size, width, 0.8 * state.size))
        if box.left.isFinite, box.right.isFinite, box.top.isFinite, box.bottom.isFinite { add(run: box, isBlank: isBlank) }
        advance(width)
    }
}
