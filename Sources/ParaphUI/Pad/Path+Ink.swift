#if canImport(UIKit)
import CoreGraphics
import ParaphInk
import SwiftUI

nonisolated extension Path {
    /// An outline of ink.
    init(_ ink: InkPath) {
        self.init()
        for element in ink.elements {
            switch element {
            case .move(let point): move(to: CGPoint(point))
            case .line(let point): addLine(to: CGPoint(point))
            case .curve(let first, let second, let end): addCurve(to: CGPoint(end), control1: CGPoint(first), control2: CGPoint(second))
            case .close: closeSubpath()
            }
        }
    }
}

nonisolated extension CGPoint {
    fileprivate init(_ point: SIMD2<Double>) {
        self.init(x: point.x, y: point.y)
    }
}
#endif
