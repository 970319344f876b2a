/// Where photo, ink and lines of a signature go in a rectangle.
///
/// Without lines a photo stands in front of the ink, as high as the box. Else a few ways to divide it are tried, each with several proportions; the one that shows the ink largest, with lines that can be read, is kept.
struct SignatureLayout {
    private(set) var photo: PDFRectangle?
    private(set) var ink: PDFRectangle?
    private(set) var text: PDFRectangle?
    private(set) var textSize = 0.0
    /// From one line to the next.
    var leading: Double { textSize * Self.spacing }

    private static let spacing = 1.25
    /// What is left free on each side, as a part of the shorter one.
    private static let sides = 0.03
    /// How much of a line's height lies above its baseline.
    static let rise = 0.8
    private static let largestText = 12.0

    /// The width of a thing by its height, within reason.
    static func aspect(_ width: Double, _ height: Double) -> Double {
        guard width > 0, height > 0 else { return 1 }
        return min(max(width / height, 0.02), 50)
    }

    private enum Division: CaseIterable {
        /// Photo, ink and lines beside one another; the photo beside ink over lines; all over one another; photo over lines beside the ink.
        case columns, inkOverText, rows, photoOverText
    }

    init(box: PDFRectangle, ink: Double?, photo: Double?, lines: Int, widest: Double) {
        let margin = min(box.width, box.height) * Self.sides
        let room = PDFRectangle(box.left + margin, box.bottom + margin, box.right - margin, box.top - margin)
        var best = -Double.greatestFiniteMagnitude
        self.init()
        if let ink, let photo, lines == 0, box.width >= box.height {
            let width = min(room.height * photo, Self.mostPhoto * room.width)
            self.photo = Self.fit(photo, PDFRectangle(room.left, room.bottom, room.left + width, room.top))
            self.ink = Self.fit(ink, PDFRectangle(room.left + width + margin, room.bottom, room.right, room.top))
            return
        }
        for division in Division.allCases {
            for photoPart in photo == nil ? [0.0] : ink == nil && lines == 0 ? [1.0] : [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5] {
                for textPart in lines == 0 ? [0.0] : ink == nil ? [1.0] : [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7] {
                    let parts = Self.divide(room, division, photoPart, textPart)
                    var candidate = SignatureLayout()
                    var score = 0.0
                    if let ink {
                        let fitted = Self.fit(ink, parts.ink)
                        candidate.ink = fitted
                        score += 1.5 * fitted.width * fitted.height / (room.width * room.height)
                    }
                    if let photo {
                        let fitted = Self.fit(photo, parts.photo)
                        candidate.photo = fitted
                        let share = fitted.width * fitted.height / (room.width * room.height)
                        // A photo without a recognised face counts as no photo.
                        score += share - max(0, 0.08 - share) * 10
                    }
                    if lines > 0 {
                        candidate.setText(in: parts.text, lines: lines, widest: widest)
                        // Up to nine points every point counts; more only looks loud, and below six reading gets hard.
                        score += min(candidate.textSize, 9) / 9 - max(0, 6 - candidate.textSize) * 0.3
                    }
                    if score > best { (best, self) = (score, candidate) }
                }
            }
        }
    }

    private init() {}

    /// How much of the width a photo in front of the ink takes at most.
    private static let mostPhoto = 0.5

    /// How much wider a box of some height must be for a photo in front of ink that keeps its size.
    static func width(ofPhoto photo: Double, height: Double) -> Double {
        let margin = height * sides
        return (height - 2 * margin) * photo + margin
    }

    private mutating func setText(in box: PDFRectangle, lines: Int, widest: Double) {
        let size = min(box.height / (Double(lines) * Self.spacing), widest > 0 ? box.width / widest : Self.largestText, Self.largestText)
        textSize = max(size, 0.01)
        let height = Double(lines) * leading
        let top = box.top - (box.height - height) / 2
        text = PDFRectangle(box.left, top - height, box.right, top)
    }

    /// The largest box of a shape in the middle of another.
    private static func fit(_ aspect: Double, _ box: PDFRectangle) -> PDFRectangle {
        let width = min(box.width, box.height * aspect)
        let height = width / aspect
        let (x, y) = (box.left + (box.width - width) / 2, box.bottom + (box.height - height) / 2)
        return PDFRectangle(x, y, x + width, y + height)
    }

    private static func divide(_ box: PDFRectangle, _ division: Division, _ photo: Double, _ text: Double)
        -> (photo: PDFRectangle, ink: PDFRectangle, text: PDFRectangle)
    {
        switch division {
        case .columns:
            let (first, rest) = columns(box, photo)
            let (ink, lines) = columns(rest, 1 - text)
            return (first, ink, lines)
        case .inkOverText:
            let (first, rest) = columns(box, photo)
            let (ink, lines) = rows(rest, 1 - text)
            return (first, ink, lines)
        case .rows:
            let (first, rest) = rows(box, photo)
            let (ink, lines) = rows(rest, 1 - text)
            return (first, ink, lines)
        case .photoOverText:
            let (left, ink) = columns(box, text)
            let (first, lines) = rows(left, photo < 1 ? 0.5 : 1)
            return photo == 0 ? (first, ink, left) : (first, ink, lines)
        }
    }

    /// Two boxes beside one another with a gap, the left one with a part of the width.
    private static func columns(_ box: PDFRectangle, _ part: Double) -> (PDFRectangle, PDFRectangle) {
        let gap = part <= 0 || part >= 1 ? 0 : box.width * 0.03
        let middle = box.left + (box.width - gap) * part
        return (PDFRectangle(box.left, box.bottom, middle, box.top), PDFRectangle(middle + gap, box.bottom, box.right, box.top))
    }

    /// Two boxes over one another with a gap, the upper one with a part of the height.
    private static func rows(_ box: PDFRectangle, _ part: Double) -> (PDFRectangle, PDFRectangle) {
        let gap = part <= 0 || part >= 1 ? 0 : box.height * 0.03
        let middle = box.top - (box.height - gap) * part
        return (PDFRectangle(box.left, middle, box.right, box.top), PDFRectangle(box.left, box.bottom, box.right, middle - gap))
    }
}
