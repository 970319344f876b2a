/// A signature of a file, as the file has it: what it covers and the bytes that sign (ISO 32000-2, 12.8).
///
/// Nothing of it is believed: a judge must check ``coverage`` before anything else.
public struct PDFSignature: Sendable {
    /// What a signature says of the document.
    public enum Kind: Sendable {
        case approval, certification, timestamp

        /// The word for it.
        public var name: String {
            switch self {
            case .approval: "approval"
            case .certification: "certification"
            case .timestamp: "timestamp"
            }
        }
    }

    /// Which bytes a signature covers.
    public enum Coverage: Hashable, Sendable {
        /// All of the file but its own /Contents.
        case document
        /// All of an earlier revision, of so many bytes, but its own /Contents.
        case revision(Int)
        /// Something else: the ranges are missing, overlap, leave out more than /Contents, or end in the middle of a revision.
        case broken
    }

    /// The field that holds it; one without a name where that stands in no form.
    public let field: PDFField
    /// The signature dictionary.
    public let dictionary: PDFDictionary
    /// What it says of the document.
    public let kind: Kind
    /// The numbers of /ByteRange, as many as there are.
    public let byteRange: [Int]
    /// The bytes of /Contents, without the zeros that fill them up where they are DER.
    public let contents: [UInt8]
    /// Which bytes it covers.
    public internal(set) var coverage: Coverage

    /// The bytes that it signs, in two parts; nil where ``coverage`` is broken.
    public func signedParts(of file: PDFFile) -> (PDFBytes, PDFBytes)? {
        guard coverage != .broken, byteRange.count == 4 else { return nil }
        return (file.bytes.part(0..<byteRange[1]), file.bytes.part(byteRange[2]..<byteRange[2] + byteRange[3]))
    }
}

extension PDFFile {
    /// All signatures, those that cover least first, which is the order of signing.
    public func signatures() throws(PDFError) -> [PDFSignature] {
        try signatures(fields: fields(), revisionEnds: revisionEnds())
    }

    func signatures(fields: [PDFField], revisionEnds: [RevisionEnd]) throws(PDFError) -> [PDFSignature] {
        let certified = try resolve(catalog()?["Perms"]).dictionary?["DocMDP"]?.reference
        var signatures: [PDFSignature] = []
        for field in try fields + loneFields(besides: fields) where field.kind == .signature {
            let value = try resolve(field["V"])
            guard let dictionary = value.dictionary else { continue }
            var byteRange: [Int] = []
            for number in try (resolve(dictionary["ByteRange"]).array ?? []).prefix(64) {
                byteRange.append(try resolve(number).integer ?? -1)
            }
            let contents = try resolve(dictionary["Contents"]).string?.bytes ?? []
            let type = try resolve(dictionary["Type"]).name
            let subFilter = try resolve(dictionary["SubFilter"]).name
            let isTimestamp = type.map { $0 == "DocTimeStamp" } ?? false || subFilter.map { $0 == "ETSI.RFC3161" } ?? false
            let isCertification = certified != nil && certified == field["V"]?.reference
            signatures.append(
                PDFSignature(
                    field: field,
                    dictionary: dictionary,
                    kind: isTimestamp ? .timestamp : isCertification ? .certification : .approval,
                    byteRange: byteRange,
                    contents: Self.withoutFilling(contents),
                    coverage: try coverage(byteRange, of: dictionary, in: field, revisionEnds: revisionEnds)
                )
            )
        }
        func end(_ signature: PDFSignature) -> Int {
            signature.byteRange.count == 4 ? signature.byteRange[2].addingReportingOverflow(signature.byteRange[3]).partialValue : .max
        }
        signatures.sort { end($0) < end($1) }
        return signatures
    }

    /// The widgets of pages that hold signatures and that no form lists: poppler signs so where the form stands in the catalog.
    ///
    /// They have no name, for a form may have a field of theirs.
    private func loneFields(besides fields: [PDFField]) throws(PDFError) -> [PDFField] {
        var known: Set<PDFReference> = []
        for field in fields {
            if let reference = field.reference { known.insert(reference) }
            known.formUnion(field.widgets)
        }
        let pages: [PDFPage]
        do throws(PDFError) {
            pages = try self.pages()
        } catch {
            if error.isLimit { throw error }
            return []
        }
        var found: [PDFField] = []
        for page in pages {
            for element in try resolve(page.dictionary["Annots"]).array ?? [] {
                try budget.spend(4)
                guard let reference = element.reference, known.insert(reference).inserted, let widget = try resolve(element).dictionary,
                    widget["V"] != nil, widget["Parent"] == nil, try resolve(widget["FT"]).name.map({ $0 == "Sig" }) ?? false,
                    try resolve(widget["V"]).dictionary?.isSignature ?? false
                else { continue }
                guard found.count < limits.fields else { throw PDFError(.tooLarge, "The form has too many fields") }
                found.append(
                    PDFField(
                        name: "",
                        kind: .signature,
                        reference: reference,
                        dictionary: widget,
                        inherited: PDFDictionary(),
                        widgets: [reference]
                    )
                )
            }
        }
        return found
    }

    /// The bytes of a DER value without what follows it; other bytes as they are.
    private static func withoutFilling(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.count > 2, bytes[0] == 0x30, bytes[1] != 0x80, let end = SignatureHole.end(of: bytes) else { return bytes }
        return Array(bytes.prefix(end))
    }

    /// Judges /ByteRange (12.8.1): from the first byte to /Contents, and from there to the end of the file or of a revision.
    private func coverage(_ range: [Int], of dictionary: PDFDictionary, in field: PDFField, revisionEnds: [RevisionEnd]) throws(PDFError)
        -> PDFSignature.Coverage
    {
        guard range.count == 4, range[0] == 0, range[1] > 0, range[2] > range[1], range[3] > 0, range[2] <= bytes.count,
            range[3] <= bytes.count - range[2]
        else { return .broken }
        let end = range[2] + range[3]
        let isWhole = end == bytes.count
        guard isWhole || revisionEnds.contains(where: { ($0.marker...$0.end).contains(end) }) else { return .broken }
        // What is left out must be the string that was read as /Contents, and nothing else; both stand in the dictionary itself.
        guard case .string(let contents)? = dictionary["Contents"], case .array(let numbers)? = dictionary["ByteRange"],
            numbers == range.map({ .integer($0) }), let holder = field["V"]?.reference ?? field.reference
        else { return .broken }
        let hole = SignatureHole(range: range[1]..<range[2])
        try budget.spend(hole.range.count)
        guard hole.holds(contents.bytes, in: bytes), try !hole.isRead(by: self, holder: table[holder.number]) else { return .broken }
        return isWhole ? .document : .revision(end)
    }
}
