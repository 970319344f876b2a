/// Checks that every program reads a whole file as this one does: all of it that counts is written as ISO 32000-2 has it.
///
/// A file that programs read in several ways shows one thing before an update and may show another after it, though the update changes nothing that this
/// program sees: words that some take for references, tables that some cannot use, lengths that come true. So it is asked of the whole file, before it is
/// signed and before what follows a signature is judged.
struct OneReading {
    let file: PDFFile
    let bodies: BodyStarts
    private var objects: ObjectReading
    private let end: End

    /// Where `startxref` stands.
    private enum End {
        /// Where every program finds it.
        case near
        /// Before so many zeros or so much white space that some do not.
        case padded
        /// Before so much else.
        case far
    }

    /// How far from the end of a file programs look for where its newest section is.
    private static let searched = 1_024

    init(of file: PDFFile, bodies: BodyStarts) {
        (self.file, self.bodies) = (file, bodies)
        objects = ObjectReading(of: file, mayMiscount: file.sections.first?.kind != .repaired)
        var text = file.bytes.count
        while text > 0, Lexer.isSpace(file.bytes.peek(text - 1)) { text -= 1 }
        let place = file.bytes.last("startxref") ?? 0
        end = file.bytes.count - place <= Self.searched ? .near : text - place <= Self.searched ? .padded : .far
    }

    /// Reads all that the file's trailer leads to.
    ///
    /// Complexity: O(n) in the bytes of the file and of its streams of objects.
    ///
    /// - Throws: ``PDFError``: what is written otherwise, or what limits and the clock say.
    mutating func check() throws(PDFError) {
        if file.sections.first?.kind != .repaired {
            try checkSections()
            try checkEntries()
        }
        try checkObjects()
    }

    /// Checks that every object is where the tables say, in use or not: programs that find one elsewhere look through the whole file.
    private mutating func checkEntries() throws(PDFError) {
        for (number, entry) in file.entries {
            try file.budget.spend(4)
            switch entry {
            case .offset(let offset, let generation):
                let head = try StrictObject.head(file, at: StrictParser.start(file.bytes, at: offset))
                guard head == PDFReference(number, generation: generation) else {
                    throw PDFError(.malformed, "it is not where the table says", object: number)
                }
            case .compressed(let stream, let index):
                try objects.checkContainer(stream)
                guard let container = try file.objectStream(stream), index < container.entries.count,
                    container.entries[index].number == number
                else { throw PDFError(.malformed, "it is not where the table says", object: number) }
            case .free: break
            }
        }
    }

    /// Checks each object that the trailer leads to.
    private mutating func checkObjects() throws(PDFError) {
        var reached = ReachedObjects(of: file)
        while let number = reached.next() {
            try file.budget.spend(8)
            do throws(PDFError) {
                try checkBodies(of: number)
                guard let entry = file.table[number], !entry.isFree else { continue }
                let object = try objects.read(number, entry)
                if case .compressed(let stream, _) = entry { reached.reach(stream) }
                reached.reach(from: object)
            } catch {
                throw error.within(object: number)
            }
        }
    }

    /// Checks that programs that look through the whole file find the same body of a number, or none too.
    private func checkBodies(of number: Int) throws(PDFError) {
        let starts = bodies.starts(of: number)
        guard let own = try file.bodyStart(of: number) else {
            if starts.contains(where: { $0 < file.bytes.count }) { throw PDFError(.malformed, "it is there and in no table") }
            return
        }
        if bodies.isInner(own) { throw PDFError(.malformed, "it lies within another object") }
        // Programs that do not find the newest section look through the file, and some find no streams of objects there.
        let isPlain: Bool
        if case .offset? = file.table[number] {
            isPlain = file.beginsLine(at: own)
        } else {
            if end == .far {
                throw PDFError(.malformed, "it is in a stream of objects, and the end of the file is far from its last section")
            }
            isPlain = end == .near
        }
        // Of several the last counts, where its head is found; some prefer what streams of objects hold.
        let isDisputed = try bodies.hasOther(of: number, than: own, in: file) { isPlain && (end != .far || !bodies.isContainer($0)) }
        if isDisputed { throw PDFError(.malformed, "it is there more than once") }
    }
}

extension PDFFile {
    /// Whether what stands at a place is the first of its line, so that it is no comment either.
    fileprivate func beginsLine(at place: Int) -> Bool {
        let byte = bytes.peek(place - 1)
        return byte == 10 || byte == 13
    }
}
