/// Checks that every program reads an object as this one does; remembers which streams of objects were looked at.
struct ObjectReading {
    let file: PDFFile
    /// Whether a stream's length may leave out white space before `endstream`.
    let mayMiscount: Bool
    private var containers: Set<Int> = []
    /// What pages and letters are drawn by, of those that were read.
    private var drawings: Set<Int> = []

    init(of file: PDFFile, mayMiscount: Bool) {
        (self.file, self.mayMiscount) = (file, mayMiscount)
    }

    /// Reads an object that is in use; a stream is its dictionary.
    ///
    /// - Throws: ``PDFError``: in which way it is written otherwise, or what limits and the clock say.
    mutating func read(_ number: Int, _ entry: CrossReferenceEntry) throws(PDFError) -> PDFObject {
        if case .compressed(let stream, _) = entry { try checkContainer(stream) }
        let (object, parser) = try file.readStrictly(number, entry, mayMiscount: mayMiscount)
        try UpdateReading(file, file).check(object, PDFReference(number, generation: entry.generation ?? 0), parser)
        if case .offset = entry, object.dictionary != nil,
            let stream = try file.object(PDFReference(number, generation: entry.generation ?? 0)).stream
        {
            try check(stream, number)
        }
        try noteDrawings(of: object)
        return object
    }

    /// Notes what a page or a letter is drawn by, which is read after it.
    private mutating func noteDrawings(of object: PDFObject) throws(PDFError) {
        guard let dictionary = object.dictionary else { return }
        if dictionary["Parent"] != nil, let contents = dictionary["Contents"] {
            if let number = contents.reference?.number { drawings.insert(number) }
            for content in try file.resolve(contents).array ?? [] {
                // Programs pass over what is no stream here, or stop at it.
                guard let number = content.reference?.number else {
                    if try file.resolve(dictionary["Type"]).name.map({ $0 == "Page" }) ?? false {
                        throw PDFError(.malformed, "its contents are no streams")
                    }
                    continue
                }
                drawings.insert(number)
            }
        }
        for letter in try file.resolve(dictionary["CharProcs"]).dictionary?.entries ?? [] {
            if let number = letter.value.reference?.number { drawings.insert(number) }
        }
    }

    /// Whether a stream's data say what is drawn: contents, forms, patterns and letters.
    ///
    /// Of damaged pictures and fonts programs show what they can.
    private func draws(_ dictionary: PDFDictionary, _ number: Int) throws(PDFError) -> Bool {
        if drawings.contains(number) || dictionary["PatternType"] != nil { return true }
        return try file.resolve(dictionary["Subtype"]).name.map { $0 == "Form" } ?? false
    }

    /// Checks that every program knows how a stream is coded, and decodes alike what is drawn.
    private func check(_ stream: PDFStream, _ number: Int) throws(PDFError) {
        try StrictObject.checkCoding(stream.dictionary, in: file)
        guard try draws(stream.dictionary, number) else { return }
        do throws(PDFError) {
            _ = try StrictObject.decoded(stream, in: file)
        } catch {
            // Pictures within other streams.
            guard error.code == .unsupported else { throw error }
        }
    }

    /// Checks that a stream of objects tells in one way where they are.
    mutating func checkContainer(_ number: Int) throws(PDFError) {
        guard containers.insert(number).inserted else { return }
        guard case .offset? = file.table[number] else { throw PDFError(.malformed, "it is no stream of objects", object: number) }
        do throws(PDFError) { try file.checkMembers(of: number) } catch { throw error.within(object: number) }
    }
}
