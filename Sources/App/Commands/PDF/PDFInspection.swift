import ParaphPDF

/// What `paraph pdf inspect` says of a file.
struct PDFInspection: Encodable {
    struct Encryption: Encodable {
        var method: String
        var keyBits: Int
        var revision: Int
        var open: Bool
    }

    struct Revision: Encodable {
        var number: Int
        var length: Int
        var signatures: [String]
    }

    struct Field: Encodable {
        struct Option: Encodable {
            var value: String
            var text: String
        }

        var name: String
        var type: String
        /// What it holds; of a password only asterisks.
        var value: String?
        var readOnly: Bool
        var required: Bool
        var multiline: Bool?
        var multiple: Bool?
        /// Whether a choice takes other texts than its options.
        var editable: Bool?
        var maxLength: Int?
        /// What a check box or radio buttons can be set to, besides off.
        var states: [String]?
        var options: [Option]?
    }

    struct Signature: Encodable {
        var field: String
        var type: String
        var subFilter: String?
        var reason: String?
        var location: String?
        var signedAt: String?
        var coverage: String
        var revision: Int?
        var byteRange: [Int]
    }

    var version: String
    var bytes: Int
    var pages: Int?
    var encrypted: Bool
    var encryption: Encryption?
    var xref: String
    var repaired: Bool
    var trailingBytes: Int
    var revisions: [Revision]
    var fields: [Field]
    var signatures: [Signature]
    /// What a signer should know, see ``PDFRemark``.
    var remarks: [String]

    /// Looks at a file; one that is locked keeps to itself what is in its strings and streams.
    init(_ file: PDFFile) throws(PDFError) {
        bytes = file.bytes.count
        encrypted = file.encryption != nil
        encryption = file.encryption.map {
            Encryption(method: $0.streams.name, keyBits: $0.keyBits, revision: $0.revision, open: $0.isOpen)
        }
        xref = file.sections.first?.kind.name ?? "repaired"
        (fields, signatures, revisions, remarks, pages) = ([], [], [], [], nil)
        version = "\(file.headerVersion / 10).\(file.headerVersion % 10)"
        do throws(PDFError) {
            pages = try file.pageCount()
            if let later = try file.resolve(file.catalog()?["Version"]).name.map(\.description), later > version { version = later }
        } catch {
            guard error.code == .password else { throw error }
        }
        let found = try file.revisions()
        trailingBytes = try file.trailingBytes()
        if !file.isLocked {
            for field in try file.fields() {
                fields.append(try Self.field(field, in: file))
            }
            for signature in try file.signatures() { signatures.append(try Self.signature(signature, in: file, found)) }
            // Of what cannot be read the rest is said all the same.
            remarks = ((try? file.remarks()) ?? []).map(\.rawValue)
        }
        let signed = signatures
        revisions = found.map { revision in
            let names = signed.filter { $0.revision == revision.number }.map(\.field)
            return Revision(number: revision.number, length: revision.length, signatures: names)
        }
        repaired = file.isRepaired
    }

    private static func field(_ field: PDFField, in file: PDFFile) throws(PDFError) -> Field {
        let flags = try file.flags(of: field)
        var value = field.kind == .signature ? nil : try file.valueText(of: field)
        if field.kind == .text, flags.contains(.password) { value = value.map { String(repeating: "*", count: $0.isEmpty ? 0 : 8) } }
        var answer = Field(
            name: field.name,
            type: field.kind.name,
            value: value,
            readOnly: flags.contains(.readOnly),
            required: flags.contains(.required)
        )
        switch field.kind {
        case .text:
            answer.multiline = flags.contains(.multiline)
            answer.maxLength = try file.longestText(of: field)
        case .checkbox, .radio: answer.states = try file.states(of: field)
        case .choice:
            answer.multiple = flags.contains(.multiSelect) && !flags.contains(.combo)
            answer.editable = flags.contains(.combo) && flags.contains(.edit)
            answer.options = try file.options(of: field).map { Field.Option(value: $0.export, text: $0.display) }
        default: break
        }
        return answer
    }

    private static func signature(_ signature: PDFSignature, in file: PDFFile, _ revisions: [PDFRevision]) throws(PDFError) -> Signature {
        func text(_ key: StaticString) throws(PDFError) -> String? { try file.resolve(signature.dictionary[key]).string?.text }
        let length: Int? =
            switch signature.coverage {
            case .document: file.bytes.count
            case .revision(let length): length
            case .broken: nil
            }
        let coverage =
            switch signature.coverage {
            case .document: "document"
            case .revision: "revision"
            case .broken: "broken"
            }
        return Signature(
            field: signature.field.name,
            type: signature.kind.name,
            subFilter: try file.resolve(signature.dictionary["SubFilter"]).name?.description,
            reason: try text("Reason"),
            location: try text("Location"),
            signedAt: try text("M"),
            coverage: coverage,
            revision: revisions.first { $0.length == length }?.number,
            byteRange: signature.byteRange
        )
    }
}
