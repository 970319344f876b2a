/// What is seen of a signature on a page: its ink, a photo of the person, and lines such as name, date and similarity.
///
/// Any part may be missing. They are laid out in any rectangle, so that the ink is as large as it can be and the lines can be read.
public struct PDFSignatureAppearance: Sendable {
    /// A drawing of vectors.
    public struct Ink: Sendable {
        /// The operators that draw it (ISO 32000-2, 8.5), as ``PDFContent`` writes them.
        public var content: [UInt8]
        /// The box that it fills, in its own coordinates, with y upwards.
        public var bounds: PDFRectangle

        /// Makes a drawing.
        public init(content: [UInt8], bounds: PDFRectangle) {
            (self.content, self.bounds) = (content, bounds)
        }
    }

    /// The ink.
    public var ink: Ink?
    /// The photo.
    public var photo: PDFImage?
    /// The lines of text, from top to bottom, in any script that is written from left to right.
    public var lines: [String]

    /// Makes an appearance.
    public init(ink: Ink? = nil, photo: PDFImage? = nil, lines: [String] = []) {
        (self.ink, self.photo, self.lines) = (ink, photo, lines)
    }

    /// Whether there is nothing to see.
    public var isEmpty: Bool { ink == nil && photo == nil && lines.isEmpty }

    /// Where ink and photo lie in a box of some size from 0, 0, of an appearance without lines: a preview asks here.
    public func parts(width: Double, height: Double) -> (ink: PDFRectangle?, photo: PDFRectangle?) {
        let layout = layout(width, height, lines: 0, widest: 0)
        return (layout.ink, layout.photo)
    }

    /// How much wider a box of some height gets by the photo, so that the ink keeps its size; 0 without both.
    public func widthOfPhoto(height: Double) -> Double {
        guard let photo, ink != nil else { return 0 }
        return SignatureLayout.width(ofPhoto: SignatureLayout.aspect(Double(photo.width), Double(photo.height)), height: height)
    }

    /// Where its parts lie, of which the lines were set: the widest of them as a part of its size.
    func layout(_ width: Double, _ height: Double, lines: Int, widest: Double) -> SignatureLayout {
        SignatureLayout(
            box: PDFRectangle(0, 0, width, height),
            ink: ink.map { SignatureLayout.aspect($0.bounds.width, $0.bounds.height) },
            photo: photo.map { SignatureLayout.aspect(Double($0.width), Double($0.height)) },
            lines: lines,
            widest: widest
        )
    }
}

extension PDFUpdate {
    /// How many lines, and characters of one, an appearance may have.
    private static let mostLines = 32
    private static let longestLine = 1000

    /// Adds what is seen of a signature.
    ///
    /// - Parameters:
    ///   - appearance: what is to be seen.
    ///   - width: the width of the box as shown, in points.
    ///   - height: its height.
    ///   - rotation: by how much the page is turned, see ``PDFPageGeometry``.
    ///   - fonts: fonts to embed for characters that the standard fonts have not, in the order in which they are tried.
    /// - Returns: the form XObject, for ``addSignatureField(_:value:on:rectangle:appearance:)``.
    /// - Throws: ``PDFError``: `missing` for a character that no font has, `unsupported` for text from right to left, `tooLarge` for too
    ///   many lines, `malformed` for a box that is empty.
    public mutating func addAppearance(
        _ appearance: PDFSignatureAppearance,
        width: Double,
        height: Double,
        rotation: Int = 0,
        fonts: [TrueTypeFont] = []
    ) throws(PDFError) -> PDFReference {
        guard width > 0, height > 0, width < 1e6, height < 1e6 else {
            throw PDFError(.malformed, "A signature is shown in an empty rectangle")
        }
        guard appearance.lines.count <= Self.mostLines else { throw PDFError(.tooLarge, "A signature is shown with too many lines") }
        var set = FontSet(fonts)
        let lines = try Self.lines(appearance.lines, &set)
        var widest = 0.0
        for line in lines { widest = max(widest, line.width) }
        let layout = appearance.layout(width, height, lines: lines.count, widest: widest)
        var content = PDFContent()
        var resources = PDFDictionary()
        if let photo = appearance.photo, let box = layout.photo {
            let name = PDFName("ParaphPhoto")
            content.save()
            content.put(photo.matrix(in: box), "cm")
            content.draw(name)
            content.restore()
            resources["XObject"] = .dictionary(PDFDictionary([PDFDictionary.Entry(name, .reference(add(photo)))]))
        }
        if let ink = appearance.ink, let box = layout.ink {
            content.save()
            let scale = min(box.width / max(ink.bounds.width, 1e-6), box.height / max(ink.bounds.height, 1e-6))
            let x = box.left + (box.width - ink.bounds.width * scale) / 2
            let y = box.bottom + (box.height - ink.bounds.height * scale) / 2
            content.transform(scale, 0, 0, scale, x - ink.bounds.left * scale, y - ink.bounds.bottom * scale)
            content.append(ink.content)
            content.restore()
        }
        if let box = layout.text {
            content.save()
            content.colour(red: 0.2, green: 0.2, blue: 0.2)
            content.beginText()
            for (index, line) in lines.enumerated() {
                let baseline = box.top - (Double(index) + SignatureLayout.rise) * layout.leading
                content.show(line, size: layout.textSize, at: box.left, baseline, fonts: set)
            }
            content.endText()
            content.restore()
            resources["Font"] = .dictionary(set.resources(of: lines.reduce(into: []) { $0 += $1 }, in: &self))
        }
        let reference = addAppearance(content, width: width, height: height, rotation: rotation, resources: resources)
        try set.finish(&self)
        return reference
    }

    private static func lines(_ texts: [String], _ set: inout FontSet) throws(PDFError) -> [[TextGlyph]] {
        let order = [set.standard(.helvetica)] + set.fallbacks
        var lines: [[TextGlyph]] = []
        for text in texts {
            let scalars = Array(text.unicodeScalars.prefix(longestLine + 1))
            guard scalars.count <= longestLine else { throw PDFError(.tooLarge, "A signature is shown with a line that is too long") }
            for scalar in scalars where scalar.needsShaping {
                throw PDFError(.unsupported, "Text from right to left, or in letters that join, cannot be shown")
            }
            switch set.set(scalars, in: order) {
            case .set(let glyphs): lines.append(glyphs)
            case .missing: throw PDFError(.missing, "A character is in none of the fonts; another font is needed to show it")
            }
        }
        return lines
    }
}

extension FontSet {
    /// The entries of a /Font dictionary for all fonts that glyphs are set in.
    mutating func resources(of glyphs: [TextGlyph], in update: inout PDFUpdate) -> PDFDictionary {
        var seen: Set<Index> = []
        var fonts = PDFDictionary()
        for glyph in glyphs where seen.insert(glyph.font).inserted { fonts[name(of: glyph.font)] = object(of: glyph.font, in: &update) }
        return fonts
    }
}
