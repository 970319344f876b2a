import ParaphPDF

/// What the signatures that a document has allow to be added to it (ISO 32000-2, 12.8.2.2 and 12.8.2.4).
struct SignaturePermissions {
    /// Whether there is a signature other than a document timestamp.
    private(set) var isSigned = false
    /// The strictest of what signatures allow; nil where none says anything.
    private(set) var permission: SignatureRequest.Permission?
    private var locks: [FieldLock] = []

    /// Reads what the signatures in the given fields say.
    init(_ fields: [PDFField], of file: PDFFile) throws(PDFError) {
        for field in fields where field.kind == .signature {
            guard let signature = try file.resolve(field["V"]).dictionary else { continue }
            if let type = try file.resolve(signature["Type"]).name, type == "DocTimeStamp" { continue }
            isSigned = true
            for reference in try file.resolve(signature["Reference"]).array ?? [] {
                if let dictionary = try file.resolve(reference).dictionary { try read(dictionary, of: file) }
            }
        }
    }

    private mutating func read(_ reference: PDFDictionary, of file: PDFFile) throws(PDFError) {
        guard let method = try file.resolve(reference["TransformMethod"]).name else { return }
        let parameters = try file.resolve(reference["TransformParams"]).dictionary ?? PDFDictionary()
        if method == "DocMDP" {
            // Left out it is 2; what is not known is taken for the strictest.
            let value = try file.resolve(parameters["P"])
            let said = value.isNull ? .filling : value.integer.flatMap(SignatureRequest.Permission.init(rawValue:)) ?? .nothing
            permission = permission.map { $0.rawValue < said.rawValue ? $0 : said } ?? said
        } else if method == "FieldMDP", let lock = try FieldLock(parameters, of: file) {
            locks.append(lock)
        }
    }

    /// Refuses a signature that would break what earlier signatures allow.
    ///
    /// A new field that is seen is not allowed after a certification, though ISO 32000-2 does not say so: it could cover what was certified.
    func check(_ request: SignatureRequest, field: String, isNew: Bool) throws(PAdESError) {
        if request.certification != nil, isSigned {
            throw PAdESError(.forbidden, "The document is signed already, and only its first signature can certify it")
        }
        if request.link != nil, isSigned {
            throw PAdESError(.forbidden, "A link would change what is signed; put it in before the first signature")
        }
        if permission == .nothing {
            throw PAdESError(.forbidden, "The document is certified and allows no further signature")
        }
        if permission != nil, isNew, request.placement != nil {
            throw PAdESError(
                .forbidden,
                "The document is certified and allows no new field that is seen; sign in a field that it has, or without a rectangle"
            )
        }
        if locks.contains(where: { $0.locks(field) }) {
            throw PAdESError(.forbidden, "An earlier signature locks the field \(field)")
        }
    }
}
