extension PDFUpdate {
    /// How wide a number in /ByteRange is written: enough for files of a terabyte.
    private static let rangeWidth = 12

    /// Writes the changes.
    ///
    /// - Returns: what is to be appended to the file's bytes.
    /// - Throws: ``PDFError``: `password` for a locked file, `tooLarge` for one that is too long for its kind of table or that leaves no numbers for new objects, `malformed` where
    ///   a stream stands within another object.
    public func write() throws(PDFError) -> Written {
        if file.isLocked { throw PDFError(.password, "The file is encrypted and the password does not open it") }
        _ = try unusedNumber(from: 1)
        var writer = ObjectWriter()
        let start = file.bytes.count
        let last = file.bytes.peek(start - 1)
        if last != 10, last != 13 { writer.put("\n") }
        var table = CrossReferenceTable()
        if file.sections.first?.kind == .repaired { table = file.table }
        var contents: Range<Int>?
        var rangePlace = 0
        for (reference, object) in try objects + unended() {
            table.set(.offset(start + writer.bytes.count, generation: reference.generation), for: reference.number, keepingEarlier: false)
            writer.put(reference.number)
            writer.put(" ")
            writer.put(reference.generation)
            writer.put(" obj\n")
            if let signature, signature.number == reference.number, let dictionary = object.dictionary {
                try begin(&writer, reference)
                (rangePlace, contents) = try write(dictionary, size: signature.size, to: &writer)
            } else {
                try write(object, reference, to: &writer)
            }
            writer.encrypt = nil
            writer.put("\nendobj\n")
        }
        try writeSection(table, start: start, to: &writer)
        var written = Written(appended: writer.bytes, contents: nil, byteRange: [])
        if let contents {
            let whole = contents.lowerBound + start..<contents.upperBound + start
            written.contents = whole
            written.byteRange = [0, whole.lowerBound, whole.upperBound, start + writer.bytes.count - whole.upperBound]
            var digits = ObjectWriter()
            for (index, value) in written.byteRange.enumerated() {
                if index > 0 { digits.put(" ") }
                digits.put(value)
            }
            for (index, byte) in digits.bytes.enumerated() { written.appended[rangePlace + index] = byte }
        }
        return written
    }

    /// What nothing ends in a file that had to be repaired, unless it is written anyway.
    private func unended() throws(PDFError) -> [(reference: PDFReference, object: PDFObject)] {
        var found: [(reference: PDFReference, object: PDFObject)] = []
        for reference in try file.unended() where places[reference.number] == nil {
            found.append((reference, try file.object(reference)))
        }
        return found
    }

    /// Says how the strings of an object are encrypted.
    private func begin(_ writer: inout ObjectWriter, _ reference: PDFReference) throws(PDFError) {
        guard let encryption = file.encryption, encryption.strings != .identity,
            file.trailer["Encrypt"]?.reference?.number != reference.number
        else { return }
        writer.encrypt = { (bytes: [UInt8]) throws(PDFError) -> [UInt8] in
            guard let encrypted = encryption.encrypt(bytes, of: reference, by: encryption.strings) else {
                throw PDFError(.password, "The file is encrypted and the password does not open it")
            }
            return encrypted
        }
    }

    private func write(_ object: PDFObject, _ reference: PDFReference, to writer: inout ObjectWriter) throws(PDFError) {
        try begin(&writer, reference)
        guard case .stream(let stream) = object else {
            try writer.write(object)
            return
        }
        var data = try file.decrypted(stream)
        if let encryption = file.encryption {
            let filters = try file.filters(of: stream.dictionary)
            let method = encryption.method(of: stream.dictionary, filters: filters, cryptName: nil)
            guard let encrypted = encryption.encrypt(data.array, of: reference, by: method) else {
                throw PDFError(.password, "The file is encrypted and the password does not open it")
            }
            data = PDFBytes(encrypted)
        }
        var dictionary = stream.dictionary
        dictionary["Length"] = .integer(data.count)
        try writer.write(dictionary)
        writer.put("\nstream\n")
        data.withBytes { writer.bytes.append(contentsOf: $0) }
        writer.put("\nendstream")
    }

    /// Writes a signature dictionary with room; says where in the appended bytes the room is.
    private func write(_ dictionary: PDFDictionary, size: Int, to writer: inout ObjectWriter) throws(PDFError) -> (Int, Range<Int>) {
        try writer.write(dictionary)
        writer.bytes.removeLast(2)
        writer.put("/ByteRange[")
        let rangePlace = writer.bytes.count
        for _ in 0..<4 * (Self.rangeWidth + 1) { writer.put(" ") }
        writer.put("]/Contents")
        let start = writer.bytes.count
        writer.put("<")
        writer.bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: size * 2))
        writer.put(">")
        let end = writer.bytes.count
        writer.put(">>")
        return (rangePlace, start..<end)
    }
}

extension PDFUpdate.Written {
    /// Takes up an update with room for a signature that was written before; nil where the numbers do not fit it.
    ///
    /// - Parameters:
    ///   - appended: what is appended to the file.
    ///   - contents: where in the whole file the room is, with its brackets.
    ///   - start: how many bytes the file has.
    public init?(appended: [UInt8], contents: Range<Int>, startOfAppended start: Int) {
        guard start > 0, contents.lowerBound > start, contents.count > 2, contents.upperBound - start < appended.count,
            appended[contents.lowerBound - start] == UInt8(ascii: "<"), appended[contents.upperBound - start - 1] == UInt8(ascii: ">")
        else { return nil }
        let range = [0, contents.lowerBound, contents.upperBound, start + appended.count - contents.upperBound]
        self.init(appended: appended, contents: contents, byteRange: range)
    }

    /// Puts a signature where room was left for it; says whether it fits.
    public mutating func fill(_ signature: [UInt8], startOfAppended: Int) -> Bool {
        guard let contents, signature.count * 2 <= contents.count - 2 else { return false }
        var place = contents.lowerBound - startOfAppended + 1
        for byte in signature {
            for digit in [byte >> 4, byte & 15] {
                appended[place] = digit < 10 ? 48 + digit : 55 + digit
                place += 1
            }
        }
        return true
    }
}
