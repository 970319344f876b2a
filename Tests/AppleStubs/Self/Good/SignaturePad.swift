import SwiftUI
import UIKit

struct PadPoint: Equatable, Sendable {
    var x: Double
    var y: Double
    var time: TimeInterval
    var pressure: Double
}

struct SignaturePad: View {
    @Binding var strokes: [[PadPoint]]
    var color: Color = .primary
    @State private var current: [PadPoint] = []
    @State private var predicted: [PadPoint] = []
    @Environment(\.displayScale) private var displayScale
    @Environment(\.accessibilityReduceMotion) private var reduceMotion

    var body: some View {
        ZStack(alignment: .bottomTrailing) {
            Canvas { context, size in
                var line = Path()
                line.move(to: CGPoint(x: 16, y: size.height * 0.75))
                line.addLine(to: CGPoint(x: size.width - 16, y: size.height * 0.75))
                context.stroke(line, with: .color(.secondary), style: StrokeStyle(lineWidth: 1 / displayScale, dash: [4, 4]))
                for stroke in strokes + [current + predicted] {
                    draw(stroke, in: &context)
                }
            }
            .background(.background, in: .rect(cornerRadius: 16))
            .overlay {
                RoundedRectangle(cornerRadius: 16).strokeBorder(.separator, lineWidth: 1)
            }
            TouchSurface(
                onBegan: { current = [$0] },
                onMoved: { points, ahead in
                    current += points
                    predicted = ahead
                },
                onEnded: {
                    strokes.append(current)
                    current = []
                    predicted = []
                }
            )
            Button("Clear", systemImage: "arrow.uturn.backward") {
                withAnimation(reduceMotion ? nil : .snappy) { strokes.removeAll() }
            }
            .labelStyle(.iconOnly)
            .padding()
            .opacity(strokes.isEmpty ? 0 : 1)
        }
        .aspectRatio(2, contentMode: .fit)
        .accessibilityElement()
        .accessibilityLabel("Signature")
        .accessibilityValue(Text("\(strokes.count) strokes"))
        .accessibilityAddTraits(.allowsDirectInteraction)
        .accessibilityAction(named: "Clear") { strokes = [] }
        .defersSystemGestures(on: .all)
    }

    private func draw(_ stroke: [PadPoint], in context: inout GraphicsContext) {
        for (from, to) in zip(stroke, stroke.dropFirst()) {
            var path = Path()
            path.move(to: CGPoint(x: from.x, y: from.y))
            path.addLine(to: CGPoint(x: to.x, y: to.y))
            context.stroke(path, with: .color(color), style: StrokeStyle(lineWidth: 1 + 3 * to.pressure, lineCap: .round, lineJoin: .round))
        }
    }
}

private struct TouchSurface: UIViewRepresentable {
    let onBegan: (PadPoint) -> Void
    let onMoved: ([PadPoint], [PadPoint]) -> Void
    let onEnded: () -> Void

    func makeUIView(context: Context) -> TouchView {
        let view = TouchView()
        view.isMultipleTouchEnabled = false
        view.backgroundColor = .clear
        return view
    }

    func updateUIView(_ view: TouchView, context: Context) {
        view.surface = self
    }

    final class TouchView: UIView {
        var surface: TouchSurface?
        private weak var tracked: UITouch?

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard tracked == nil, let touch = touches.first else { return }
            tracked = touch
            surface?.onBegan(point(touch))
        }

        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
            guard let tracked, touches.contains(tracked) else { return }
            let coalesced = event?.coalescedTouches(for: tracked) ?? [tracked]
            let ahead = event?.predictedTouches(for: tracked) ?? []
            surface?.onMoved(coalesced.map(point), ahead.map(point))
        }

        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            tracked = nil
            surface?.onEnded()
        }

        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            touchesEnded(touches, with: event)
        }

        private func point(_ touch: UITouch) -> PadPoint {
            let location = touch.preciseLocation(in: self)
            let pressure = touch.type == .pencil ? touch.force / touch.maximumPossibleForce : 0.5
            return PadPoint(x: location.x, y: location.y, time: touch.timestamp, pressure: pressure)
        }
    }
}
