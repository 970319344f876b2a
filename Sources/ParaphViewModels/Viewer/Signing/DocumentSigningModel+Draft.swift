import Foundation
import ParaphClient
import ParaphPDF
import ParaphWire

/// What is drawn for a document and not saved outlives the app, as long as it is sure that it was not sealed.
extension DocumentSigningModel {
    /// A drawing with its place.
    nonisolated struct Draft: Codable, Sendable {
        var page: Int
        var box: [Double]
        var field: String?
        var drawing: DrawingDraft
        var photo: Data?
        /// The signature that the drawing is, once it was accepted; before that it lies on the pad.
        var signature: Signature?

        struct Signature: Codable, Sendable {
            var id: String
            var similarity: Double?
            var audience: String
        }

        var place: SigningPlace? {
            guard box.count == 4, box.allSatisfy(\.isFinite) else { return nil }
            return SigningPlace(page: page, box: PDFRectangle(box[0], box[1], box[2], box[3]), field: field)
        }
    }

    /// What is to be kept.
    var draft: Draft? {
        if step == .pad, let place, let drawn = signing?.draft { return Draft(place, drawn) }
        guard step == .placed, !isFixed, let placed, let accepted = placing?.accepted, let id = accepted.signatureId else {
            return nil
        }
        let place = SigningPlace(page: placed.page, box: placed.box, field: placed.field)
        var draft = Draft(place, DrawingDraft(placed.sample, placed.pen))
        draft.photo = placed.photo.map { Data($0) }
        draft.signature = Draft.Signature(id: id, similarity: accepted.similarity, audience: accepted.audience)
        return draft
    }

    /// Shows it again: a signature where it lay, a drawing on the pad, for a new challenge.
    func restore(_ draft: Draft) async {
        guard step == .idle, let place = draft.place, let drawing = draft.drawing.drawing else { return }
        guard let signature = draft.signature else {
            (isAnywhere, step) = (!shown.facts.isCertified, .choosing)
            await draw(place)
            signing?.pad.restore(draft.drawing)
            return
        }
        let accepted = Signing.Accepted(signatureId: signature.id, similarity: signature.similarity, audience: signature.audience)
        do {
            var placed = try PlacedSignature(place, drawing, draft.drawing.pen)
            if let photo = draft.photo { try placed.show([UInt8](photo), on: nil) }
            placed.lie(at: PDFPlacement(page: place.page, rectangle: place.box))
            placing = try await begin(accepted)
            (self.placed, step) = (placed, .placed)
            work.notice = Notice(words("script.signing.restored"))
        } catch {
            end()
            return
        }
        await judge()
    }
}

nonisolated extension DocumentSigningModel.Draft {
    fileprivate init(_ place: SigningPlace, _ drawing: DrawingDraft) {
        (page, field, self.drawing) = (place.page, place.field, drawing)
        box = [place.box.left, place.box.bottom, place.box.right, place.box.top]
    }
}
