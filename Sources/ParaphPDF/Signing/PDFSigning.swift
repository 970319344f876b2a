/// An update with a signature that is still to be made: what is to be appended to a file, with room in it.
///
/// Browser and server sign by it, so that what is refused in one is refused in the other.
public struct PDFSigning: Sendable {
    /// What is to be signed, and how.
    public struct Request: Sendable {
        /// What is seen of the signature, where it is seen.
        public var appearance = PDFSignatureAppearance()
        /// The field to sign in: one that is there and empty, or the name of a new one; nil for a new one of a free name.
        public var field: String?
        /// Where a new field is seen; nil for a field that is there, and for one that is not seen.
        public var placement: PDFPlacement?
        /// An address of the web that a click on it opens; only the first signature may bring one.
        public var link: String?
        /// What is filled into the form before it is signed: fields by name, and the value of each.
        public var values: [(field: String, value: PDFFieldValue)] = []
        /// Fonts for what of it neither the form's fonts nor the standard ones have.
        public var fonts: [TrueTypeFont] = []
        /// Who signs, why and where, in words.
        public var name, reason, location: String?
        /// When the signer says that it is, as PDFs write dates (ISO 32000-2, 7.9.4).
        public var time: PDFString
        /// How many bytes the signature may have.
        public var room: Int

        /// Asks for a signature that is not seen, of at most `room` bytes.
        public init(time: PDFString, room: Int) {
            (self.time, self.room) = (time, room)
        }
    }

    /// The field that is signed.
    public let field: String
    private var written: PDFUpdate.Written
    private let start: Int

    /// What of the file and what is appended to it is digested: two parts, each by its start and length.
    public var byteRange: [Int] { written.byteRange }
    /// What is appended to the file.
    public var appended: [UInt8] { written.appended }

    /// Prepares a signature.
    ///
    /// - Parameters:
    ///   - file: what is signed, open.
    ///   - request: how.
    ///   - permissions: what the signatures that the file has let happen, see ``PDFHistory/permissions()``.
    /// - Throws: ``PDFError``: `unsupported` where an earlier signature does not allow this one, or a field does not take its value, `malformed` for a field that cannot be signed or
    ///   a place that leaves the page, `missing` where there is no such page, and what reading and writing the file throw.
    public init(_ file: PDFFile, _ request: Request, permissions: PDFPermissions) throws(PDFError) {
        let fields = try file.fields()
        let name = request.field ?? fields.freeName("Signature")
        let existing = fields.first { $0.name.utf8.elementsEqual(name.utf8) }
        try Self.check(existing, name, request, permissions, file)
        var update = try Self.filled(file, request)
        var dictionary = PDFDictionary.padesSignature(
            time: request.time,
            name: request.name,
            reason: request.reason,
            location: request.location
        )
        try dictionary.permit(nil, lock: file.resolve(existing?.dictionary["Lock"]).dictionary, in: file)
        let value = update.add(signature: dictionary, size: request.room)
        if let existing {
            try update.fill(existing, with: value, showing: request.appearance, link: request.link)
        } else if let placement = request.placement {
            try update.place(request.appearance, at: placement, field: name, value: value, link: request.link)
        } else {
            _ = try update.addSignatureField(name, value: value, on: file.page(at: 0), rectangle: nil, appearance: nil)
        }
        try update.declarePAdES()
        field = name
        written = try update.write()
        start = file.bytes.count
    }

    /// The changes that fill the form, all of it or nothing.
    private static func filled(_ file: PDFFile, _ request: Request) throws(PDFError) -> PDFUpdate {
        guard !request.values.isEmpty else { return try PDFUpdate(file) }
        var filler = try PDFFormFiller(file, fonts: request.fonts)
        for (field, value) in request.values {
            guard try filler.fill(field, with: value) == nil else { throw PDFError(.unsupported, "A field does not take its value") }
        }
        return try filler.finish()
    }

    /// What is digested of what is appended: what stands before the signature, and behind it.
    public var covered: (ArraySlice<UInt8>, ArraySlice<UInt8>) {
        guard let contents = written.contents else { return (appended[...], []) }
        return (appended[..<(contents.lowerBound - start)], appended[(contents.upperBound - start)...])
    }

    /// Puts the signature into its room; says whether it fits.
    public mutating func fill(_ signature: [UInt8]) -> Bool {
        written.fill(signature, startOfAppended: start)
    }

    /// Refuses what earlier signatures do not let happen, as `ParaphPAdES` does.
    private static func check(
        _ existing: PDFField?,
        _ name: String,
        _ request: Request,
        _ permissions: PDFPermissions,
        _ file: PDFFile
    ) throws(PDFError) {
        if let existing {
            guard existing.kind == .signature, try file.resolve(existing["V"]).isNull, request.placement == nil else {
                throw PDFError(.malformed, "The field cannot be signed, or has its place already")
            }
        }
        let isCovering = permissions.isCertified && existing == nil && request.placement != nil
        guard permissions.level != .nothing, !isCovering, !permissions.locks(name) else {
            throw PDFError(.unsupported, "An earlier signature does not allow this one")
        }
        if request.link != nil, try !file.signatures().isEmpty { throw PDFError(.unsupported, "A link would change what is signed") }
    }
}
