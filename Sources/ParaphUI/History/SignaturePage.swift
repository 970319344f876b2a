#if canImport(UIKit)
import ParaphInk
import ParaphViewModels
import ParaphWire
import SwiftUI
import UIKit

/// A page of a history: who signed, how like their own it is, from where and on what, with the drawing and the photo.
struct SignaturePage: View {
    let model: HistoryModel
    let signature: SignatureOnDocument
    @State private var ink: DrawnInk?
    @State private var photo: UIImage?
    @Environment(\.theme) private var theme

    var body: some View {
        Card {
            Text(signature.place).font(.footnote).foregroundStyle(theme.secondary)
            HStack(alignment: .top, spacing: Space.note) {
                if let photo {
                    Image(uiImage: photo)
                        .resizable()
                        .scaledToFill()
                        .frame(width: 72, height: 72)
                        .clipShape(.rect(cornerRadius: theme.controlRadius))
                        .accessibilityLabel(signature.photoLabel)
                }
                VStack(alignment: .leading, spacing: Space.tiny) {
                    Text(signature.name).font(.title3.weight(.semibold))
                    if let work = signature.work { Text(work).foregroundStyle(theme.secondary) }
                    MomentText(signature.at).font(.subheadline)
                }
            }
            Label(
                "\(signature.verdict) · \(signature.similarity)",
                systemImage: signature.isMatch ? "checkmark.circle" : "exclamationmark.triangle"
            )
            .foregroundStyle(signature.isMatch ? theme.good : theme.warn)
            drawing
            ForEach(signature.facts, id: \.self) { fact in
                VStack(alignment: .leading, spacing: 0) {
                    Text(fact.label).font(.footnote).foregroundStyle(theme.secondary)
                    Text(fact.value)
                }
                .accessibilityElement(children: .combine)
            }
        }
        .task(id: signature.id) {
            ink = await model.ink(of: signature)
            guard let content = await model.photo(of: signature), let picture = UIImage(data: Data(content.bytes)) else { return }
            photo = picture.turned(signature.photoOrientation)
        }
    }

    @ViewBuilder private var drawing: some View {
        if let ink {
            let colour = theme.colour(of: ink.pen)
            Canvas { context, size in
                guard let bounds = ink.outline.bounds else { return }
                let frame = InkRect(width: size.width, height: size.height)
                context.fill(Path(ink.outline.transformed(by: .fitting(bounds, into: frame, margin: Space.tiny))), with: .style(colour))
            }
            .frame(height: 120)
            .background(theme.padPaper, in: .rect(cornerRadius: theme.controlRadius))
            .accessibilityElement()
            .accessibilityLabel(signature.inkLabel)
        } else if let text = signature.inkMissing {
            Text(text).font(.subheadline).foregroundStyle(theme.secondary)
        }
    }
}
#endif
