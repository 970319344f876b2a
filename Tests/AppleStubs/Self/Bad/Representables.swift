import PDFKit
import SwiftUI
import UIKit

struct MisspelledRepresentable: UIViewRepresentable {  // wrong: type 'MisspelledRepresentable' does not conform to protocol 'UIViewRepresentable'
    func makeView(context: Context) -> PDFView { PDFView() }
    func updateUIView(_ view: PDFView, context: Context) {}
}

struct ControllerAsView: UIViewRepresentable {  // wrong: type 'ControllerAsView' does not conform to protocol 'UIViewRepresentable'
    func makeUIView(context: Context) -> UIViewController { UIViewController() }
    func updateUIView(_ view: UIViewController, context: Context) {}
}

final class PadView: UIView {
    override func touchesMoved(_ touches: Set<UITouch>, event: UIEvent?) {}  // wrong: argument labels for method 'touchesMoved(_:event:)' do not match those of overridden method 'touchesMoved(_:with:)'
    let strokes: Int

    init(strokes: Int) {
        self.strokes = strokes
        super.init(frame: .zero)
    }
}  // wrong: 'required' initializer 'init(coder:)' must be provided by subclass of 'UIView'
