import PDFKit
import SwiftUI
import UIKit

struct MissingMembers: View {
    // wrong: cannot infer key path type from context; consider explicitly specifying a root type
    @Environment(\.sizeClass) private var sizeClass

    var body: some View {
        // wrong: value of type 'Text' has no member 'fontSize'
        Text("Signed").fontSize(12)
    }

    func scale(_ view: PDFView) {
        // wrong: value of type 'PDFView' has no member 'zoomFactor'
        view.zoomFactor = 2
        // wrong: type 'UIColor' has no member 'systemSlate'
        view.backgroundColor = UIColor.systemSlate
    }

    func leave() {
        // wrong: value of type 'UIApplication' has no member 'quit'
        UIApplication.shared.quit()
    }
}

// What only macOS has.
struct Desktop: View {
    var body: some View {
        // wrong: type 'ToggleStyle' has no member 'checkbox'
        Text("Signed").toggleStyle(.checkbox)
    }
}
