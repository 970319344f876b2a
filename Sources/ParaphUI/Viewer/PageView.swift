#if canImport(UIKit)
import ParaphViewModels
import SwiftUI
import UIKit

/// A page of a document with what lies on it: marks, fields, places to sign and the signature.
struct PageView: View {
    let model: ViewerModel
    let pictures: PagePictures
    let page: Int
    let count: Int
    let scale: PageScale
    @State private var picture: UIImage?
    @State private var text: String?
    @Environment(\.displayScale) private var displayScale
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    private struct Drawn: Hashable {
        let page: Int
        let pixels: Int
    }

    var body: some View {
        ZStack(alignment: .topLeading) {
            paper
            if model.showsVerdict, let verdict = model.verdict?.verdict.value {
                PageMarks(marks: verdict.marks.filter { $0.page == page }, scale: scale)
            }
            if let form = model.form, form.isOpen { PageFields(form: form, page: page, scale: scale) }
            if let signing = model.signing { PageSigning(signing: signing, page: page, scale: scale) }
        }
        .frame(width: scale.size.width, height: scale.size.height)
        .task(id: Drawn(page: page, pixels: Int(scale.size.width * displayScale))) {
            picture = await pictures.picture(of: page, width: scale.size.width, scale: displayScale)
            if text == nil { text = await pictures.text(of: page) }
        }
    }

    private var paper: some View {
        Rectangle()
            .fill(.white)
            .overlay {
                if let picture { Image(uiImage: picture).resizable() }
            }
            .overlay { Rectangle().strokeBorder(theme.line) }
            .accessibilityElement()
            .accessibilityLabel(words("script.viewer.page", ["number": "\(page + 1)"]))
            .accessibilityValue(text ?? "")
    }
}
#endif
