#if canImport(UIKit)
import ParaphInk
import ParaphPDF
import ParaphViewModels
import SwiftUI
import UIKit

/// The signature on its page: it is dragged into place, its corner resizes it; arrow keys and VoiceOver do the same.
struct PlacedSignatureView: View {
    let signing: DocumentSigningModel
    let placed: PlacedSignature
    let scale: PageScale
    @State private var moved = CGSize.zero
    @State private var pulled = CGSize.zero
    @Environment(\.theme) private var theme
    @Environment(\.words) private var words

    /// How far a key or a step of VoiceOver moves and resizes it, in the page's points.
    private static let step = 6.0

    var body: some View {
        let frame = scale.frame(placed.box)
        signature
            .frame(width: frame.width, height: frame.height)
            .overlay { Rectangle().strokeBorder(theme.penBlue, style: StrokeStyle(lineWidth: 1, dash: [4])) }
            .contentShape(.rect)
            .highPriorityGesture(dragging)
            .overlay(alignment: .bottomTrailing) {
                if isMovable { corner }
            }
            .offset(x: frame.minX, y: frame.minY)
            .focusable(isMovable)
            .onKeyPress(.leftArrow) { move(-Self.step, 0) }
            .onKeyPress(.rightArrow) { move(Self.step, 0) }
            .onKeyPress(.upArrow) { move(0, Self.step) }
            .onKeyPress(.downArrow) { move(0, -Self.step) }
            .accessibilityElement()
            .accessibilityLabel(isMovable ? words("app.placed") : words("script.signing.inField"))
            .accessibilityAdjustableAction { resize($0 == .increment ? 1.1 : 1 / 1.1) }
            .accessibilityAction(named: words("app.moveLeft")) { _ = move(-Self.step, 0) }
            .accessibilityAction(named: words("app.moveRight")) { _ = move(Self.step, 0) }
            .accessibilityAction(named: words("app.moveUp")) { _ = move(0, Self.step) }
            .accessibilityAction(named: words("app.moveDown")) { _ = move(0, -Self.step) }
    }

    private var isMovable: Bool { placed.isMovable && !signing.isFixed && !signing.isBusy }

    private var signature: some View {
        ZStack(alignment: .topLeading) {
            if let box = placed.photoBox, let photo = placed.photo.flatMap({ UIImage(data: Data($0)) }) {
                let frame = inside(box)
                Image(uiImage: photo)
                    .resizable()
                    .frame(width: frame.width, height: frame.height)
                    .offset(x: frame.minX, y: frame.minY)
            }
            if let box = placed.inkBox { ink(inside(box)) }
        }
    }

    private func ink(_ frame: CGRect) -> some View {
        let (outline, colour) = (placed.outline, theme.colour(of: placed.pen))
        return Canvas { context, size in
            guard let bounds = outline.bounds else { return }
            let frame = InkRect(width: size.width, height: size.height)
            context.fill(Path(outline.transformed(by: .fitting(bounds, into: frame))), with: .style(colour))
        }
        .frame(width: frame.width, height: frame.height)
        .offset(x: frame.minX, y: frame.minY)
    }

    /// Where a part is seen, from the upper left corner of the box.
    private func inside(_ part: PDFRectangle) -> CGRect {
        PageScale(width: placed.box.width, height: placed.box.height, factor: scale.factor).frame(part)
    }

    // The signature moves under the finger, so that its own coordinates say nothing.
    private var dragging: some Gesture {
        DragGesture(minimumDistance: 0, coordinateSpace: .global)
            .onChanged { drag in
                let (x, y) = (drag.translation.width - moved.width, drag.translation.height - moved.height)
                signing.move(byX: x / scale.factor, y: -y / scale.factor)
                moved = drag.translation
            }
            .onEnded { _ in
                moved = .zero
                Task { await signing.settle() }
            }
    }

    private var corner: some View {
        Image(systemName: "arrow.up.left.and.arrow.down.right.circle.fill")
            .font(.title2)
            .foregroundStyle(theme.penBlue)
            .background(.white, in: .circle)
            .frame(width: Space.touch, height: Space.touch)
            .contentShape(.rect)
            .offset(x: Space.touch / 2, y: Space.touch / 2)
            .highPriorityGesture(
                DragGesture(minimumDistance: 0, coordinateSpace: .global)
                    .onChanged { drag in
                        let (x, y) = (drag.translation.width - pulled.width, drag.translation.height - pulled.height)
                        signing.resize(width: placed.box.width + x / scale.factor, height: placed.box.height + y / scale.factor)
                        pulled = drag.translation
                    }
                    .onEnded { _ in
                        pulled = .zero
                        Task { await signing.settle() }
                    }
            )
            .accessibilityHidden(true)
    }

    private func move(_ x: Double, _ y: Double) -> KeyPress.Result {
        guard isMovable else { return .ignored }
        signing.move(byX: x, y: y)
        Task { await signing.settle() }
        return .handled
    }

    private func resize(_ factor: Double) {
        signing.resize(width: placed.box.width * factor, height: placed.box.height * factor)
        Task { await signing.settle() }
    }
}
#endif
