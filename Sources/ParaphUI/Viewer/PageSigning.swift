#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// What of signing lies on a page: the places that are offered, and the signature that is not saved yet.
struct PageSigning: View {
    let signing: DocumentSigningModel
    let page: Int
    let scale: PageScale
    @Environment(\.theme) private var theme

    var body: some View {
        switch signing.step {
        case .idle, .pad: EmptyView()
        case .choosing: places
        case .placed:
            if let placed = signing.placed, placed.page == page { PlacedSignatureView(signing: signing, placed: placed, scale: scale) }
        }
    }

    private var places: some View {
        ZStack(alignment: .topLeading) {
            if signing.isAnywhere {
                Color.clear
                    .contentShape(.rect)
                    .onTapGesture(coordinateSpace: .local) { touched in
                        let (x, y) = scale.point(touched)
                        Task { await signing.choose(page: page, x: x, y: y) }
                    }
                    .accessibilityHidden(true)
            }
            ForEach(signing.places.filter { $0.page == page }) { place in
                let frame = scale.frame(place.box)
                Button {
                    Task { await signing.choose(place) }
                } label: {
                    Text(signing.hereLabel)
                        .font(.footnote.weight(.semibold))
                        .minimumScaleFactor(0.5)
                        .foregroundStyle(theme.penBlue)
                        .frame(width: frame.width, height: frame.height)
                        .background(theme.penBlue.opacity(0.12))
                        .overlay { Rectangle().strokeBorder(theme.penBlue, style: StrokeStyle(lineWidth: 2, dash: [6, 4])) }
                        .contentShape(.rect)
                }
                .buttonStyle(.plain)
                .accessibilityLabel(place.label)
                .offset(x: frame.minX, y: frame.minY)
            }
        }
    }
}
#endif
