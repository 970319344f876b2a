#if canImport(UIKit)
import ParaphInk
import ParaphViewModels
import UIKit

/// What is touched by the finger or the Pencil that draws; a second finger changes nothing.
final class PadTouchView: UIView {
    var pad: PadModel?
    var expect: ([Point]) -> Void = { _ in }
    private weak var drawing: UITouch?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard drawing == nil, let touch = touches.first else { return }
        drawing = touch
        pad?.begin(touch.type == .pencil ? .pen : touch.type == .direct ? .finger : .mouse, at: touch.timestamp * 1000)
        pad?.add(point(touch))
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let drawing, touches.contains(drawing) else { return }
        for touch in event?.coalescedTouches(for: drawing) ?? [drawing] { pad?.add(point(touch)) }
        expect((event?.predictedTouches(for: drawing) ?? []).map(point))
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let drawing, touches.contains(drawing) else { return }
        for touch in event?.coalescedTouches(for: drawing) ?? [drawing] { pad?.add(point(touch)) }
        leave()
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard let drawing, touches.contains(drawing) else { return }
        leave()
    }

    private func leave() {
        drawing = nil
        pad?.end()
        expect([])
    }

    private func point(_ touch: UITouch) -> Point {
        let place = touch.preciseLocation(in: self)
        let pressure = touch.maximumPossibleForce > 0 ? touch.force / touch.maximumPossibleForce : 0
        return Point(x: place.x, y: place.y, time: touch.timestamp * 1000, pressure: pressure)
    }
}
#endif
