public import ParaphInk
public import ParaphWire

/// The drawing of a signature as the server gives it: one outline in one colour.
nonisolated public struct DrawnInk: Hashable, Sendable {
    public let outline: InkPath
    public let pen: InkColor

    /// The largest drawing that is read, in bytes.
    private static let largest = 4 << 20

    /// Reads the SVG document that a server of Paraph writes (`InkPath.svg`); `nil` of any other.
    init?(_ content: Content) {
        guard content.mediaType.hasPrefix("image/svg+xml"), content.bytes.count <= Self.largest else { return nil }
        let text = String(decoding: content.bytes, as: UTF8.self)
        guard let data = Self.attribute("d", in: text), let outline = SVGPathReader.read(data), !outline.isEmpty else { return nil }
        self.outline = outline
        pen = Self.attribute("fill", in: text)?.uppercased() == Pen.Ink.black.hexadecimal.uppercased() ? .black : .blue
    }

    private static func attribute(_ name: String, in text: String) -> Substring? {
        guard let begin = text.firstRange(of: " \(name)=\"") else { return nil }
        let value = text[begin.upperBound...]
        return value.firstIndex(of: "\"").map { value[..<$0] }
    }
}

/// Reads path data (SVG 2, section 9.3) of the commands that `InkPath.svgPathData` writes: `M`, `l`, `c` and `z`.
nonisolated private struct SVGPathReader {
    private var rest: Substring.UTF8View
    private var command = UInt8(ascii: "M")
    private var at = SIMD2<Double>(0, 0)
    private var start = SIMD2<Double>(0, 0)

    private init(_ data: Substring) { rest = data.utf8 }

    /// The outline; `nil` where something else stands there.
    static func read(_ data: Substring) -> InkPath? {
        var (reader, elements) = (SVGPathReader(data), [InkPath.Element]())
        while !reader.isAtEnd {
            guard let element = reader.next() else { return nil }
            elements.append(element)
        }
        return InkPath(elements)
    }

    private var isAtEnd: Bool {
        mutating get {
            while let byte = rest.first, byte == UInt8(ascii: " ") { rest.removeFirst() }
            return rest.isEmpty
        }
    }

    private mutating func next() -> InkPath.Element? {
        if let byte = rest.first, [UInt8(ascii: "M"), UInt8(ascii: "l"), UInt8(ascii: "c"), UInt8(ascii: "z")].contains(byte) {
            command = byte
            rest.removeFirst()
        }
        switch command {
        case UInt8(ascii: "M"):
            guard let point = point(from: SIMD2(0, 0)) else { return nil }
            (at, start) = (point, point)
            return .move(point)
        case UInt8(ascii: "l"):
            guard let point = point(from: at) else { return nil }
            at = point
            return .line(point)
        case UInt8(ascii: "c"):
            guard let first = point(from: at), let second = point(from: at), let end = point(from: at) else { return nil }
            at = end
            return .curve(first, second, end)
        default:
            at = start
            return .close
        }
    }

    private mutating func point(from base: SIMD2<Double>) -> SIMD2<Double>? {
        guard let x = number(), let y = number() else { return nil }
        return base + SIMD2(x, y)
    }

    private mutating func number() -> Double? {
        guard !isAtEnd else { return nil }
        var digits: [UInt8] = []
        if rest.first == UInt8(ascii: "-") { digits.append(rest.removeFirst()) }
        while let byte = rest.first, byte == UInt8(ascii: ".") || (0x30...0x39).contains(byte) { digits.append(rest.removeFirst()) }
        return Double(String(decoding: digits, as: UTF8.self))
    }
}
