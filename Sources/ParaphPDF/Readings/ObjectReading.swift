/// Checks that every program reads an object as this one does; remembers which streams of objects were looked at.
struct ObjectReading {
    let file: PDFFile
    /// Whether a stream's length may leave out white space before `endstream`.
    let mayMiscount: Bool
    private var containers: Set<Int> = []

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
        if case .offset = entry, let stream = try file.object(PDFReference(number, generation: entry.generation ?? 0)).stream {
            try check(stream)
        }
        // Programs pass over what is no stream here, or stop at it.
        for content in object.dictionary?["Contents"]?.array ?? [] where content.reference == nil && object.dictionary?["Parent"] != nil {
            throw PDFError(.malformed, "its contents are no streams")
        }
        return object
    }

    /// Whether a stream's data say what is drawn: contents, forms, patterns and letters.
    ///
    /// Of damaged pictures and fonts programs show what they can.
    private func draws(_ dictionary: PDFDictionary) throws(PDFError) -> Bool {
        if dictionary["PatternType"] != nil { return true }
        if let subtype = try file.resolve(dictionary["Subtype"]).name { return subtype == "Form" }
        for entry in dictionary.entries where entry.key != "Length" && entry.key != "Filter" && entry.key != "DecodeParms" { return false }
        return true
    }

    /// Checks that every program knows how a stream is coded, and decodes alike what is drawn.
    private func check(_ stream: PDFStream) throws(PDFError) {
        for key in ["F", "FFilter", "FDecodeParms", "DP"] as [StaticString] where stream.dictionary[key] != nil {
            throw PDFError(.malformed, "its data lie elsewhere")
        }
        try StrictObject.checkFilters(stream.dictionary, in: file)
        guard try draws(stream.dictionary) else { return }
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
