/// Where anything in a file may be taken for the body of an object by programs that look through the whole of it, in streams of objects too.
struct BodyStarts {
    /// Numbers with places, in order; what a stream of objects holds starts where the stream does.
    private var starts: [Int64] = []
    /// Where streams of objects start, in use or not, in order.
    private(set) var containers: [Int] = []
    /// Where bodies start that lie within others, such as in the data of a stream, in order.
    private var inner: [Int] = []
    /// How much is read of a body within another: there may be one every few bytes.
    static let window = 512
    /// How many bits of each are the place: files are far smaller.
    private static let placeBits: Int64 = 40

    /// Looks through all bytes of a file and of its streams of objects.
    ///
    /// `see` is given every pair of the file's own bytes, in their order, so that they are looked through once.
    ///
    /// Complexity: O(n log n) in the bytes of the file and of what its streams of objects give.
    init(in file: PDFFile, _ see: (NumberPair) throws(PDFError) -> Void = { _ in }) throws(PDFError) {
        try file.budget.spend(file.bytes.count)
        var (place, end) = (0, 0)
        var ends = StreamEnds()
        while let pair = try NumberPair.next(in: file.bytes, from: place, budget: file.budget) {
            place = pair.number.upperBound
            try see(pair)
            // `2.0 objects` is prose.
            if pair.isReference || !pair.isPlain && file.bytes.has("object", at: pair.word) { continue }
            let start = pair.number.lowerBound
            for number in pair.readings(in: file.bytes) { add(number, start, file) }
            let isInner = start < end
            if isInner { inner.append(start) }
            try file.budget.spend(isInner ? Self.window : 16)
            do throws(PDFError) {
                try add(bodyAt: start, isInner: isInner, &end, &ends, file)
            } catch {
                guard UpdateReading.isAboutBytes(error.code) else { throw error }
            }
        }
        try file.budget.spend(starts.count << 3)
        starts.sort()
    }

    /// Looks at a body; `end` is where the one that is not within another ends, or cannot be read on.
    private mutating func add(bodyAt start: Int, isInner: Bool, _ end: inout Int, _ ends: inout StreamEnds, _ file: PDFFile)
        throws(PDFError)
    {
        let bytes = isInner ? file.bytes.part(0..<min(file.bytes.count, start + Self.window)) : file.bytes
        var parser = Parser(bytes, at: start, limits: file.limits, budget: file.budget)
        defer { if !isInner { end = max(end, parser.lexer.position) } }
        guard parser.head() != nil else { return }
        guard let dictionary = try parser.object().dictionary else { return }
        guard let place = parser.streamStart() else { return }
        if !isInner {
            _ = try parser.streamData(from: place, length: (try? file.resolve(dictionary["Length"]))?.integer, ends: &ends)
        }
        guard dictionary["First"] != nil, let members = try file.members(at: start) else { return }
        containers.append(start)
        for (number, _) in members.entries { add(number, start, file) }
    }

    private mutating func add(_ number: Int, _ start: Int, _ file: PDFFile) {
        if number > 0, number <= file.limits.objectNumber { starts.append(Int64(number) << Self.placeBits | Int64(start)) }
    }

    /// Whether programs that look through the whole file may find another body of a number than the one that counts, and not the same word for word.
    ///
    /// One that stands before it all of them pass over, where `isPassed` says so of its place.
    func hasOther(of number: Int, than own: Int, in file: PDFFile, _ isPassed: (Int) -> Bool) throws(PDFError) -> Bool {
        for start in starts(of: number) where start != own && start < file.bytes.count {
            if start < own, isPassed(start) { continue }
            if case .offset? = file.table[number], try file.hasSameBodies(at: own, and: start) { continue }
            return true
        }
        return false
    }

    /// Whether a body lies within another.
    func isInner(_ start: Int) -> Bool { Self.has(start, in: inner) }

    /// Whether a stream of objects starts at a place.
    func isContainer(_ start: Int) -> Bool { Self.has(start, in: containers) }

    private static func has(_ value: Int, in list: [Int]) -> Bool {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low < list.count && list[low] == value
    }

    /// Where bodies of a number may start, in order.
    func starts(of number: Int) -> [Int] {
        let least = Int64(number) << Self.placeBits
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < least { low = middle + 1 } else { high = middle }
        }
        var found: [Int] = []
        while low < starts.count, starts[low] >> Self.placeBits == number {
            let start = Int(truncatingIfNeeded: starts[low] & (1 << Self.placeBits - 1))
            if found.last != start { found.append(start) }
            low += 1
        }
        return found
    }
}

/// Where bodies are in a file.
extension PDFFile {
    /// Where this program reads a number's body: its start, what follows `obj`, and whether that is where the table says.
    func bodyPlace(of number: Int, at offset: Int) throws(PDFError) -> (start: Int, content: Int, isRight: Bool)? {
        var parser = Parser(bytes, at: offset, limits: limits, budget: budget)
        parser.lexer.skipSpace()
        let start = parser.lexer.position
        if parser.head()?.number == number { return (start, parser.lexer.position, true) }
        guard case .offset(let found, _)? = try scan().table[number] else { return nil }
        parser.lexer.position = found
        _ = parser.head()
        return (found, parser.lexer.position, false)
    }

    /// Where the body of a number starts that counts, or the stream of objects that it is in.
    func bodyStart(of number: Int) throws(PDFError) -> Int? {
        switch table[number] {
        case .offset(let offset, _)?: return try bodyPlace(of: number, at: offset)?.start
        case .compressed(let stream, _)?:
            guard case .offset(let offset, _)? = table[stream] else { return nil }
            return try bodyPlace(of: stream, at: offset)?.start
        case .free, nil: return nil
        }
    }

    /// Whether two bodies are the same word for word to their ends: what this program passes over others may read.
    func hasSameBodies(at first: Int, and second: Int) throws(PDFError) -> Bool {
        var (left, right) = (
            Parser(bytes, at: first, limits: limits, budget: budget), Parser(bytes, at: second, limits: limits, budget: budget)
        )
        guard let head = left.head(), head == right.head() else { return false }
        let (start, other) = (left.lexer.position, right.lexer.position)
        let object: PDFObject
        do throws(PDFError) {
            object = try left.object()
        } catch {
            guard UpdateReading.isAboutBytes(error.code) else { throw error }
            return false
        }
        if case .dictionary(let dictionary) = object, let stream = left.streamStart() {
            var ends = StreamEnds()
            _ = try left.streamData(from: stream, length: (try? resolve(dictionary["Length"]))?.integer, ends: &ends)
        }
        return try hasSameBody(from: start, to: &left.lexer, as: other)
    }

    /// Whether what follows a head up to `endobj`, which stands next, follows another head too, word for word.
    func hasSameBody(from start: Int, to end: inout Lexer, as other: Int) throws(PDFError) -> Bool {
        end.skipSpace()
        guard bytes.has("endobj", at: end.position) else { return false }
        let length = end.position + 6 - start
        try budget.spend(length >> 3)
        return other + length <= bytes.count && bytes.part(start..<start + length).hasSameBytes(as: bytes.part(other..<other + length))
    }
}
