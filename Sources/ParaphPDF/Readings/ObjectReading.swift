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
        return object
    }

    /// Checks that a stream of objects tells in one way where they are.
    mutating func checkContainer(_ number: Int) throws(PDFError) {
        guard containers.insert(number).inserted else { return }
        guard case .offset? = file.table[number] else { throw PDFError(.malformed, "it is no stream of objects", object: number) }
        do throws(PDFError) { try file.checkMembers(of: number) } catch { throw error.within(object: number) }
    }
}
