#if canImport(UIKit)
import ParaphInk
public import ParaphViewModels
public import SwiftUI

/// The pad with its tools: paper, pens, Undo and Erase.
public struct PadView: View {
    let pad: PadModel
    @State private var expected: [Point] = []
    @Environment(\.theme) private var theme

    /// Makes the view.
    public init(_ pad: PadModel) {
        self.pad = pad
    }

    public var body: some View {
        VStack(spacing: Space.small) {
            paper
            PadTools(pad: pad)
        }
        .sensoryFeedback(.selection, trigger: pad.isEmpty)
    }

    private var paper: some View {
        Canvas { context, size in
            drawBaseline(in: &context, size)
            for stroke in shown { context.fill(Path(stroke.outline(Pen())), with: .style(theme.colour(of: pad.pen))) }
        }
        .background(theme.padPaper, in: .rect(cornerRadius: theme.cardRadius))
        .overlay { RoundedRectangle(cornerRadius: theme.cardRadius).strokeBorder(theme.line) }
        .overlay { PadTouches(pad: pad, expected: $expected) }
        .frame(minHeight: 176)
        .accessibilityElement()
        .accessibilityLabel(pad.label)
        .accessibilityAddTraits(.allowsDirectInteraction)
    }

    /// What is drawn, the last stroke as far as it is expected to go.
    private var shown: [Stroke] {
        var strokes = pad.strokes
        guard let last = strokes.last?.points.last, let first = expected.first else { return strokes }
        let shift = last.time - first.time
        for point in expected {
            var point = point
            point.time += shift + 1
            strokes[strokes.count - 1].points.append(point)
        }
        return strokes
    }

    private func drawBaseline(in context: inout GraphicsContext, _ size: CGSize) {
        let (left, level, arm) = (Space.large, size.height * 0.72, Space.tiny)
        var line = Path()
        line.move(to: CGPoint(x: left, y: level))
        line.addLine(to: CGPoint(x: size.width - left, y: level))
        line.move(to: CGPoint(x: left, y: level - 4 * arm))
        line.addLine(to: CGPoint(x: left + 2 * arm, y: level - 2 * arm))
        line.move(to: CGPoint(x: left + 2 * arm, y: level - 4 * arm))
        line.addLine(to: CGPoint(x: left, y: level - 2 * arm))
        context.stroke(line, with: .style(theme.padLine.opacity(0.5)), lineWidth: 1)
    }
}
#endif
