/// One thing that a content stream paints: a text, a picture, a filled outline, or one line of a drawn one.
struct ContentMark {
    enum Kind { case text, image, fill, stroke, shading }

    /// How it mixes with what lies below (ISO 32000-2, 11.3.5): only what is known to let dark letters through is `multiply`.
    enum Blend { case normal, multiply, other }

    var kind: Kind
    /// What it does not reach beyond.
    var box: PDFRectangle
    /// Its colour; nil for what is not of one known colour.
    var colour: ContentColour?
    var blend = Blend.normal
    var opacity = 1.0
    /// The box around the clipping path; nil where nothing is clipped.
    var clip: PDFRectangle?
    /// Whether it is text of signs to write on and blanks, as the file itself says; nothing else tells.
    var isLine = false
    /// Whether it is a line that may be in pieces.
    var isBroken = false
    /// The lines of the outline, for appearances only.
    var edges: [PDFRectangle] = []

    /// Whether it is a line to write on or to divide a page by, which hides nothing and is not missed.
    var isRule: Bool {
        guard kind == .fill || kind == .stroke else { return false }
        return min(box.width, box.height) <= 3 && max(box.width, box.height) >= 24
    }

    /// Whether it leaves white paper as it is.
    var isBlank: Bool { (kind == .fill || kind == .stroke) && blend != .other && (colour?.isWhite ?? false) }
}

/// A text that an appearance shows by one operator.
struct ShownText {
    /// Its characters; nil where the font does not say them for sure.
    var scalars: [Unicode.Scalar]?
    /// Where it stands: its letters without what reaches below the line, and without blanks in front and behind.
    var box: PDFRectangle
    /// Where its line begins and ends.
    var start: (x: Double, y: Double)
    var end: (x: Double, y: Double)
    /// How high a letter of its size is, and how wide, as a part of that.
    var size: Double
    var stretch: Double
    /// Whether it stands upright and reads from left to right.
    var isUpright: Bool
    /// Whether its letters have room beside one another.
    var isSpaced: Bool
    /// Whether it is drawn as filled letters that nothing lets shine through.
    var isSolid: Bool
    var colour: ContentColour?
    var clip: PDFRectangle?
    /// How many marks were made before it.
    var order: Int
}
