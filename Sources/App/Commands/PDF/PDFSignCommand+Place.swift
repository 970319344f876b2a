import ParaphPAdES
import ParaphPDF

extension PDFSignCommand {
    /// Says before sealing what the next reader will see of where the signature lies, by the rule of the web app.
    ///
    /// - Throws: ``Refusal`` where earlier signatures would become suspicious, unless that is wanted.
    func warn(of request: SignatureRequest, in opened: PDFFile) throws {
        guard let appearance = request.appearance, !appearance.isEmpty else { return }
        var (background, isSigned, free): (SignaturePlaces.Background, Bool, PDFPlacement?) = (.free, false, nil)
        do throws(PDFError) {
            let places = try SignaturePlaces(opened)
            isSigned = places.isSigned
            var place = request.placement
            if place == nil, let field { place = try places.place(of: field) }
            guard let place else { return }
            background = try places.judge(appearance, at: place, in: field, fonts: request.fonts)
            if background > .field, request.placement != nil { free = try places.free(for: appearance, near: place, fonts: request.fonts) }
        } catch {
            // What is wrong with the place or the letters signing says; what else cannot be read here can perhaps be signed.
            guard error.isLimit else { return }
            return Terminal.complain("\(file): what the signature lies on could not be checked in time.")
        }
        guard let words = Self.words(for: background, isSigned: isSigned) else { return }
        let advice = free.map { " Free is --rect \(Self.numbers(of: $0.rectangle))." } ?? ""
        guard background == .hidden, isSigned else { return Terminal.complain("\(file): \(words)\(advice)") }
        guard force else { throw Refusal("\(file): \(words)\(advice) --force signs all the same.") }
        Terminal.complain("\(file): \(words)")
    }

    /// What a reader will see; nil where that is nothing.
    private static func words(for background: SignaturePlaces.Background, isSigned: Bool) -> String? {
        switch background {
        case .free: nil
        case .field: "the signature lies on a field that is not meant for it."
        case .text where isSigned: "the signature lies on text; readers of earlier signatures will be told to look at the place."
        case .text: "the signature lies on text and makes it harder to read."
        case .signature: "the signature lies on another one; readers will be told to look at the place."
        case .hidden where isSigned:
            "the signature would hide what is there, so that for readers of earlier signatures the document would be changed (suspicious)."
        case .hidden: "the signature hides what is there, so that it can no longer be read."
        }
    }

    private static func numbers(of box: PDFRectangle) -> String {
        [box.left, box.bottom, box.width, box.height].map { "\(Int($0.rounded(.down)))" }.joined(separator: ",")
    }
}
