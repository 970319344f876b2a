#if canImport(UIKit)
import ParaphInk
import ParaphWire
import SwiftUI

/// A drawing, as large as there is room.
struct InkView: View {
    let drawing: Sample
    let pen: InkColor
    @Environment(\.theme) private var theme

    var body: some View {
        let (ink, colour) = (drawing.outline(Pen.fitting(drawing)), theme.colour(of: pen))
        Canvas { context, size in
            guard let bounds = ink.bounds else { return }
            let frame = InkRect(width: size.width, height: size.height)
            context.fill(Path(ink.transformed(by: .fitting(bounds, into: frame, margin: Space.tiny))), with: .style(colour))
        }
        .accessibilityHidden(true)
    }
}
#endif
