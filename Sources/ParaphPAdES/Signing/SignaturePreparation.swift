import ParaphPDF
import ParaphTrust

/// The changes that a signature needs, without the signature itself: its dictionary, its field and what is seen of it.
struct SignaturePreparation {
    private(set) var update: PDFUpdate
    /// The name of the field.
    private(set) var field: String
    private let file: PDFFile
    private let request: SignatureRequest

    /// Prepares to sign a document by a digest.
    init(_ file: PDFFile, _ request: SignatureRequest, _ digest: DigestAlgorithm) throws(PAdESError) {
        if file.isLocked { throw PAdESError(.document, "The document is encrypted and the password does not open it") }
        self.file = file
        self.request = request
        update = try PAdESError.explaining { () throws(PDFError) in try PDFUpdate(file) }
        let fields = try PAdESError.explaining { () throws(PDFError) in try file.fields() }
        field = request.field ?? fields.freeName("Signature")
        let existing = try Self.emptyField(field, among: fields, of: file)
        let permissions = try PAdESError.explaining { () throws(PDFError) in try SignaturePermissions(fields, of: file) }
        try permissions.check(request, field: field, isNew: existing == nil)
        if let existing {
            let unmet = try PAdESError.explaining { () throws(PDFError) in
                try SeedValue(existing, of: file).map { (value) throws(PDFError) in try value.unmet(by: request, digest) } ?? nil
            }
            if let unmet { throw PAdESError(.forbidden, "The field \(existing.name) demands \(unmet)") }
            try sign(in: existing)
        } else {
            try signInNewField()
        }
        try PAdESError.explaining { () throws(PDFError) in try update.declarePAdES() }
    }

    /// The field of a name, if there is one; it must be there to be signed.
    private static func emptyField(_ name: String, among fields: [PDFField], of file: PDFFile) throws(PAdESError) -> PDFField? {
        guard let field = fields.first(where: { $0.name == name }) else {
            if fields.contains(where: { $0.name.hasPrefix(name + ".") }) { throw PAdESError(.place, "\(name) names a group of fields") }
            guard !name.isEmpty, !name.contains(".") else {
                throw PAdESError(.place, "There is no field \(name), and a new one cannot have a dot in its name")
            }
            return nil
        }
        guard field.kind == .signature else { throw PAdESError(.place, "The field \(name) is no signature field") }
        let value = try PAdESError.explaining { () throws(PDFError) in try file.resolve(field["V"]) }
        guard value.isNull else { throw PAdESError(.place, "The field \(name) is signed already") }
        return field
    }

    private mutating func sign(in field: PDFField) throws(PAdESError) {
        guard request.placement == nil else { throw PAdESError(.place, "The field \(field.name) has its place already") }
        let (file, request) = (file, request)
        update = try PAdESError.explaining { [update] () throws(PDFError) -> PDFUpdate in
            var update = update
            let lock = try file.resolve(field.dictionary["Lock"]).dictionary
            let signature = try Self.addSignature(request, lock: lock, to: &update, of: file)
            if let appearance = request.appearance {
                try update.fill(field, with: signature, showing: appearance, link: request.link, fonts: request.fonts)
            } else {
                try update.fill(field, with: signature, appearance: nil)
            }
            return update
        }
    }

    private mutating func signInNewField() throws(PAdESError) {
        let (file, request, name) = (file, request, field)
        if let placement = request.placement {
            update = try PAdESError.explaining(as: .place) { [update] () throws(PDFError) -> PDFUpdate in
                var update = update
                let signature = try Self.addSignature(request, lock: nil, to: &update, of: file)
                let appearance = request.appearance ?? PDFSignatureAppearance()
                try update.place(appearance, at: placement, field: name, value: signature, link: request.link, fonts: request.fonts)
                return update
            }
            return
        }
        update = try PAdESError.explaining { [update] () throws(PDFError) -> PDFUpdate in
            var update = update
            let signature = try Self.addSignature(request, lock: nil, to: &update, of: file)
            _ = try update.addSignatureField(name, value: signature, on: file.page(at: 0), rectangle: nil, appearance: nil)
            return update
        }
    }

    /// Adds the signature dictionary (ISO 32000-2, table 255).
    private static func addSignature(
        _ request: SignatureRequest,
        lock: PDFDictionary?,
        to update: inout PDFUpdate,
        of file: PDFFile
    ) throws(PDFError) -> PDFReference {
        var dictionary = PDFDictionary.padesSignature(
            time: PDFString(date: request.time),
            name: request.name,
            reason: request.reason,
            location: request.location
        )
        try dictionary.permit(request.certification?.rawValue, lock: lock, in: file)
        let reference = update.add(signature: dictionary, size: 0)
        if request.certification != nil { try update.certify(by: reference) }
        return reference
    }
}
