extension InkPath {
    /// The outline as operators of a PDF content stream that fill it in the ink's colour, with three decimals.
    ///
    /// `transform` maps the outline to the page, whose y grows upwards: ``InkTransform/fitting(_:into:margin:flippingY:)`` makes one. The
    /// graphics state is saved before and restored after. Source: ISO 32000-2:2020, §8.5.
    public func pdfOperators(ink: Pen.Ink = .blue, transform: InkTransform = .identity) -> [UInt8] {
        var text = DecimalText(decimals: 3)
        text.append("q ")
        for part in [ink.red, ink.green, ink.blue] {
            text.append(Double(part) / 255)
            text.append(" ")
        }
        text.append("rg\n")
        for element in elements {
            switch element {
            case .move(let point): text.append([transform(point)], "m\n")
            case .line(let point): text.append([transform(point)], "l\n")
            case .curve(let first, let second, let end): text.append([transform(first), transform(second), transform(end)], "c\n")
            case .close: text.append("h\n")
            }
        }
        text.append(isEmpty ? "Q\n" : "f Q\n")
        return text.bytes
    }
}

extension DecimalText {
    fileprivate mutating func append(_ points: [SIMD2<Double>], _ operation: StaticString) {
        for point in points {
            append(point.x)
            append(" ")
            append(point.y)
            append(" ")
        }
        append(operation)
    }
}
