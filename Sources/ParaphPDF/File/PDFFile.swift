/// A PDF that is open for reading: its objects, found as they are asked for.
///
/// Opening reads the cross-reference sections and the catalog, nothing else. What is damaged is mended the way qpdf and pdf.js do, and
/// ``isRepaired`` says so. Every object is read within limits and a budget of steps, so that no file takes for ever.
///
/// Not safe for use by two tasks at once: it remembers what it read.
///
/// ```swift
/// let file = try PDFFile(PDFBytes(bytes))
/// let names = try file.fields().map(\.name)
/// ```
public final class PDFFile {
    /// The file.
    public let bytes: PDFBytes
    /// Where the file's `%PDF-` stands: 0, unless something lies before it.
    public let headerOffset: Int
    /// The version in the header, such as 17 for 1.7; the catalog may name a later one.
    public let headerVersion: Int
    /// The cross-reference sections, newest first; a file that had to be repaired has one.
    public internal(set) var sections: [CrossReferenceSection] = []
    /// The newest trailer.
    public internal(set) var trailer = PDFDictionary()
    /// Whether cross-reference sections or the catalog were damaged, so that objects were looked for in all of the file.
    public internal(set) var isRepaired = false
    /// How the file is encrypted, if it is.
    public internal(set) var encryption: PDFEncryption?
    /// Whether the file is encrypted and the password did not open it: strings and streams are not to be had.
    public var isLocked: Bool { encryption.map { !$0.isOpen } ?? false }

    let limits: PDFLimits
    let budget: PDFBudget
    private let password: [UInt8]
    private let ciphers: PDFCiphers?
    var table = CrossReferenceTable()
    /// How many bytes lie before those that offsets in the file count.
    var shift = 0
    /// What looking through the whole file gave, once that was needed.
    private var foundObjects: ObjectScan?
    private var objects: [Int: PDFObject] = [:]
    private var loading: Set<Int> = []
    private var objectStreams: [Int: ObjectStream] = [:]
    private var objectStreamBytes = 0
    private var ends = StreamEnds()
    /// What the file refers to and does not have, once that was asked.
    var missingObjects: MissingObjects?
    /// Where the objects of all sections start, in order, once that was asked.
    private var starts: [Int]?

    /// How many objects are remembered before all are forgotten.
    private static let rememberedObjects = 100_000
    private static let rememberedStreamBytes = 32 << 20
    /// How many objects may be needed to read one: lengths of streams, object streams.
    private static let deepestLoading = 24

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - password: the user's or the owner's, as the bytes of PDFDocEncoding or UTF-8; empty for most files.
    ///   - ciphers: what encrypted files need; without it they stay locked.
    ///   - limits: how much is read before the file is refused.
    ///   - isOutOfTime: the caller's clock, asked now and then.
    /// - Throws: ``PDFError``: `notPDF` or `missing` where not even looking through all of it finds a catalog, `unsupported` for unknown
    ///   encryption, and whatever the limits say. A wrong password is no error: see ``isLocked``.
    public convenience init(
        _ bytes: PDFBytes,
        password: [UInt8] = [],
        ciphers: PDFCiphers? = nil,
        limits: PDFLimits = PDFLimits(),
        isOutOfTime: (() -> Bool)? = nil
    ) throws(PDFError) {
        let budget = PDFBudget(steps: limits.steps, isOutOfTime: isOutOfTime)
        try self.init(bytes, password: password, ciphers: ciphers, limits: limits, budget: budget)
    }

    /// Opens the file as it was when it had so many bytes; both spend from the same budget.
    convenience init(_ file: PDFFile, length: Int) throws(PDFError) {
        try self.init(
            file.bytes.part(0..<length),
            password: file.password,
            ciphers: file.ciphers,
            limits: file.limits,
            budget: file.budget
        )
    }

    private init(_ bytes: PDFBytes, password: [UInt8], ciphers: PDFCiphers?, limits: PDFLimits, budget: PDFBudget) throws(PDFError) {
        self.bytes = bytes
        self.password = password
        self.ciphers = ciphers
        self.limits = limits
        self.budget = budget
        let header = bytes.first("%PDF-", from: 0, before: 1024)
        headerOffset = header ?? 0
        let place = headerOffset + 5
        headerVersion = (Lexer.digit(bytes.peek(place)) ?? 0) * 10 + (Lexer.digit(bytes.peek(place + 2)) ?? 0)
        try open(password: password, ciphers: ciphers)
    }

    /// A file of which there is nothing yet but its header, for what is written from nothing.
    init(header: PDFBytes) {
        (bytes, password, ciphers, limits) = (header, [], nil, PDFLimits())
        budget = PDFBudget(steps: limits.steps)
        (headerOffset, headerVersion) = (0, 17)
    }

    /// Opens a file to which something was appended, without asking for the password once more; the clock is the same.
    ///
    /// - Parameters:
    ///   - earlier: the file as it was.
    ///   - bytes: the same bytes with more behind them, such as what ``PDFUpdate/write()`` gave.
    /// - Throws: ``PDFError``, as opening does.
    public convenience init(_ earlier: PDFFile, extendedTo bytes: PDFBytes) throws(PDFError) {
        try self.init(
            bytes,
            password: earlier.password,
            ciphers: earlier.ciphers,
            limits: earlier.limits,
            budget: PDFBudget(steps: earlier.limits.steps, isOutOfTime: earlier.budget.isOutOfTime)
        )
    }

    /// The object that a reference means; null if there is none (ISO 32000-2, 7.3.10).
    public func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
        guard let entry = table[reference.number] else { return .null }
        if case .offset(_, let generation) = entry, generation != reference.generation { return .null }
        return try object(number: reference.number, entry)
    }

    /// The value itself, or what it refers to.
    public func resolve(_ object: PDFObject?) throws(PDFError) -> PDFObject {
        var object = object ?? .null
        for _ in 0..<32 {
            guard case .reference(let reference) = object else { return object }
            object = try self.object(reference)
        }
        return .null
    }

    /// What an object's entry leads to.
    func object(number: Int, _ entry: CrossReferenceEntry) throws(PDFError) -> PDFObject {
        if let known = objects[number] { return known }
        // Something that needs itself to be read is null, and so is what lies behind too many others.
        guard loading.count < Self.deepestLoading, loading.insert(number).inserted else { return .null }
        defer { loading.remove(number) }
        try budget.spend(8)
        let object: PDFObject
        do throws(PDFError) {
            object =
                switch entry {
                case .free: .null
                case .offset(let offset, let generation): try read(PDFReference(number, generation: generation), at: offset)
                case .compressed(let stream, let index): try read(number, inStream: stream, index: index)
                }
        } catch {
            throw error.within(object: number)
        }
        if objects.count >= Self.rememberedObjects { objects.removeAll() }
        objects[number] = object
        return object
    }

    /// Where the last object of any section starts that starts before a place.
    func lastObject(before place: Int) throws(PDFError) -> Int? {
        if starts == nil {
            var found: [Int] = []
            for section in sections {
                try budget.spend(section.table.count)
                section.table.forEach { _, entry in if case .offset(let offset, _) = entry { found.append(offset) } }
            }
            found.sort()
            starts = found
        }
        guard let starts else { return nil }
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? starts[low - 1] : nil
    }

    /// Forgets what was read, after the table changed.
    func forget() {
        objects.removeAll()
        objectStreams.removeAll()
        objectStreamBytes = 0
        starts = nil
    }

    /// What looking through the whole file gives; done once.
    func scan() throws(PDFError) -> ObjectScan {
        if let foundObjects { return foundObjects }
        let scan = try ObjectScan(bytes, limits: limits, budget: budget)
        foundObjects = scan
        return scan
    }

    private func read(_ reference: PDFReference, at offset: Int) throws(PDFError) -> PDFObject {
        var parser = Parser(bytes, at: offset, limits: limits, budget: budget)
        if let head = parser.head(), head.number == reference.number { return try content(reference, &parser) }
        // The table is wrong here: the last object with the number counts, as in a file without a table.
        isRepaired = true
        guard case .offset(let found, _)? = try scan().table[reference.number] else { return .null }
        parser = Parser(bytes, at: found, limits: limits, budget: budget)
        return parser.head() == nil ? .null : try content(reference, &parser)
    }

    /// Reads what follows the head of an object, and decrypts its strings.
    private func content(_ reference: PDFReference, _ parser: inout Parser) throws(PDFError) -> PDFObject {
        let object = decryptingStrings(try parser.object(), of: reference)
        guard case .dictionary(let dictionary) = object, let start = parser.streamStart() else { return object }
        let length = try resolve(dictionary["Length"]).integer
        let data = try parser.streamData(from: start, length: length, ends: &ends).data
        return .stream(PDFStream(dictionary, data: data, reference: reference))
    }

    private func read(_ number: Int, inStream streamNumber: Int, index: Int) throws(PDFError) -> PDFObject {
        let stream = try objectStream(streamNumber)
        guard let offset = stream?.offset(of: number, index: index), let bytes = stream?.bytes else { return .null }
        var parser = Parser(bytes, at: offset, limits: limits, budget: budget)
        return try parser.object()
    }

    /// A decoded object stream; nil if there is none with the number.
    func objectStream(_ number: Int) throws(PDFError) -> ObjectStream? {
        if let known = objectStreams[number] { return known }
        // An object stream lies in no other (7.5.7).
        guard case .offset(let offset, let generation)? = table[number] else { return nil }
        guard case .stream(let stream) = try object(number: number, .offset(offset, generation: generation)) else { return nil }
        if isLocked { throw PDFError(.password, "The file is encrypted and the password does not open it") }
        guard let result = try members(of: stream) else { return nil }
        if objectStreamBytes + result.bytes.count > Self.rememberedStreamBytes {
            objectStreams.removeAll()
            objectStreamBytes = 0
        }
        objectStreamBytes += result.bytes.count
        objectStreams[number] = result
        return result
    }

    /// The object stream that starts at a place, whatever the table says of it; not remembered.
    func members(at place: Int) throws(PDFError) -> ObjectStream? {
        var parser = Parser(bytes, at: place, limits: limits, budget: budget)
        guard let head = parser.head() else { return nil }
        let object = try content(PDFReference(head.number, generation: head.generation), &parser)
        return try object.stream.flatMap { (stream) throws(PDFError) in try members(of: stream) }
    }

    private func members(of stream: PDFStream) throws(PDFError) -> ObjectStream? {
        let count = try resolve(stream.dictionary["N"]).integer ?? 0
        let first = try resolve(stream.dictionary["First"]).integer ?? 0
        let decoded = try decoded(stream, limit: min(limits.objectStreamBytes, limits.decodedBytes)).bytes
        guard count >= 0, first >= 0, first <= decoded.count else { return nil }
        return try ObjectStream(decoded, count: count, first: first, limits: limits, budget: budget)
    }
}
