/// A file that is written anew: what its trailer leads to, as this program reads it, and nothing else.
///
/// Each object stands once, where the one table says, and is as long as it says, so that every program reads the same. Programs that read the damaged file otherwise showed something else:
/// people have to look at the copy before they sign it. The same file always gives the same copy.
public struct CleanCopy {
    private let file: PDFFile
    private var update: PDFUpdate
    /// What each reference becomes: another reference, or null where it leads to nothing.
    private var copies: [PDFReference: PDFObject] = [:]
    /// What is to be written still, with the reference that it gets and the number that it had.
    private var left: [(reference: PDFReference, object: PDFObject, number: Int?)] = []

    private init(_ file: PDFFile) {
        self.file = file
        let isKnown = (10...17).contains(file.headerVersion) || file.headerVersion == 20
        let version = isKnown ? file.headerVersion : 17
        var writer = ObjectWriter()
        writer.put("%PDF-")
        writer.put(version / 10)
        writer.put(".")
        writer.put(version % 10)
        // Four bytes that say that the file is no text (7.5.2).
        writer.put("\n%")
        writer.bytes += [0xE2, 0xE3, 0xCF, 0xD3, 10]
        update = PDFUpdate(unwritten: PDFFile(header: PDFBytes(writer.bytes)))
    }

    /// Writes a file anew.
    ///
    /// The copy is read once before it is given, and must pass for one that may be signed. Complexity: O(n) in the bytes of the file and of what its streams give, pictures aside.
    ///
    /// - Throws: ``PDFError``: `unsupported` for a file with signatures, which would not hold, and for an encrypted one; `password` for a locked one; `malformed` where the data of a
    ///   stream are damaged, so that programs go on differently; `ambiguous` where what it holds cannot be written in one way; and what limits and the clock say.
    public static func bytes(of file: PDFFile) throws(PDFError) -> [UInt8] {
        if file.isLocked { throw PDFError(.password, "The file is encrypted and the password does not open it") }
        guard file.encryption == nil else { throw PDFError(.unsupported, "An encrypted file is not written anew") }
        var copy = CleanCopy(file)
        try copy.write()
        let bytes = copy.update.file.bytes.array + (try copy.update.write().appended)
        let clean = try PDFFile(PDFBytes(bytes), limits: file.limits, isOutOfTime: file.budget.isOutOfTime)
        do throws(PDFError) {
            _ = try PDFUpdate(clean)
        } catch {
            // Its places and numbers are those of the copy.
            throw error.isLimit ? error : PDFError(.ambiguous, error.detail)
        }
        return bytes
    }

    private mutating func write() throws(PDFError) {
        guard let root = try place(file.trailer["Root"]) else { throw PDFError(.missing, "There is no document catalog in the file") }
        update.trailer["Root"] = root
        update.trailer["Info"] = try place(file.trailer["Info"])
        let identifier = try file.resolve(file.trailer["ID"]).array ?? []
        if identifier.count == 2, identifier.allSatisfy({ $0.string != nil }) { update.trailer["ID"] = .array(identifier) }
        while let (reference, object, number) = left.popLast() {
            do throws(PDFError) {
                if case .stream(let stream) = object {
                    update.set(.stream(try copy(stream)), for: reference)
                } else {
                    update.set(try copy(object), for: reference)
                }
            } catch {
                throw number.map { error.within(object: $0) } ?? error
            }
        }
    }

    /// A dictionary of the trailer, as an object of its own; nil where there is none.
    private mutating func place(_ value: PDFObject?) throws(PDFError) -> PDFObject? {
        guard let dictionary = try file.resolve(value).dictionary else { return nil }
        if case .reference(let reference)? = value { return try follow(reference) }
        let own = update.add(.null)
        left.append((own, .dictionary(dictionary), nil))
        return .reference(own)
    }

    private mutating func copy(_ object: PDFObject) throws(PDFError) -> PDFObject {
        try file.budget.spend(1)
        switch object {
        case .reference(let reference): return try follow(reference)
        case .array(let elements):
            var result: [PDFObject] = []
            result.reserveCapacity(elements.count)
            for element in elements { result.append(try copy(element)) }
            return .array(result)
        case .dictionary(let dictionary): return .dictionary(try copy(dictionary))
        // What not every program can hold stays as large as all can.
        case .integer(let value): return .integer(max(-StrictParser.highestInteger, min(StrictParser.highestInteger, value)))
        case .real(let value): return .real(max(-Double(StrictParser.highestInteger), min(Double(StrictParser.highestInteger), value)))
        default: return object
        }
    }

    /// What is null is the same as no entry.
    private mutating func copy(_ dictionary: PDFDictionary) throws(PDFError) -> PDFDictionary {
        if dictionary.isSignature { throw PDFError(.unsupported, "A file with signatures is not written anew: they would not hold") }
        var entries: [PDFDictionary.Entry] = []
        for entry in dictionary.entries {
            let value = try copy(entry.value)
            if !value.isNull { entries.append(PDFDictionary.Entry(entry.key, value)) }
        }
        return PDFDictionary(entries)
    }

    /// What a reference becomes; what is nothing but another reference is passed.
    private mutating func follow(_ reference: PDFReference) throws(PDFError) -> PDFObject {
        if let known = copies[reference] { return known }
        var target = reference
        var object = try file.object(target)
        for _ in 0..<32 {
            guard case .reference(let next) = object else { break }
            target = next
            object = try file.object(next)
        }
        var result = PDFObject.null
        if !object.isNull, object.reference == nil {
            // Not all generations that lead to an object are its own.
            target.generation = file.table[target.number]?.generation ?? 0
            if let known = copies[target] {
                result = known
            } else {
                let own = update.add(.null)
                left.append((own, object, target.number))
                result = .reference(own)
                copies[target] = result
            }
        }
        copies[reference] = result
        return result
    }
}

/// Streams, whose data are copied as they are wherever all programs take them.
extension CleanCopy {
    /// Words by which programs find objects where they look through a whole file.
    private static let words: [StaticString] = ["obj", "endstream", "trailer", "xref"]

    private mutating func copy(_ stream: PDFStream) throws(PDFError) -> PDFStream {
        var dictionary = stream.dictionary
        for key in StrictObject.elsewhere where dictionary[key] != nil {
            throw PDFError(.unsupported, "The data of a stream lie elsewhere")
        }
        dictionary["Length"] = nil
        dictionary["Filter"] = try resolved(dictionary["Filter"])
        dictionary["DecodeParms"] = try resolved(dictionary["DecodeParms"])
        if dictionary["Filter"] == nil { dictionary["DecodeParms"] = nil }
        try StrictObject.checkFilters(dictionary, in: file)
        var plain: PDFBytes?
        if !(dictionary["Subtype"]?.name.map { $0 == "Image" } ?? false) {
            do throws(PDFError) {
                plain = try StrictObject.decoded(stream, in: file)
            } catch {
                // Pictures within other streams.
                guard error.code == .unsupported else { throw error }
            }
        }
        let copied = try copy(dictionary)
        try file.budget.spend(stream.data.count)
        guard Self.words.contains(where: { stream.data.first($0, from: 0) != nil }), let plain else {
            return PDFStream(copied, data: stream.data)
        }
        var packed = copied
        packed["Filter"] = .name("FlateDecode")
        packed["DecodeParms"] = nil
        return PDFStream(packed, data: PDFBytes(Deflate.encode(plain.array)))
    }

    /// What a filter is told, without references but to streams.
    private func resolved(_ value: PDFObject?) throws(PDFError) -> PDFObject? {
        let value = try file.resolve(value)
        switch value {
        case .null: return nil
        case .array(let elements):
            var result: [PDFObject] = []
            for element in elements { result.append(try resolved(element) ?? .null) }
            return .array(result)
        case .dictionary(let dictionary):
            var result = dictionary
            for entry in dictionary.entries {
                let inner = try file.resolve(entry.value)
                if inner.stream == nil { result[entry.key] = inner }
            }
            return .dictionary(result)
        default: return value
        }
    }
}
