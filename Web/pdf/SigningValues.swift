import ParaphInk
import ParaphPDF

/// What the page asks for of a signature; texts that are empty are left out.
struct SigningValues {
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

    /// The same, with ink and photo read.
    func request() throws(PDFError) -> PDFSigning.Request {
        func text(_ value: String) -> String? { value.isEmpty ? nil : value }
        var request = PDFSigning.Request(time: PDFString(Array(time.utf8)), room: room)
        request.field = text(field)
        request.placement = placement
        request.link = text(link)
        (request.name, request.reason, request.location) = (text(name), text(reason), text(location))
        if !ink.isEmpty {
            guard let sample = try? Sample(decoding: ink),
                let ink = PDFSignatureAppearance.Ink(sample, ink: isBlack ? .black : .blue)
            else { throw PDFError(.malformed, "The ink is no drawing") }
            request.appearance.ink = ink
        }
        if !photo.isEmpty { request.appearance.photo = try PDFImage(PDFBytes(photo)) }
        return request
    }
}
