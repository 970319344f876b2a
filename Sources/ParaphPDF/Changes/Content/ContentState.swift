/// What q and Q keep of a content stream (ISO 32000-2, 8.4).
struct ContentState {
    var transform = PDFTransform()
    var lineWidth = 1.0
    /// Whether corners of lines stick out, and at most how far.
    var isMitred = true
    var mitre = 10.0
    /// Whether lines are dashed so that single pieces of them could be taken for letters.
    var isBroken = false
    var fill: ContentColour? = .black
    var stroke: ContentColour? = .black
    /// How many parts a colour of the space has; nil for spaces whose colours are not known.
    var fillParts: Int? = 1
    var strokeParts: Int? = 1
    var blend = ContentMark.Blend.normal
    var fillOpacity = 1.0
    var strokeOpacity = 1.0
    var hasMask = false
    /// What the group as a whole does, which the stream is part of.
    var group = ContentMark.Blend.normal
    var groupOpacity = 1.0
    /// Whether blending sees only what the group itself painted (11.4.6).
    var isIsolated = false
    var clip: PDFRectangle?
    /// Whether the clipping path is other than a box, or made of text.
    var isClippedOddly = false

    // Text (9.3).
    var font = ContentFont()
    var size = 0.0
    var leading = 0.0
    var spacing = 0.0
    var wordSpacing = 0.0
    var scale = 1.0
    var rise = 0.0
    var mode = 0

    /// How something that is painted now mixes with the page.
    var mixing: ContentMark.Blend {
        if hasMask { return .other }
        switch blend {
        case .normal: return group
        case .multiply: return isIsolated || group == .other ? group : .multiply
        case .other: return .other
        }
    }

    mutating func setDash(_ lengths: [PDFObject]) { isBroken = lengths.contains { ($0.number ?? .infinity) > Self.longestDash } }

    private static let longestDash = 6.0

    /// By how much lengths grow at most.
    var growth: Double {
        max(transform.a.magnitude + transform.c.magnitude, transform.b.magnitude + transform.d.magnitude)
    }

    /// Begins a group (11.6.6): what it holds is mixed as a whole.
    mutating func enterGroup(isolated: Bool) {
        (group, groupOpacity) = (mixing, groupOpacity * fillOpacity)
        isIsolated = isIsolated || isolated
        (blend, fillOpacity, strokeOpacity, hasMask) = (.normal, 1, 1, false)
    }

    mutating func clip(to box: PDFRectangle) {
        guard let clip else { return self.clip = box }
        self.clip = clip.common(with: box) ?? PDFRectangle(box.left, box.bottom, box.left, box.bottom)
    }
}

extension PDFRectangle {
    /// What two boxes have in common; nil for nothing.
    func common(with other: PDFRectangle) -> PDFRectangle? {
        let (left, right) = (max(left, other.left), min(right, other.right))
        let (bottom, top) = (max(bottom, other.bottom), min(top, other.top))
        return left <= right && bottom <= top ? PDFRectangle(left, bottom, right, top) : nil
    }

    /// The box around both.
    func joined(with other: PDFRectangle) -> PDFRectangle {
        PDFRectangle(min(left, other.left), min(bottom, other.bottom), max(right, other.right), max(top, other.top))
    }

    /// The box with so much more on each side.
    func grown(by width: Double, _ height: Double) -> PDFRectangle {
        PDFRectangle(left - width, bottom - height, max(left - width, right + width), max(bottom - height, top + height))
    }
}
