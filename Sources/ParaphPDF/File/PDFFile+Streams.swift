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
        let method = try method(of: stream.dictionary, by: encryption)
        guard method != .identity else { return stream.data }
        guard encryption.isOpen else { throw PDFError(.password, "The file is encrypted and the password does not open it") }
        try budget.spend(stream.data.count)
        return PDFBytes(encryption.decrypt(stream.data.array, of: reference, by: method))
    }

    private func method(of dictionary: PDFDictionary, by encryption: PDFEncryption) throws(PDFError) -> PDFEncryption.Method {
        let filters = try filters(of: dictionary)
        let parameters = try resolve(dictionary["DecodeParms"])
        let cryptName = try resolve((parameters.array?.first ?? parameters).dictionary?["Name"]).name
        return encryption.method(of: dictionary, filters: filters, cryptName: cryptName)
    }

    /// Checks that what encrypts the data of a stream ends as ISO 32000-2 has it: else programs leave out more or less of its end, or all of it.
    func checkPadding(of data: PDFBytes, _ dictionary: PDFDictionary, _ reference: PDFReference) throws(PDFError) {
        guard let encryption, encryption.isOpen else { return }
        let method = try method(of: dictionary, by: encryption)
        guard encryption.isPadded(data, of: reference, by: method) else {
            throw PDFError(.malformed, "its data are encrypted in a way that programs do not agree about")
        }
    }

    /// Checks the same of the strings of an object as they stand in the file, outside streams of objects.
    func checkPadding(ofStrings object: PDFObject, _ reference: PDFReference) throws(PDFError) {
        guard let encryption, encryption.isOpen, encryption.strings == .aes128 || encryption.strings == .aes256,
            trailer["Encrypt"]?.reference != reference, !(object.stream?.dictionary["Type"]?.name.map { $0 == "XRef" } ?? false)
        else { return }
        try checkPadding(ofStrings: object, reference, encryption)
    }

    private func checkPadding(ofStrings object: PDFObject, _ reference: PDFReference, _ encryption: PDFEncryption) throws(PDFError) {
        switch object {
        case .string(let string):
            try budget.spend(16)
            // Nothing encrypts what is empty, to every program.
            guard string.bytes.isEmpty || encryption.isPadded(PDFBytes(string.bytes), of: reference, by: encryption.strings) else {
                throw PDFError(.malformed, "a string in it is encrypted in a way that programs do not agree about")
            }
        case .array(let elements): for element in elements { try checkPadding(ofStrings: element, reference, encryption) }
        case .dictionary(let dictionary):
            for entry in dictionary.entries where !(entry.key == "Contents" && dictionary.isSignature) {
                try checkPadding(ofStrings: entry.value, reference, encryption)
            }
        case .stream(let stream): try checkPadding(ofStrings: .dictionary(stream.dictionary), reference, encryption)
        default: break
        }
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
