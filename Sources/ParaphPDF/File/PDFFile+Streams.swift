extension PDFFile {
    /// The bytes that a stream's filters hide, decrypted where the file is encrypted.
    ///
    /// Data that are damaged give what comes before the damage, and say so.
    /// - Throws: ``PDFError``: `unsupported` for the filters of pictures, `password` for a locked file, and what the limits say.
    public func decoded(_ stream: PDFStream) throws(PDFError) -> Decoded {
        try decoded(stream, limit: limits.decodedBytes)
    }

    func decoded(_ stream: PDFStream, limit: Int) throws(PDFError) -> Decoded {
        let filters = try filters(of: stream.dictionary)
        var result = Decoded(bytes: try decrypted(stream), isComplete: true)
        for filter in filters {
            let next = try filter.decode(result.bytes, limit: limit, budget: budget)
            result = Decoded(bytes: next.bytes, isComplete: result.isComplete && next.isComplete)
        }
        return result
    }

    /// The data of a stream as its filters take them: decrypted, but encoded still.
    public func decrypted(_ stream: PDFStream) throws(PDFError) -> PDFBytes {
        guard let encryption, let reference = stream.reference else { return stream.data }
        let filters = try filters(of: stream.dictionary)
        let parameters = try resolve(stream.dictionary["DecodeParms"])
        let cryptName = try resolve((parameters.array?.first ?? parameters).dictionary?["Name"]).name
        let method = encryption.method(of: stream.dictionary, filters: filters, cryptName: cryptName)
        guard method != .identity else { return stream.data }
        guard encryption.isOpen else { throw PDFError(.password, "The file is encrypted and the password does not open it") }
        try budget.spend(stream.data.count)
        return PDFBytes(encryption.decrypt(stream.data.array, of: reference, by: method))
    }

    /// The filters of a stream in the order in which they are undone.
    func filters(of dictionary: PDFDictionary) throws(PDFError) -> [FilterParameters] {
        let value = try resolve(dictionary["Filter"] ?? dictionary["F"])
        let parameters = try resolve(dictionary["DecodeParms"] ?? dictionary["DP"])
        let names = value.array ?? (value.name == nil ? [] : [value])
        guard names.count <= limits.filters else { throw PDFError(.tooLarge, "A stream has too many filters") }
        var filters: [FilterParameters] = []
        for (index, name) in names.enumerated() {
            guard let name = try resolve(name).name else { throw PDFError(.malformed, "A filter is no name") }
            let own = parameters.array.map { index < $0.count ? $0[index] : .null } ?? (index == 0 ? parameters : .null)
            var resolved = try resolve(own).dictionary
            for entry in resolved?.entries ?? [] where entry.value.reference != nil { resolved?[entry.key] = try resolve(entry.value) }
            filters.append(FilterParameters(name, resolved))
        }
        return filters
    }

    /// Decrypts the strings of an object that stands in the file itself; those in object streams are encrypted with the stream.
    func decryptingStrings(_ object: PDFObject, of reference: PDFReference) -> PDFObject {
        guard let encryption, encryption.isOpen, encryption.strings != .identity, trailer["Encrypt"]?.reference != reference else {
            return object
        }
        return encryption.decryptingStrings(object, of: reference)
    }
}

extension PDFEncryption {
    /// The object with its strings decrypted; a signature's /Contents stays as it is (ISO 32000-2, 7.6.2).
    fileprivate func decryptingStrings(_ object: PDFObject, of reference: PDFReference) -> PDFObject {
        switch object {
        case .string(let string):
            return .string(PDFString(decrypt(string.bytes, of: reference, by: strings), isHexadecimal: string.isHexadecimal))
        case .array(let elements): return .array(elements.map { decryptingStrings($0, of: reference) })
        case .dictionary(let dictionary):
            let entries = dictionary.entries.map { entry in
                entry.key == "Contents" && dictionary.isSignature
                    ? entry : PDFDictionary.Entry(entry.key, decryptingStrings(entry.value, of: reference))
            }
            return .dictionary(PDFDictionary(entries))
        default: return object
        }
    }
}

extension PDFDictionary {
    /// Whether it is a signature or a document timestamp, by what such a dictionary must have (ISO 32000-2, 12.8.1).
    public var isSignature: Bool {
        if let type = self["Type"]?.name { return type == "Sig" || type == "DocTimeStamp" }
        return self["ByteRange"] != nil && self["Contents"] != nil
    }
}
