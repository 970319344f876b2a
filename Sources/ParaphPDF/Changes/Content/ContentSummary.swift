/// What a content stream draws: enough to say what covers what, and which text a field shows.
///
/// It never says less than is drawn: what cannot be followed leaves ``isCut`` set.
struct ContentSummary {
    /// What is painted, in this order; of text what is seen.
    var marks: [ContentMark] = []
    /// The texts of an appearance, those that are not seen too.
    var texts: [ShownText] = []
    /// What its paths paint, of an appearance.
    var shapes: [PaintedShape] = []
    /// How many points these have together, and whether there are more than are kept.
    var keptPoints = 0
    var isTangled = false
    /// The letters of a page in the order in which they are drawn, where they are asked for.
    var letters: [PlacedLetter] = []
    /// The fonts that were set.
    var fonts: [PDFObject] = []
    /// Whether it has more than is looked at, or something that is not understood, so that anything may be drawn.
    var isCut = false
    /// Whether parts of it may be switched off (8.11).
    var isOptional = false

    /// Nothing yet.
    init() {}

    /// Reads an appearance, placed as a transform says after its own /Matrix unless that is left out, with its texts and outlines.
    ///
    /// What its fonts say of their letters is believed where they are known.
    init(
        of stream: PDFStream,
        in file: PDFFile,
        transform: PDFTransform = PDFTransform(),
        isPlaced: Bool = true,
        fonts: KnownFonts? = nil
    ) throws(PDFError) {
        var reader = ContentReader(file)
        reader.knownFonts = fonts
        reader.isAppearance = true
        try reader.read(form: stream, transform, isPlaced: isPlaced)
        self = reader.summary
    }

    /// Reads what a page draws, without its annotations.
    init(of page: PDFPage, in file: PDFFile, keepsLetters: Bool = false) throws(PDFError) {
        var reader = ContentReader(file)
        reader.keepsLetters = keepsLetters
        let contents = try file.resolve(page["Contents"])
        let resources = try file.resolve(page["Resources"]).dictionary ?? PDFDictionary()
        // Some readers give the colours of what lies on the page that meaning too.
        if try reader.recolours(resources) { reader.summary.isCut = true }
        var bytes: [UInt8] = []
        for part in contents.array ?? [contents] {
            guard let stream = try file.resolve(part).stream else { continue }
            guard bytes.count < ContentReader.mostBytes else {
                reader.summary.isCut = true
                break
            }
            do throws(PDFError) {
                let decoded = try file.decoded(stream, limit: ContentReader.mostBytes)
                if !decoded.isComplete { reader.summary.isCut = true }
                bytes += decoded.bytes.array
            } catch {
                guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
                reader.summary.isCut = true
            }
            bytes.append(10)
        }
        try reader.read(PDFBytes(bytes), resources, PDFTransform(), depth: 0)
        self = reader.summary
    }

    /// Whether there is a mark of some kinds.
    func has(_ kinds: ContentMark.Kind...) -> Bool { marks.contains { kinds.contains($0.kind) } }

    /// Whether it shows anything that is no drawing: letters, pictures, shades.
    var showsMoreThanLines: Bool { isCut || !texts.isEmpty || has(.text, .image, .shading) }
}
