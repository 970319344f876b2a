#if canImport(UIKit)
import ParaphViewModels
import SwiftUI

/// What is outlined on a page: what was changed, and what a later signature lies on.
struct PageMarks: View {
    let marks: [DocumentVerdict.Mark]
    let scale: PageScale
    @Environment(\.theme) private var theme

    var body: some View {
        ForEach(marks, id: \.self) { mark in
            let frame = scale.frame(mark.rectangle).insetBy(dx: -2, dy: -2)
            RoundedRectangle(cornerRadius: 3)
                .strokeBorder(mark.isRemark ? theme.warn : theme.bad, style: StrokeStyle(lineWidth: 2, dash: mark.isRemark ? [4] : []))
                .frame(width: frame.width, height: frame.height)
                .offset(x: frame.minX, y: frame.minY)
        }
        .allowsHitTesting(false)
        .accessibilityHidden(true)
    }
}
#endif
