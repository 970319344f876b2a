extension ContentReader {
    /// Operators that make and draw paths (ISO 32000-2, 8.5); says whether it was one.
    mutating func performPath(_ code: Int) -> Bool {
        let values = values
        switch code {
        case 0x6D: if values.count >= 2 { path.move(point(values[0], values[1])) }  // m
        case 0x6C: if values.count >= 2 { path.extend([point(values[0], values[1])]) }  // l
        case 0x63:  // c
            if values.count >= 6 { path.extend([point(values[0], values[1]), point(values[2], values[3]), point(values[4], values[5])]) }
        case 0x76, 0x79:  // v y
            if values.count >= 4 { path.extend([point(values[0], values[1]), point(values[2], values[3])]) }
        case 0x68: path.close()  // h
        case 0x7265:  // re
            if values.count >= 4 {
                path.move(point(values[0], values[1]))
                for (x, y) in [(values[2], 0), (values[2], values[3]), (0, values[3])] {
                    path.extend([point(values[0] + x, values[1] + y)])
                }
                path.close()
            }
        case 0x66, 0x46, 0x662A: paintPath(fills: true, strokes: false, isEvenOdd: code == 0x662A)  // f F f*
        case 0x42, 0x422A, 0x62, 0x622A:  // B B* b b*
            if code == 0x62 || code == 0x622A { path.close() }
            paintPath(fills: true, strokes: true, isEvenOdd: code == 0x422A || code == 0x622A)
        case 0x53, 0x73:  // S s
            if code == 0x73 { path.close() }
            paintPath(fills: false, strokes: true)
        case 0x6E: paintPath(fills: false, strokes: false)  // n
        case 0x57, 0x572A: isClipping = true  // W W*
        default: return false
        }
        return true
    }

    private func point(_ x: Double, _ y: Double) -> (x: Double, y: Double) { state.transform.point(x, y) }

    private mutating func paintPath(fills: Bool, strokes: Bool, isEvenOdd: Bool = false) {
        if path.isCut { summary.isCut = true }
        if isAppearance, fills || strokes { keepShape(fills: fills, strokes: strokes, isEvenOdd: isEvenOdd) }
        if fills {
            for outline in path.outlines(isClosed: true) {
                guard let box = ContentPath.box(outline) else { continue }
                add(.fill, box, colour: state.fill, edges: isAppearance ? outline : [])
            }
        }
        if strokes {
            // The thinnest line is as wide as what it is drawn on can do.
            let half = max(state.lineWidth * state.growth, 0.25) / 2
            for (line, reach) in path.strokes(isMitred: state.isMitred, limit: state.mitre) {
                let width = half * reach
                add(.stroke, line.grown(by: width, width), colour: state.stroke, edges: isAppearance ? [line] : [])
            }
        }
        if isClipping {
            if !path.isBox { state.isClippedOddly = true }
            if let box = path.box { state.clip(to: box) }
        }
        isClipping = false
        path = ContentPath(keepsWays: isAppearance)
    }

    /// Keeps what a path paints point by point, so that how much of something it hides can be told.
    private mutating func keepShape(fills: Bool, strokes: Bool, isEvenOdd: Bool) {
        let lines = path.outlinePoints
        let count = lines.reduce(0) { $0 + $1.count }
        guard summary.keptPoints + count <= Self.mostPoints else { return summary.isTangled = true }
        summary.keptPoints += count
        let half = strokes ? max(state.lineWidth * state.growth, 0.25) / 2 : 0
        guard let shape = PaintedShape(lines, isFilled: fills, isEvenOdd: isEvenOdd, half: half) else { return }
        summary.shapes.append(shape)
    }

    private static var mostPoints: Int { 400_000 }

    /// Operators that set colours (8.6.8); says whether it was one.
    mutating func performColour(_ code: Int) -> Bool {
        switch code {
        case 0x67, 0x7267, 0x6B:  // g rg k
            state.fillParts = code == 0x67 ? 1 : code == 0x6B ? 4 : 3
            state.fill = colour(state.fillParts)
        case 0x47, 0x5247, 0x4B:  // G RG K
            state.strokeParts = code == 0x47 ? 1 : code == 0x4B ? 4 : 3
            state.stroke = colour(state.strokeParts)
        case 0x7363, 0x73636E: state.fill = colour(state.fillParts)  // sc scn
        case 0x5343, 0x53434E: state.stroke = colour(state.strokeParts)  // SC SCN
        default: return false
        }
        return true
    }

    private func colour(_ parts: Int?) -> ContentColour? {
        guard let parts, operands.allSatisfy({ $0.number != nil }) else { return nil }
        let values = values
        return values.count == parts ? ContentColour(values) : nil
    }
}
