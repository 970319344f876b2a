import SwiftUI

struct NewerThanTheApp: View {
    var body: some View {
        Button("Sign", role: .confirm) {}  // wrong: 'confirm' is unavailable: introduced in iOS 26.0, newer than iOS 18.0
            .glassEffect()  // wrong: 'glassEffect(_:in:)' is unavailable: introduced in iOS 26.0, newer than iOS 18.0
    }

    // A guard does not help: the app has one appearance on every system.
    @ViewBuilder var guarded: some View {
        if #available(iOS 26.0, *) {
            Button("Sign") {}.buttonStyle(.glass)  // wrong: 'glass' is unavailable: introduced in iOS 26.0, newer than iOS 18.0
        }
    }
}
