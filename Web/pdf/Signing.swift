import ParaphInk
import ParaphPDF

/// An update with a signature that is still to be made: what is to be appended to the file, with room in it.
struct Signing {
    /// What the page asks for; texts that are empty are left out.
    struct Request {
        var ink: [UInt8] = []
        /// Whether the ink is black, else it is blue.
        var isBlack = false
        /// A JPEG of the person, beside the ink.
        var photo: [UInt8] = []
        var field = ""
        var name = ""
        var reason = ""
        var location = ""
        var time = ""
        var link = ""
        /// Where a new field is seen; nil for a field that is there, and for one that is not seen.
        var placement: PDFPlacement?
        /// How many bytes the signature may have.
        var room = 0
    }

    /// The field that is signed.
    let field: String
    private var written: PDFUpdate.Written
    private let start: Int
    /// What of the file and what is appended to it is digested: two parts, each by its start and length.
    var byteRange: [Int] { written.byteRange }
    /// What is appended to the file.
    var appended: [UInt8] { written.appended }

    init(_ file: PDFFile, _ request: Request, permissions: PDFPermissions) throws(PDFError) {
        let fields = try file.fields()
        let name = request.field.isEmpty ? fields.freeName("Signature") : request.field
        let existing = fields.first { $0.name.utf8.elementsEqual(name.utf8) }
        try Self.check(existing, name, request, permissions, file)
        var update = PDFUpdate(file)
        func text(_ value: String) -> String? { value.isEmpty ? nil : value }
        let dictionary = PDFDictionary.padesSignature(
            time: PDFString(Array(request.time.utf8)),
            name: text(request.name),
            reason: text(request.reason),
            location: text(request.location)
        )
        let value = update.add(signature: dictionary, size: request.room)
        var appearance = PDFSignatureAppearance()
        if !request.ink.isEmpty {
            guard let sample = try? Sample(decoding: request.ink),
                let ink = PDFSignatureAppearance.Ink(sample, ink: request.isBlack ? .black : .blue)
            else {
                throw PDFError(.malformed, "The ink is no drawing")
            }
            appearance.ink = ink
        }
        if !request.photo.isEmpty { appearance.photo = try PDFImage(PDFBytes(request.photo)) }
        if let existing {
            try update.fill(existing, with: value, showing: appearance, link: text(request.link))
        } else if let placement = request.placement {
            try update.place(appearance, at: placement, field: name, value: value, link: text(request.link))
        } else {
            _ = try update.addSignatureField(name, value: value, on: file.page(at: 0), rectangle: nil, appearance: nil)
        }
        try update.declarePAdES()
        field = name
        written = try update.write()
        start = file.bytes.count
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
        if !request.link.isEmpty, try !file.signatures().isEmpty { throw PDFError(.unsupported, "A link would change what is signed") }
    }

    mutating func fill(_ signature: [UInt8]) -> Bool {
        written.fill(signature, startOfAppended: start)
    }
}
