/// Finds the objects and trailers of a damaged file by looking through all of it, as qpdf and pdf.js do.
struct ObjectScan {
    /// Where the last object of each number starts.
    private(set) var table = CrossReferenceTable()
    /// The numbers of objects that look like object streams, in the order of the file.
    private(set) var objectStreams: [Int] = []
    /// Trailer dictionaries and those of cross-reference streams, in the order of the file.
    private(set) var trailers: [PDFDictionary] = []
    /// The last object that looks like a catalog.
    private(set) var catalog: PDFReference?

    /// Looks through the file.
    init(_ bytes: PDFBytes, limits: PDFLimits, budget: PDFBudget) throws(PDFError) {
        try budget.spend(bytes.count)
        var position = 0
        while let place = Self.next(in: bytes, from: position) {
            position = place + 3
            if bytes.peek(place) == ascii("t") {
                guard bytes.has("trailer", at: place) else { continue }
                var parser = Parser(bytes, at: place + 7, limits: limits, budget: budget)
                if let trailer = Self.dictionary(&parser) { trailers.append(trailer) }
                continue
            }
            guard let head = Self.head(in: bytes, before: place), head.number > 0, head.number <= limits.objectNumber,
                head.generation <= 65_535
            else { continue }
            table.set(.offset(head.start, generation: head.generation), for: head.number, keepingEarlier: false)
            try note(bytes, PDFReference(head.number, generation: head.generation), at: position, limits: limits, budget: budget)
        }
    }

    /// Looks whether an object is one that says where others are.
    private mutating func note(_ bytes: PDFBytes, _ reference: PDFReference, at start: Int, limits: PDFLimits, budget: PDFBudget)
        throws(PDFError)
    {
        let end = min(start + 2048, bytes.count)
        try budget.spend(16)
        let stop = bytes.first("endobj", from: start, before: end) ?? end
        let isCatalog = bytes.first("/Catalog", from: start, before: stop) != nil
        let isStream = bytes.first("/ObjStm", from: start, before: stop) != nil
        let isTrailer = bytes.first("/XRef", from: start, before: stop) != nil
        guard isCatalog || isStream || isTrailer else { return }
        var parser = Parser(bytes, at: start, limits: limits, budget: budget)
        guard let dictionary = Self.dictionary(&parser), let type = dictionary["Type"]?.name else { return }
        if type == "Catalog" { catalog = reference }
        if type == "ObjStm" { objectStreams.append(reference.number) }
        if type == "XRef" { trailers.append(dictionary) }
    }

    /// The dictionary that stands next; one that is too deep or too large is none.
    private static func dictionary(_ parser: inout Parser) -> PDFDictionary? {
        guard let object = try? parser.object(), case .dictionary(let dictionary) = object else { return nil }
        return dictionary
    }

    /// Where the next word `obj` or `trailer` may stand.
    private static func next(in bytes: PDFBytes, from start: Int) -> Int? {
        bytes.withBytes { memory in
            var place = start
            let last = memory.count - 3
            while place <= last {
                let byte = memory[place + 1]
                // The middle letters of `obj` and `tra`, which are rarer than the outer ones.
                if byte == UInt8(ascii: "b"), memory[place] == UInt8(ascii: "o"), memory[place + 2] == UInt8(ascii: "j") { return place }
                if byte == UInt8(ascii: "r"), memory[place] == UInt8(ascii: "t"), memory[place + 2] == UInt8(ascii: "a") { return place }
                place += 1
            }
            return nil
        }
    }

    /// The number and generation that stand before the word `obj`, and where they start.
    static func head(in bytes: PDFBytes, before place: Int) -> (number: Int, generation: Int, start: Int)? {
        var position = place - 1
        /// Reads digits backwards.
        func digits() -> Int? {
            var value = 0
            var scale = 1
            let end = position
            while let digit = Lexer.digit(bytes.peek(position)), end - position < 9 {
                value += digit * scale
                scale *= 10
                position -= 1
            }
            return position < end ? value : nil
        }
        func space() -> Bool {
            let end = position
            while Lexer.isSpace(bytes.peek(position)), end - position < 32 { position -= 1 }
            return position < end
        }
        guard space(), let generation = digits(), space(), let number = digits() else { return nil }
        return (number, generation, position + 1)
    }
}
