import ParaphInk
import ParaphPDF

/// What the page asks for of a signature; texts that are empty are left out.
struct SigningValues {
    /// A sample that was drawn here, or the drawing of one that was drawn on another device.
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
    /// What is filled into the form, and a font for what the form's have not.
    var form: [UInt8] = []
    var font: [UInt8] = []
    /// Where a new field is seen; nil for a field that is there, and for one that is not seen.
    var placement: PDFPlacement?
    /// How many bytes the signature may have.
    var room = 0

    /// What is seen of it.
    func appearance() throws(PDFError) -> PDFSignatureAppearance {
        var appearance = PDFSignatureAppearance()
        if !ink.isEmpty { appearance.ink = try drawing().ink }
        if !photo.isEmpty { appearance.photo = try PDFImage(PDFBytes(photo)) }
        return appearance
    }

    /// The ink as it is sealed, and the frame in which `ink.wasm` draws the same on a screen, as parts of the ink's box from its lower left corner.
    func drawing() throws(PDFError) -> (ink: PDFSignatureAppearance.Ink, frame: PDFRectangle) {
        if let drawing = try? InkDrawing(decoding: self.ink), let ink = PDFSignatureAppearance.Ink(drawing, ink: isBlack ? .black : .blue) {
            return (ink, PDFRectangle(0, 0, 1, 1))
        }
        guard let sample = try? Sample(decoding: self.ink), let ink = PDFSignatureAppearance.Ink(sample, ink: isBlack ? .black : .blue),
            let drawn = sample.outline(.fitting(sample)).bounds, let bounds = sample.bounds
        else { throw PDFError(.malformed, "The ink is no drawing") }
        let (frame, width, height) = (bounds.expanded(by: Pen.fitting(sample).width), max(drawn.width, 1e-9), max(drawn.height, 1e-9))
        let low = (x: (frame.low.x - drawn.low.x) / width, y: (drawn.low.y + drawn.height - frame.low.y - frame.height) / height)
        return (ink, PDFRectangle(low.x, low.y, low.x + frame.width / width, low.y + frame.height / height))
    }

    /// The same, with ink and photo read.
    func request() throws(PDFError) -> PDFSigning.Request {
        func text(_ value: String) -> String? { value.isEmpty ? nil : value }
        var request = PDFSigning.Request(time: PDFString(Array(time.utf8)), room: room)
        request.field = text(field)
        request.placement = placement
        request.link = text(link)
        (request.name, request.reason, request.location) = (text(name), text(reason), text(location))
        request.appearance = try appearance()
        request.values = values()
        request.fonts = try fonts()
        return request
    }

    /// The values of the form.
    ///
    /// Of each field there are its name, a letter for the kind of value, and the value, with zeros between. A field that several options are
    /// chosen of (`m`) stands once for each.
    func values() -> [(field: String, value: PDFFieldValue)] {
        var values: [(field: String, value: PDFFieldValue)] = []
        let parts = form.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
        for start in stride(from: 0, to: parts.count - 2, by: 3) {
            let (field, text) = (parts[start], parts[start + 2])
            switch parts[start + 1].utf8.first {
            case UInt8(ascii: "m"):
                if let last = values.last, last.field.utf8.elementsEqual(field.utf8), case .choices(let others) = last.value {
                    values[values.count - 1].value = .choices(others + [text])
                } else {
                    values.append((field, .choices([text])))
                }
            case UInt8(ascii: "c"): values.append((field, .checked(true)))
            case UInt8(ascii: "t"): values.append((field, .text(text)))
            default: values.append((field, .empty))
            }
        }
        return values
    }

    func fonts() throws(PDFError) -> [TrueTypeFont] {
        font.isEmpty ? [] : [try TrueTypeFont(PDFBytes(font))]
    }
}
