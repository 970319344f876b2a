import PDFKit
import SwiftUI

struct WrongLabels: View {
    @State private var isShown = false
    @State private var query = ""

    var body: some View {
        Button("Sign", roles: .cancel) {}  // wrong: incorrect argument label in call (have '_:roles:_:', expected '_:role:_:')
            .padding(edges: .horizontal)  // wrong: extraneous argument label 'edges:' in call
    }

    var sheet: some View {
        Text("Signed").sheet(presented: $isShown) { Text("Sheet") }  // wrong: incorrect argument label in call (have 'presented:_:', expected 'isPresented:_:')
    }

    func open(_ url: URL) -> PDFDocument? {
        PDFDocument(file: url)  // wrong: incorrect argument label in call (have 'file:', expected 'url:')
    }
}
