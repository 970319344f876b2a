/// What a content stream draws, roughly: enough to say what covers what, and which text a field shows.
struct ContentSummary {
    /// Where text stands, as far as its letters are not all blank or lines to write on.
    var runs: [PDFRectangle] = []
    /// Where pictures stand.
    var images: [PDFRectangle] = []
    /// What is drawn over what lies below: filled paths, pictures and text.
    var painted: [PDFRectangle] = []
    var hasShading = false
    /// The text as bytes of fonts of Latin letters, with line ends between runs; nil where a font is of another kind.
    var plainText: [UInt8]? = []
    var textLength = 0
    var fonts: [PDFObject] = []
    /// Whether it has more than is looked at, so that anything may be drawn.
    var isCut = false

    private let file: PDFFile

    /// Nothing yet.
    init(_ file: PDFFile) { self.file = file }

    /// Reads an appearance or another form XObject, in its own coordinates or in those that a transform gives.
    init(of stream: PDFStream, in file: PDFFile, transform: PDFTransform = PDFTransform()) throws(PDFError) {
        var reader = ContentReader(file)
        try reader.read(form: stream, transform)
        self = reader.summary
    }

    /// Reads what a page draws, without its annotations.
    init(of page: PDFPage, in file: PDFFile) throws(PDFError) {
        var reader = ContentReader(file)
        let contents = try file.resolve(page["Contents"])
        let resources = try file.resolve(page["Resources"]).dictionary ?? PDFDictionary()
        var bytes: [UInt8] = []
        for part in contents.array ?? [contents] {
            guard let stream = try file.resolve(part).stream else { continue }
            guard bytes.count < ContentReader.mostBytes else { break }
            do throws(PDFError) {
                bytes += try file.decoded(stream, limit: ContentReader.mostBytes).bytes.array
            } catch {
                guard error.code != .outOfTime, error.code != .tooMuchWork else { throw error }
                reader.summary.isCut = true
            }
            bytes.append(10)
        }
        try reader.read(PDFBytes(bytes), resources, PDFTransform(), depth: 0)
        self = reader.summary
    }

    /// Whether it uses a font that the old state does not have and whose glyphs may be anything.
    func hasEmbeddedNewFont(knownTo old: PDFFile) -> Bool {
        for font in fonts {
            if let reference = font.reference, let entry = old.table[reference.number], entry == file.table[reference.number] { continue }
            guard let dictionary = (try? file.resolve(font))?.dictionary else { continue }
            if (try? file.isEmbedded(font: font)) ?? true { return true }
            if (try? file.isRecoded(dictionary)) ?? true { return true }
        }
        return false
    }
}

extension PDFFile {
    /// Whether a font's encoding gives other glyphs to the letters and digits of ASCII.
    func isRecoded(_ font: PDFDictionary) throws(PDFError) -> Bool {
        guard let differences = try resolve(resolve(font["Encoding"]).dictionary?["Differences"]).array else { return false }
        var code = 0
        for element in differences {
            if let number = try resolve(element).integer {
                code = number
            } else {
                if code > 32, code < 127 { return true }
                code = code &+ 1
            }
        }
        return false
    }
}
