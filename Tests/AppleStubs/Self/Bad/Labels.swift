import PDFKit
import SwiftUI

struct WrongLabels: View {
    @State private var isShown = false
    @State private var query = ""

    var body: some View {
        // wrong: incorrect argument label in call (have '_:roles:_:', expected '_:role:_:')
        Button("Sign", roles: .cancel) {}
            // wrong: extraneous argument label 'edges:' in call
            .padding(edges: .horizontal)
    }

    var sheet: some View {
        // wrong: incorrect argument label in call (have 'presented:_:', expected 'isPresented:_:')
        Text("Signed").sheet(presented: $isShown) { Text("Sheet") }
    }

    func open(_ url: URL) -> PDFDocument? {
        // wrong: incorrect argument label in call (have 'file:', expected 'url:')
        PDFDocument(file: url)
    }
}
