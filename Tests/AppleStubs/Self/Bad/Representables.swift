import AuthenticationServices
import PDFKit
import SwiftUI
import UIKit

// wrong: type 'MisspelledRepresentable' does not conform to protocol 'UIViewRepresentable'
struct MisspelledRepresentable: UIViewRepresentable {
    func makeView(context: Context) -> PDFView { PDFView() }
    func updateUIView(_ view: PDFView, context: Context) {}
}

// wrong: type 'ControllerAsView' does not conform to protocol 'UIViewRepresentable'
struct ControllerAsView: UIViewRepresentable {
    func makeUIView(context: Context) -> UIViewController { UIViewController() }
    func updateUIView(_ view: UIViewController, context: Context) {}
}

final class PadView: UIView {
    // wrong: argument labels for method 'touchesMoved(_:event:)' do not match those of overridden method 'touchesMoved(_:with:)'
    override func touchesMoved(_ touches: Set<UITouch>, event: UIEvent?) {}
}

final class StrokesView: UIView {
    // wrong: overriding declaration requires an 'override' keyword
    init(frame: CGRect) { super.init(frame: frame) }
    required init?(coder: NSCoder) { nil }
}

// wrong: type 'PasskeyWindow' does not conform to protocol 'ASAuthorizationControllerPresentationContextProviding'
final class PasskeyWindow: NSObject, ASAuthorizationControllerPresentationContextProviding {}
