import ParaphInk
import ParaphInkPDF
import ParaphPDF
import ParaphWire

/// What is seen of a signature that is not sealed yet.
nonisolated struct SignatureSight: Sendable {
    var sample: Sample
    var pen: InkColor
    /// A JPEG of the person.
    var photo: [UInt8]?

    func appearance() throws(PDFError) -> PDFSignatureAppearance {
        guard let ink = PDFSignatureAppearance.Ink(sample, ink: pen == .black ? .black : .blue) else {
            throw PDFError(.malformed, "The ink is no drawing")
        }
        return PDFSignatureAppearance(ink: ink, photo: try photo.map { (bytes) throws(PDFError) in try PDFImage(PDFBytes(bytes)) })
    }
}

/// Where a signature goes: a failure there must not keep a person from signing, so that there is no answer then.
extension SigningFile {
    private func signaturePlaces() throws(PDFError) -> SignaturePlaces {
        if let places { return places }
        let found = try SignaturePlaces(read().file)
        places = found
        return found
    }

    private func asked<Answer>(_ question: (SignaturePlaces) throws(PDFError) -> Answer?) -> Answer? {
        do {
            return try question(signaturePlaces())
        } catch {
            forget()
            return nil
        }
    }

    /// The place to begin with.
    func proposal(width: Double, height: Double) -> PDFPlacement? {
        asked { (places) throws(PDFError) in try places.proposal(width: width, height: height)?.placement }
    }

    /// A free place near one, on its page or anywhere.
    func free(near placement: PDFPlacement, isAnywhere: Bool, for sight: SignatureSight? = nil) -> PDFPlacement? {
        asked { (places) throws(PDFError) in
            try places.free(for: sight?.appearance() ?? PDFSignatureAppearance(), near: placement, isAnywhere: isAnywhere)
        }
    }

    /// What a signature would lie on, and whether there are others; `nil` where that is unknown.
    func background(of sight: SignatureSight, at placement: PDFPlacement, in field: String?)
        -> (background: SignaturePlaces.Background, isSigned: Bool)?
    {
        asked { (places) throws(PDFError) in (try places.judge(sight.appearance(), at: placement, in: field), places.isSigned) }
    }
}
