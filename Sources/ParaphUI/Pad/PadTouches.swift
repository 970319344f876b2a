#if canImport(UIKit)
import ParaphInk
import ParaphViewModels
import SwiftUI

/// Takes the touches on a pad: every point that was measured, and those that the system expects next.
struct PadTouches: UIViewRepresentable {
    let pad: PadModel
    /// The points that are expected next, to be drawn and never kept.
    @Binding var expected: [Point]

    func makeUIView(context: Context) -> PadTouchView {
        let view = PadTouchView()
        view.isMultipleTouchEnabled = false
        view.backgroundColor = .clear
        return view
    }

    func updateUIView(_ view: PadTouchView, context: Context) {
        view.pad = pad
        view.expect = { expected = $0 }
    }
}
#endif
