import PDFKit
import SwiftUI
import UIKit

struct MissingMembers: View {
    @Environment(\.sizeClass) private var sizeClass  // wrong: cannot infer key path type from context; consider explicitly specifying a root type

    var body: some View {
        Text("Signed").fontSize(12)  // wrong: value of type 'Text' has no member 'fontSize'
    }

    func scale(_ view: PDFView) {
        view.zoomFactor = 2  // wrong: value of type 'PDFView' has no member 'zoomFactor'
        view.backgroundColor = UIColor.systemSlate  // wrong: type 'UIColor' has no member 'systemSlate'
    }

    func leave() {
        UIApplication.shared.quit()  // wrong: value of type 'UIApplication' has no member 'quit'
    }
}

// What only macOS has.
struct Desktop: View {
    var body: some View {
        Text("Signed").toggleStyle(.checkbox)  // wrong: type 'ToggleStyle' has no member 'checkbox'
    }
}
