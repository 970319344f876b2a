/// Changes to a file that are appended to it, so that every byte it has stays where it is (ISO 32000-2, 7.5.6).
///
/// The cross-reference section is a table or a stream as the newest one of the file is; a file that had to be repaired gets a section that
/// says where all objects are, so that it is sound afterwards, and those objects once more that nothing ends. In an encrypted file, what is
/// added is encrypted too.
public struct PDFUpdate {
    /// What is appended, and where a signature is to be put.
    public struct Written: Sendable {
        /// The bytes behind those of the file.
        public var appended: [UInt8]
        /// Where the signature's /Contents lies in the whole file: the hexadecimal digits with their brackets.
        public var contents: Range<Int>?
        /// What the signature's /ByteRange says: all of the file but its /Contents.
        public var byteRange: [Int]
    }

    /// The file as it is.
    public let file: PDFFile
    private(set) var objects: [(reference: PDFReference, object: PDFObject)] = []
    private(set) var places: [Int: Int] = [:]
    private var nextNumber: Int
    /// Numbers that the file refers to without having such objects, which an update must not make.
    private let missing: MissingObjects
    /// The signature to be made, and how many bytes its /Contents may have.
    private(set) var signature: (number: Int, size: Int)?
    /// Entries of the trailer that replace those of the file, such as a new /Info.
    public var trailer = PDFDictionary()

    /// Begins changes to a file that is open.
    ///
    /// Its objects are all read once: an object that comes with the number of one that the file refers to and does not have would be seen in its place.
    ///
    /// - Throws: ``PDFError``: `ambiguous` for a file that programs read in two ways, and what limits and the clock say.
    public init(_ file: PDFFile) throws(PDFError) {
        try file.checkLinearization()
        self.init(file, missing: try file.missing())
    }

    /// Begins changes that are never written to a file.
    init(unwritten file: PDFFile) {
        self.init(file, missing: MissingObjects())
    }

    private init(_ file: PDFFile, missing: MissingObjects) {
        self.file = file
        self.missing = missing
        nextNumber = file.firstUnused
    }

    /// Whether there is anything to write.
    public var isEmpty: Bool { objects.isEmpty && trailer.entries.isEmpty }

    /// The object as it will be: changed here, else as the file has it.
    public func object(_ reference: PDFReference) throws(PDFError) -> PDFObject {
        if let place = places[reference.number] { return objects[place].object }
        return try file.object(reference)
    }

    /// The value itself, or what it refers to, as it will be.
    public func resolve(_ object: PDFObject?) throws(PDFError) -> PDFObject {
        var object = object ?? .null
        for _ in 0..<32 {
            guard case .reference(let reference) = object else { return object }
            object = try self.object(reference)
        }
        return .null
    }

    /// Adds an object.
    public mutating func add(_ object: PDFObject) -> PDFReference {
        while missing.contains(nextNumber) { nextNumber += 1 }
        let reference = PDFReference(nextNumber)
        nextNumber += 1
        set(object, for: reference)
        return reference
    }

    /// Adds a stream, compressed.
    public mutating func add(_ dictionary: PDFDictionary, stream bytes: [UInt8]) -> PDFReference {
        var dictionary = dictionary
        dictionary["Filter"] = .name("FlateDecode")
        return add(.stream(PDFStream(dictionary, data: PDFBytes(Deflate.encode(bytes)))))
    }

    /// Replaces an object of the file, or one that was added here.
    public mutating func set(_ object: PDFObject, for reference: PDFReference) {
        if let place = places[reference.number] {
            objects[place].object = object
            return
        }
        places[reference.number] = objects.count
        objects.append((reference, object))
        nextNumber = max(nextNumber, reference.number + 1)
    }

    /// Adds a signature dictionary whose /ByteRange and /Contents are filled in later (ISO 32000-2, 12.8.1).
    ///
    /// `dictionary` holds the other entries, `size` is the most bytes that /Contents will have.
    public mutating func add(signature dictionary: PDFDictionary, size: Int) -> PDFReference {
        var dictionary = dictionary
        if dictionary["Type"] == nil { dictionary["Type"] = .name("Sig") }
        dictionary["ByteRange"] = nil
        dictionary["Contents"] = nil
        let reference = add(.dictionary(dictionary))
        signature = (reference.number, max(0, size))
        return reference
    }

    /// The first number from one on that no object has and that the file does not refer to.
    ///
    /// - Throws: ``PDFError``: `tooLarge` where that cannot be told of any.
    func unusedNumber(from first: Int) throws(PDFError) -> Int {
        var number = max(first, nextNumber)
        while missing.contains(number) { number += 1 }
        guard number < min(missing.end, file.limits.objectNumber) else {
            throw PDFError(.tooLarge, "The file leaves no numbers for new objects")
        }
        return number
    }

    /// Gives the signature that was added more or less room, for writing once again.
    public mutating func setSignatureSize(_ size: Int) { signature?.size = max(0, size) }
}
