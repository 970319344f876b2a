#if canImport(UIKit)
import ParaphInk
import SwiftUI

/// The mark: a rising stroke with a flourish, drawn as all ink is.
struct MarkView: View {
    @Environment(\.theme) private var theme

    var body: some View {
        let (ink, colour) = (Sample.mark.outline(Pen.fitting(.mark)), theme.accent)
        Canvas { context, size in
            guard let bounds = ink.bounds else { return }
            let frame = InkRect(width: size.width, height: size.height)
            context.fill(Path(ink.transformed(by: .fitting(bounds, into: frame, margin: Space.tiny))), with: .style(colour))
        }
        .accessibilityHidden(true)
    }
}
#endif
