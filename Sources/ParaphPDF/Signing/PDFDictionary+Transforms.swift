extension PDFDictionary {
    /// Says in a signature dictionary what may be changed after the signature (ISO 32000-2, 12.8.2.2 and 12.8.2.4).
    ///
    /// - Parameters:
    ///   - level: what a certification permits, 1 to 3; nil where the signature is none.
    ///   - lock: the /Lock of the field that is signed (table 236), which locks fields and may name a level too.
    ///   - file: what it refers to.
    /// - Throws: ``PDFError``, where what the lock refers to cannot be read.
    public mutating func permit(_ level: Int?, lock: PDFDictionary?, in file: PDFFile) throws(PDFError) {
        var transforms: [PDFObject] = []
        var permitted = level
        if permitted == nil { permitted = try file.resolve(lock?["P"]).integer }
        if let permitted, (1...3).contains(permitted) {
            transforms.append(Self.transform("DocMDP", [Entry(PDFName("P"), .integer(permitted))]))
        }
        if let lock, let rule = try Self.rule(lock, file) {
            transforms.append(Self.transform("FieldMDP", rule, data: file.trailer["Root"]))
        }
        if !transforms.isEmpty { self["Reference"] = .array(transforms) }
    }

    /// A lock as the parameters of a transformation (table 259); nil for one that names no known action.
    private static func rule(_ lock: PDFDictionary, _ file: PDFFile) throws(PDFError) -> [Entry]? {
        guard let action = try file.resolve(lock["Action"]).name else { return nil }
        let entry = Entry(PDFName("Action"), .name(action))
        if action == "All" { return [entry] }
        guard action == "Include" || action == "Exclude" else { return nil }
        var fields: [PDFObject] = []
        for field in try file.resolve(lock["Fields"]).array ?? [] {
            if let name = try file.resolve(field).string { fields.append(.string(name)) }
        }
        return [entry, Entry(PDFName("Fields"), .array(fields))]
    }

    private static func transform(_ method: StaticString, _ parameters: [Entry], data: PDFObject? = nil) -> PDFObject {
        var inner = PDFDictionary(parameters)
        inner["Type"] = .name("TransformParams")
        inner["V"] = .name("1.2")
        var dictionary = PDFDictionary()
        dictionary["Type"] = .name("SigRef")
        dictionary["TransformMethod"] = .name(method)
        dictionary["TransformParams"] = .dictionary(inner)
        dictionary["Data"] = data
        return .dictionary(dictionary)
    }
}
